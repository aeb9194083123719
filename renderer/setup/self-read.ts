/** Reads a QR code back from the very modules that are drawn: a code that cannot be read is not shown to a customer. */
import type jsQR from "jsqr";
import { type QrMatrix, QUIET_ZONE, qrMatrix } from "../kit/qr/qr.ts";

/** Pixels per module: what a reader needs at the least. */
const SCALE = 4;

/** The matrix as an image of black and white. */
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
 * Loads the reader, which no other screen needs. It is asked for when the wizard opens, so that it is there at its end.
 * @throws when its file is gone: the till was updated while this window was open
 */
export async function loadReader(): Promise<typeof jsQR> {
  const { default: loaded } = await import("jsqr");
  // Bundlers and Node disagree about the default of a CommonJS module.
  return (loaded as { default?: typeof loaded }).default ?? loaded;
}

/** What a reader makes of the matrix; null when it makes nothing of it. */
export async function readBack(matrix: QrMatrix): Promise<string | null> {
  const read = await loadReader();
  const { data, width } = rasterise(matrix);
  return read(data, width, width)?.data ?? null;
}

/** What the test card says: as long as a payment's link, so that the code is as fine as one. */
export const TEST_CARD = "Till test card: this screen can be read by a phone.";

/** Whether the test card is read for what it says. */
export async function readsTestCard(): Promise<boolean> {
  return (await readBack(qrMatrix(TEST_CARD))) === TEST_CARD;
}
