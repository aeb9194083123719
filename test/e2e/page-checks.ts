/** Checks of a whole screen: accessibility (WCAG), overflow, and a link to another site. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";

/**
 * Returns accessibility violations found by axe: rule and element.
 * @param rules only these; all of WCAG 2.2 AA by default
 */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Within the page only, which has no frames: otherwise axe opens a page, which the desktop forbids.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules
    ? axe.withRules(rules)
    : axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
  ).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** Returns the page's overflow, and the clipped controls. */
export function overflow(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const cut = [...document.querySelectorAll<HTMLElement>("button, h1, h2")]
      .filter((element) => element.offsetParent !== null)
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible",
      )
      .map((element) => element.textContent);
    return { across: root.scrollWidth - root.clientWidth, down: root.scrollHeight - root.clientHeight, cut };
  });
}

/** Puts a real link over the page, and clicks it as a person does. */
export async function clickLink(
  page: Page,
  href: string,
  target = "",
  modifiers: "Control"[] = [],
  download: string | null = null,
): Promise<void> {
  await page.evaluate(
    (given) => {
      const link = Object.assign(document.createElement("a"), {
        id: "way-out",
        textContent: "away",
        ...given.properties,
      });
      if (given.download !== null) link.download = given.download;
      link.style.cssText = "position: fixed; inset: 0 auto auto 0; z-index: 9999";
      document.body.append(link);
    },
    { properties: { href, target }, download },
  );
  await page.locator("#way-out").click({ modifiers });
  await page.evaluate(() => document.querySelector("#way-out")?.remove());
}

/**
 * Returns texts that are not fully readable: outside of the window or their container, or covered. A line with an
 * ellipsis is clipped on purpose and declared by `text-overflow`.
 */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // One pixel in size: for screen readers only.
    const isUnseen = ({ clientWidth, clientHeight }: Element) => clientWidth === 1 && clientHeight === 1;
    const isCutOnPurpose = (element: Element) =>
      getComputedStyle(element).textOverflow === "ellipsis" || isUnseen(element);
    const shown = [...document.querySelectorAll<HTMLElement>("body *")].flatMap((element) =>
      [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === "" || isCutOnPurpose(element)) return [];
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        return box.width === 0 ? [] : [{ element, text: node.textContent ?? "", box }];
      }),
    );
    const isInside = (box: DOMRect, around: DOMRect) =>
      box.left >= around.left - 1 &&
      box.right <= around.right + 1 &&
      box.top >= around.top - 1 &&
      box.bottom <= around.bottom + 1;
    const isCut = ({ element, box }: (typeof shown)[number]) => {
      if (!isInside(box, new DOMRect(0, 0, innerWidth, innerHeight))) return true;
      for (let around: Element | null = element; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === "visible") continue;
        if (!isInside(box, around.getBoundingClientRect())) return true;
      }
      return false;
    };
    // A line's box is higher than its letters: an overlap of the boxes alone covers no letter.
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 3;
    const covered = shown.filter(({ box }, index) => shown.slice(index + 1).some((other) => isOver(box, other.box)));
    return [...shown.filter(isCut), ...covered].map(({ text }) => text);
  });
}

/** Width of the focus ring in pixels. */
export const FOCUS_RING = 5;

/** Returns the smallest distance from a control to the edge that clips it: above or at its sides. */
export function roomAround(control: Locator): Promise<number> {
  return control.evaluate((element) => {
    const own = element.getBoundingClientRect();
    const rooms = [innerWidth];
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === "visible") continue;
      const { left, right, top } = around.getBoundingClientRect();
      rooms.push(own.left - left, right - own.right, own.top - top);
    }
    return Math.min(...rooms);
  });
}
