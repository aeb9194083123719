import { useEffect } from "react";
import { useActions, useTill } from "../../store/store.ts";

/** Maximum edge in pixels. */
const EDGE = 256;
const MAX_BYTES = 200_000;

/**
 * Scales a picture down to 256 pixels.
 * @returns base64; null: not a readable picture
 */
export async function smallPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const made = await encoded(canvas, "image/webp", 0.86);
  return made !== null && made.size <= MAX_BYTES ? base64(new Uint8Array(await made.arrayBuffer())) : null;
}

function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Returns a picture's URL; null: none or not loaded. */
export function usePicture(id: string | null): string | null {
  const { readPicture } = useActions();
  useEffect(() => {
    if (id !== null) void readPicture(id);
  }, [id, readPicture]);
  return useTill(({ shelf }) => (id === null ? null : (shelf.pictures[id] ?? null)));
}
