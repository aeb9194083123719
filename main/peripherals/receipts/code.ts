import { create } from "qrcode";

export const QUIET_ZONE = 4;

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
