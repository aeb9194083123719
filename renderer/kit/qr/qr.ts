/** The QR code as numbers: its matrix, and how large to draw it so that every module is whole device pixels. */
import { create, type QRCode, type QRCodeErrorCorrectionLevel } from "qrcode";

/** Modules of white around the code (ISO/IEC 18004). */
export const QUIET_ZONE = 4;
export interface QrMatrix {
  /** Modules along one side, without the quiet zone */
  size: number;
  level: QRCodeErrorCorrectionLevel;
  /** SVG path of the dark modules in a square of `size + 2 × QUIET_ZONE` units */
  path: string;
}

/** The last one: the screen and the slip on paper ask for the same, and so does the screen when it is gone back to. */
let last: { text: string; least: "L" | "M"; matrix: QrMatrix } | null = null;

/** Has all that makes codes compiled: in a window's first code that is most of the work, and a customer waits for it. */
export function compileQr(): void {
  matrixOf("A", "M");
}

/** The level asked for, or a higher one that costs no larger code. @param least M, or L where there is much text */
export function qrMatrix(text: string, least: "L" | "M" = "M"): QrMatrix {
  if (last?.text !== text || last.least !== least) last = { text, least, matrix: matrixOf(text, least) };
  return last.matrix;
}

function matrixOf(text: string, least: "L" | "M"): QrMatrix {
  // What is asked of the first one is its version alone, and to choose the best of eight masks is most of the work.
  const { version } = create(text, { errorCorrectionLevel: least, maskPattern: 0 });
  const { level, code } = best(text, least, version);
  const { size } = code.modules;
  return { size, level, path: pathOf(size, (row, column) => code.modules.get(row, column) === 1) };
}

/** The best correction that costs no larger code. A level that does not fit is refused before anything is drawn of it. */
function best(text: string, least: "L" | "M", version: number): { level: QRCodeErrorCorrectionLevel; code: QRCode } {
  for (const level of ["H", "Q", "M"] as const) {
    try {
      return { level, code: create(text, { errorCorrectionLevel: level, version }) };
    } catch {
      // Too long for this level in a code of this size.
    }
  }
  return { level: least, code: create(text, { errorCorrectionLevel: least, version }) };
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

export interface QrSize {
  /** Side of the whole tile, quiet zone included, in CSS pixels */
  side: number;
  /** Device pixels per module: a whole number, at least 1 */
  modulePixels: number;
}

/**
 * The largest size whose modules are whole device pixels and whose tile fits.
 * @param size modules along one side, without the quiet zone
 * @param available CSS pixels along the shorter side of the room there is
 * @param devicePixelRatio device pixels per CSS pixel; may be fractional
 */
export function qrSize(size: number, available: number, devicePixelRatio: number): QrSize {
  const units = size + 2 * QUIET_ZONE;
  const modulePixels = Math.max(1, Math.floor((available * devicePixelRatio) / units));
  return { side: (units * modulePixels) / devicePixelRatio, modulePixels };
}
