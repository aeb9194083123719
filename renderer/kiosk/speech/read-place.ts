/** Reads a screen like a screen reader, from its DOM only. */
import type { Control, Piece } from "./spoken.ts";

const CONTROL = "button, input, [role=button]";
const INLINE = new Set(["SPAN", "STRONG", "SMALL", "EM", "B", "I"]);
/** Not read: hidden elements and clocks. A labelled clock is read with its screen, not every second. */
const SILENT = "[aria-hidden=true], [role=timer]:not([aria-label]), svg, script, style, [hidden]";

export interface Place {
  /** A new heading is a new screen */
  heading: string;
  pieces: Piece[];
  /** Texts of live regions, in order */
  live: string[];
  /** The focused control; null: none */
  focused: Control | null;
}

/** Reads the topmost screen or dialog; null: no kiosk screen. */
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
  if (element.hasAttribute("aria-label") && !element.matches("ul, ol, [role=group]"))
    return [{ kind: "text", text: labelOf(element) }];
  if (isOneLine(element)) return [{ kind: "text", text: textOf(element) }];
  return [...element.childNodes].flatMap((node): Piece[] => {
    if (node instanceof Element) return piecesOf(node);
    const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : "";
    return text === "" ? [] : [{ kind: "text", text }];
  });
}

/** True for text without controls. */
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

/** Text content, with spaces between elements. */
function textOf(element: Element): string {
  const words = [...element.childNodes].map((node) => {
    if (node instanceof Element) return node.matches(SILENT) ? "" : labelOf(node);
    return (node.textContent ?? "").trim();
  });
  return words.filter((word) => word !== "").join(" ");
}
