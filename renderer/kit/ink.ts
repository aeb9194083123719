/** Which ink is read on a chosen colour. Pure. */

/** How light a colour is, from 0 (black) to 1 (white), as WCAG counts it. @param colour `#rrggbb` */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21, as WCAG counts it. @param one `#rrggbb` */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white: the one with more contrast has at least 4.5 to 1 on any colour. */
export function inkOn(colour: string): "#000000" | "#ffffff" {
  return contrast(colour, "#000000") >= contrast(colour, "#ffffff") ? "#000000" : "#ffffff";
}
