import { create, type QRCode, type QRCodeErrorCorrectionLevel } from "qrcode";

/** White modules around the code (ISO/IEC 18004). */
export const QUIET_ZONE = 4;
export interface QrMatrix {
  /** Modules along one side, without the quiet zone */
  size: number;
  level: QRCodeErrorCorrectionLevel;
  /** SVG path of the dark modules in a square of `size + 2 × QUIET_ZONE` units */
  path: string;
}

/** Cache of one: the screen and the printed slip use the same code. */
let last: { text: string; least: "L" | "M"; matrix: QrMatrix } | null = null;

/** Warms up the JIT. Compiling is most of the cost of the first code, which a customer waits for. */
export function compileQr(): void {
  matrixOf("A", "M");
}

/**
 * Encodes at the given level, or at a higher one with the same size.
 * @param least M, or L for long text
 */
export function qrMatrix(text: string, least: "L" | "M" = "M"): QrMatrix {
  if (last?.text !== text || last.least !== least) last = { text, least, matrix: matrixOf(text, least) };
  return last.matrix;
}

function matrixOf(text: string, least: "L" | "M"): QrMatrix {
  // Only the version is needed here. A fixed mask skips the search for the best one, which is most of the work.
  const { version } = create(text, { errorCorrectionLevel: least, maskPattern: 0 });
  const { level, code } = best(text, least, version);
  const { size } = code.modules;
  return { size, level, path: pathOf(size, (row, column) => code.modules.get(row, column) === 1) };
}

/**
 * Returns the highest error correction with the same size. A level that does not fit is rejected before it is drawn.
 */
function best(text: string, least: "L" | "M", version: number): { level: QRCodeErrorCorrectionLevel; code: QRCode } {
  for (const level of ["H", "Q", "M"] as const) {
    try {
      return { level, code: create(text, { errorCorrectionLevel: level, version }) };
    } catch {
      // The text is too long for this level at this size.
    }
  }
  return { level: least, code: create(text, { errorCorrectionLevel: least, version }) };
}

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
 * Returns the largest tile that fits with whole device pixels per module.
 * @param size modules per side, without the quiet zone
 * @param available shorter side in CSS pixels
 * @param devicePixelRatio may be fractional
 * @returns `side`: of the tile in CSS pixels, quiet zone included; `modulePixels`: device pixels per module, at least 1
 */
export function qrSize(size: number, available: number, devicePixelRatio: number) {
  const units = size + 2 * QUIET_ZONE;
  const modulePixels = Math.max(1, Math.floor((available * devicePixelRatio) / units));
  return { side: (units * modulePixels) / devicePixelRatio, modulePixels };
}
