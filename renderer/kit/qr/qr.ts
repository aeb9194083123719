/** The QR code as numbers: its matrix, and how large to draw it so that every module is whole device pixels. */
import { create, type QRCodeErrorCorrectionLevel } from "qrcode";

/** Modules of white around the code (ISO/IEC 18004). */
export const QUIET_ZONE = 4;
/** CSS defines 96 px to the inch. */
const PX_PER_MM = 96 / 25.4;
/** A till's screen of 1920 pixels is 15 to 22 inches wide, and no browser says how large: about 125 pixels to the inch. */
const DENSE_PX_PER_MM = 125 / 25.4;
const DENSE_FROM_WIDTH = 1600;
/** A phone at arm's length reads 80-90 mm at once. */
export const LARGEST_MM = 90;

export interface QrMatrix {
  /** Modules along one side, without the quiet zone */
  size: number;
  level: QRCodeErrorCorrectionLevel;
  /** SVG path of the dark modules in a square of `size + 2 × QUIET_ZONE` units */
  path: string;
}

/** Level M, or a higher one that costs no larger code. */
export function qrMatrix(text: string): QrMatrix {
  const medium = create(text, { errorCorrectionLevel: "M" });
  const best = (["H", "Q"] as const)
    .map((level) => ({ level, code: create(text, { errorCorrectionLevel: level }) }))
    .find(({ code }) => code.version === medium.version);
  const { level, code } = best ?? { level: "M" as const, code: medium };
  return {
    size: code.modules.size,
    level,
    path: pathOf(code.modules.size, (row, column) => code.modules.get(row, column) === 1),
  };
}

/** One rectangle per run of dark modules in a row. */
function pathOf(size: number, isDark: (row: number, column: number) => boolean): string {
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; ) {
      let length = 0;
      while (column + length < size && isDark(row, column + length)) length++;
      if (length > 0) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`;
      column += Math.max(length, 1);
    }
  }
  return path;
}

/**
 * How many CSS pixels are taken for a millimetre on the screen.
 * @param width of the window, in CSS pixels
 */
export function pixelsPerMillimetre(width: number): number {
  return width >= DENSE_FROM_WIDTH ? DENSE_PX_PER_MM : PX_PER_MM;
}

export interface QrSize {
  /** Side of the whole tile, quiet zone included, in CSS pixels */
  side: number;
  /** Device pixels per module: a whole number, at least 1 */
  modulePixels: number;
}

/**
 * The largest size whose modules are whole device pixels, whose code is at most 90 mm and whose tile fits.
 * @param size modules along one side, without the quiet zone
 * @param available CSS pixels along the shorter side of the room there is
 * @param devicePixelRatio device pixels per CSS pixel; may be fractional
 * @param pxPerMm CSS pixels per millimetre
 */
export function qrSize(size: number, available: number, devicePixelRatio: number, pxPerMm: number = PX_PER_MM): QrSize {
  const byReach = Math.floor((LARGEST_MM * pxPerMm * devicePixelRatio) / size);
  const byRoom = Math.floor((available * devicePixelRatio) / (size + 2 * QUIET_ZONE));
  const modulePixels = Math.max(1, Math.min(byReach, byRoom));
  return { side: ((size + 2 * QUIET_ZONE) * modulePixels) / devicePixelRatio, modulePixels };
}
