/** The QR code on a receipt, by which the shop finds the payment again. */
import { create } from "qrcode";

/** Modules of white around the code (ISO/IEC 18004). */
export const QUIET_ZONE = 4;

/**
 * A QR code as an SVG element: dark modules as one path, one unit per module.
 * @param text what is in the code
 * @param label what it is called aloud, escaped for an attribute
 */
export function codeSvg(text: string, label: string): string {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const side = modules.size + 2 * QUIET_ZONE;
  let path = "";
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column) === 1) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`;
    }
  }
  return `<svg class="code" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
