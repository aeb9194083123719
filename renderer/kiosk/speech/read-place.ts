/** Reads what a kiosk shows as a screen reader would find it: the page itself is the source, so nothing is said that is not there. */
import type { Control, Piece } from "./spoken.ts";

const CONTROL = "button, input, [role=button]";
/** What is read as a whole: the words of one line may stand in several of them. */
const INLINE = new Set(["SPAN", "STRONG", "SMALL", "EM", "B", "I"]);
/** A clock is read by its rough label with its screen, and not at every second; what is hidden is not read at all. */
const SILENT = "[aria-hidden=true], [role=timer]:not([aria-label]), svg, script, style, [hidden]";

/** A screen, or what lies over it, as it is read aloud. */
export interface Place {
  /** What it is called: another heading is another screen */
  heading: string;
  pieces: Piece[];
  /** What it says by itself as it changes, in order */
  live: string[];
  /** Where the focus is; null: on nothing that can be pressed */
  focused: Control | null;
}

/** What lies above everything else now; null: this window is no kiosk's. */
export function readPlace(): Place | null {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const root = [...dialogs].at(-1) ?? document.querySelector("[data-kiosk]");
  if (root === null) return null;
  const heading = root.querySelector("h1, h2");
  const at = document.activeElement;
  return {
    heading: heading === null ? "" : textOf(heading),
    pieces: piecesOf(root),
    live: [...root.querySelectorAll("[role=status], [role=alert]")].map((element) => labelOf(element)),
    focused: at?.matches(CONTROL) && root.contains(at) ? controlOf(at) : null,
  };
}

function piecesOf(element: Element): Piece[] {
  if (element.matches(SILENT)) return [];
  if (element.matches(CONTROL)) return [controlOf(element)];
  // A list is announced by what is in it.
  if (element.hasAttribute("aria-label") && !element.matches("ul, ol, [role=group]"))
    return [{ kind: "text", text: labelOf(element) }];
  if (isOneLine(element)) return [{ kind: "text", text: textOf(element) }];
  return [...element.childNodes].flatMap((node): Piece[] => {
    if (node instanceof Element) return piecesOf(node);
    const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : "";
    return text === "" ? [] : [{ kind: "text", text }];
  });
}

/** Words alone, without anything to press among them. */
function isOneLine(element: Element): boolean {
  return (
    element.childNodes.length > 0 &&
    [...element.childNodes].every(
      (node) => !(node instanceof Element) || (INLINE.has(node.tagName) && isOneLine(node)) || node.matches(SILENT),
    )
  );
}

function controlOf(element: Element): Control {
  return {
    kind: "control",
    name: labelOf(element),
    isChosen: element.getAttribute("aria-pressed") === "true" || element.hasAttribute("data-current"),
    isDisabled: element.matches(":disabled, [aria-disabled=true]"),
    isAlways: element.closest("[data-always]") !== null,
    at: positionOf(element),
  };
}

/** Where it stands in its list, which has one thing to press in each entry. */
function positionOf(element: Element): Control["at"] {
  const entry = element.closest("li");
  const list = entry?.parentElement;
  if (entry == null || list == null || entry.querySelectorAll(CONTROL).length !== 1) return null;
  const entries = [...list.children];
  return { index: entries.indexOf(entry) + 1, count: entries.length };
}

function labelOf(element: Element): string {
  return element.getAttribute("aria-label") ?? textOf(element);
}

/** Its words, of which those of different elements are apart. */
function textOf(element: Element): string {
  const words = [...element.childNodes].map((node) => {
    if (node instanceof Element) return node.matches(SILENT) ? "" : labelOf(node);
    return (node.textContent ?? "").trim();
  });
  return words.filter((word) => word !== "").join(" ");
}
