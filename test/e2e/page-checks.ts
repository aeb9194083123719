/** What is tried and checked on a whole screen: accessibility (WCAG), overflow, a link that leads elsewhere. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";

/**
 * Accessibility violations, by axe: rule and element.
 * @param rules only these; all of WCAG 2.2 AA unless told
 */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Within the page alone, which has no frames: otherwise axe opens a page of its own, and the desktop opens none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules
    ? axe.withRules(rules)
    : axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
  ).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** By how much the page overflows the window, and which controls are cut off. */
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

/** Puts a real link over the page, and has a person click it. */
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
 * Texts that cannot be read whole: beyond the window or what holds them, or under another one. A line that ends in an
 * ellipsis is cut on purpose: its element says so by `text-overflow`.
 */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Of one pixel: read aloud, and not seen.
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
    // A line's box is higher than its letters: what only the boxes share is no letter.
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 3;
    const covered = shown.filter(({ box }, index) => shown.slice(index + 1).some((other) => isOver(box, other.box)));
    return [...shown.filter(isCut), ...covered].map(({ text }) => text);
  });
}

/** As far as the ring around what has the focus reaches, in pixels. */
export const FOCUS_RING = 5;

/** How far a control is from what clips it, where that is nearest: above it, or at its sides. */
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
