/** Reads a QR code back from its modules, to verify that codes are readable. */
import type jsQR from "jsqr";
import { type QrMatrix, QUIET_ZONE, qrMatrix } from "../kit/qr/qr.ts";

/** Pixels per module, the reader's minimum. */
const SCALE = 4;

export function rasterise({ size, path }: QrMatrix): { data: Uint8ClampedArray; width: number } {
  const width = (size + 2 * QUIET_ZONE) * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      const start = (row * width + Number(x) * SCALE) * 4;
      for (let at = start; at < start + Number(length) * SCALE * 4; at++) if (at % 4 !== 3) data[at] = 0;
    }
  }
  return { data, width };
}

/**
 * Loads the reader. The wizard preloads it for its last step.
 * @throws when its file is gone after an update of the till
 */
export async function loadReader(): Promise<typeof jsQR> {
  const { default: loaded } = await import("jsqr");
  // Bundlers and Node differ in a CommonJS module's default export.
  return (loaded as { default?: typeof loaded }).default ?? loaded;
}

/** Decodes the matrix; null: unreadable. */
export async function decodeMatrix(matrix: QrMatrix): Promise<string | null> {
  const read = await loadReader();
  const { data, width } = rasterise(matrix);
  return read(data, width, width)?.data ?? null;
}

/** As long as a payment's link, so that the code has the same density. */
export const TEST_CARD = "Till test card: this screen can be read by a phone.";

/** True when the test card is decoded correctly. */
export async function readsTestCard(): Promise<boolean> {
  return (await decodeMatrix(qrMatrix(TEST_CARD))) === TEST_CARD;
}
