/** The readability of a page, on the screen or printed: its text and contrast. */
import type { Locator, Page } from "@playwright/test";

export interface Readable {
  /** All visible text, including shadow trees */
  text: string;
  /** Text with a contrast below 4.5 to 1, with the ratio */
  faint: string[];
  /** Text on backgrounds other than white or black: paper is white */
  coloured: string[];
}

/** Returns the printed view of a page. The page stays in print mode. */
export async function onPaper(page: Page): Promise<Readable> {
  await page.emulateMedia({ media: "print" });
  return readable(page.locator("html"));
}

/** Returns the visible parts of an element. */
export function readable(of: Locator): Promise<Readable> {
  return of.evaluate((root) => {
    const parentOf = (node: Node) => (node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode);
    const numbers = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (rgb: readonly number[]) => {
      const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const groundOf = (element: Element): number[] => {
      for (let at: Node | null = element; at instanceof Element; at = parentOf(at)) {
        const [red = 0, green = 0, blue = 0, alpha = 1] = numbers(getComputedStyle(at).backgroundColor);
        if (alpha > 0.5) return [red, green, blue];
      }
      return [255, 255, 255];
    };
    const found = { text: [] as string[], faint: [] as string[], coloured: [] as string[] };
    const read = (element: Element, words: string) => {
      const ground = groundOf(element);
      const [light = 0, dark = 0] = [
        luminance(numbers(getComputedStyle(element).color).slice(0, 3)),
        luminance(ground),
      ].sort((one, other) => other - one);
      const ratio = (light + 0.05) / (dark + 0.05);
      found.text.push(words);
      if (ratio < 4.5) found.faint.push(`${words}: ${ratio.toFixed(1)}`);
      if (new Set(ground).size > 1 || (ground[0] !== 255 && ground[0] !== 0))
        found.coloured.push(`${words}: ${ground}`);
    };
    const walk = (node: Element | ShadowRoot) => {
      for (const child of node.childNodes) {
        if (child instanceof Text && child.data.trim() !== "") {
          const element = node instanceof ShadowRoot ? node.host : node;
          if (element.checkVisibility({ visibilityProperty: true })) read(element, child.data.trim());
        } else if (child instanceof Element && !["STYLE", "SCRIPT", "HEAD", "TITLE"].includes(child.tagName)) {
          walk(child.shadowRoot ?? child);
        }
      }
    };
    walk(root.shadowRoot ?? root);
    return { ...found, text: found.text.join(" ").replace(/[\u00a0\u202f]/g, " ") };
  });
}
