/**
 * Relative luminance (WCAG), from 0 (black) to 1 (white).
 * @param colour `#rrggbb`
 */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Contrast ratio (WCAG), from 1 to 21.
 * @param one `#rrggbb`
 */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns black or white, whichever contrasts more: at least 4.5 to 1 on any colour. */
export function inkOn(colour: string): "#000000" | "#ffffff" {
  return contrast(colour, "#000000") >= contrast(colour, "#ffffff") ? "#000000" : "#ffffff";
}

/** Returns the theme in which a colour has too little contrast: shapes need 3 to 1. */
export function lowContrastTheme(colour: string): "light" | "dark" | null {
  if (contrast(colour, "#f5f6f4") < 3) return "light";
  return contrast(colour, "#0f1419") < 3 ? "dark" : null;
}
