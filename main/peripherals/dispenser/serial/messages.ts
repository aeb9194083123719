/** What the till asks a serial dispenser and what that answers, as the words of a line (docs/vending.md). Pure. */
import { isWord } from "./line.ts";

/** The version of the protocol that the till speaks. */
export const PROTOCOL_VERSION = 1;
/** The longest id of a vend and the longest name of a slot, in characters: with them every line keeps to its limit. */
const LONGEST_ID = 40;
const LONGEST_SLOT = 20;
const MOST_ITEMS = 99;
const MOST_DROPS = 999;

/** `drops` are the session's funds: how many drops are paid for. `item` counts from 1. */
export type Question =
  | { verb: "HELLO" }
  | { verb: "BEGIN"; id: string; drops: number }
  | { verb: "REQUEST"; id: string; item: number; slot: string; quantity: number }
  | { verb: "VEND" | "ASK" | "CANCEL" | "END"; id: string }
  | { verb: "ITEM"; id: string; item: number };

export type Answer =
  /** `remembers`: how many vends it knows over its own power cut; `problem`: null when it is fit to sell */
  | { kind: "hello"; version: number; remembers: number; problem: string | null }
  | { kind: "open" | "approved" | "strange" | "ended" }
  | { kind: "denied"; reason: string }
  | { kind: "vend"; state: VendState; items: number }
  | { kind: "item"; slot: string; ordered: number; dropped: number }
  /** It understood the line and not what it says */
  | { kind: "error"; reason: string }
  /** It is about the vend that was asked for, and one word is not as the protocol has it */
  | { kind: "unreadable"; field: string; found: string };

export type VendState = "pending" | "done" | "failed" | "unknown";

const STATES = new Map<string, VendState>([
  ["PENDING", "pending"],
  ["SUCCESS", "done"],
  ["FAILURE", "failed"],
  ["UNKNOWN", "unknown"],
]);

/** Which answers a question can have, besides `error`. Another is none: it was meant for another question. */
const ANSWERS: Record<Question["verb"], readonly Answer["kind"][]> = {
  HELLO: ["hello"],
  BEGIN: ["open", "denied", "vend"],
  REQUEST: ["approved", "denied", "vend", "strange"],
  VEND: ["vend", "denied", "strange"],
  ASK: ["vend", "open", "strange", "unreadable"],
  ITEM: ["item", "strange", "unreadable"],
  CANCEL: ["ended", "vend", "strange"],
  END: ["ended", "vend", "strange"],
};

/** Whether a slot's name can be said. */
export function isSlotWord(slot: string): boolean {
  return slot.length <= LONGEST_SLOT && isWord(slot);
}

/** Whether an order fits into the protocol's lines. */
export function isSpeakable(id: string, items: readonly { slot: string; quantity: number }[]): boolean {
  const counted = (quantity: number) => Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= MOST_DROPS;
  const drops = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    id.length <= LONGEST_ID &&
    isWord(id) &&
    counted(drops) &&
    items.length <= MOST_ITEMS &&
    items.every(({ slot, quantity }) => isSlotWord(slot) && counted(quantity))
  );
}

export function questionWords(question: Question): string[] {
  const { verb } = question;
  if (verb === "HELLO") return [verb, `${PROTOCOL_VERSION}`];
  const { id } = question;
  if (verb === "BEGIN") return [verb, id, `${question.drops}`];
  if (verb === "REQUEST") return [verb, id, `${question.item}`, question.slot, `${question.quantity}`];
  return verb === "ITEM" ? [verb, id, `${question.item}`] : [verb, id];
}

/** Reads what a machine said as the answer to a question. @returns null when it cannot be one */
export function readAnswer(question: Question, [verb = "", ...rest]: readonly string[]): Answer | null {
  if (verb === "ERROR") return rest.length <= 1 ? { kind: "error", reason: rest[0] ?? "" } : null;
  const answer = question.verb === "HELLO" ? readHello(verb, rest) : readAbout(question, verb, rest);
  return answer !== null && ANSWERS[question.verb].includes(answer.kind) ? answer : null;
}

function readHello(verb: string, words: readonly string[]): Answer | null {
  const [version, remembers] = [number(words[0]), number(words[1])];
  if (version === null || remembers === null) return null;
  if (verb === "READY" && words.length === 2) return { kind: "hello", version, remembers, problem: null };
  if (verb === "UNFIT" && words.length === 3) return { kind: "hello", version, remembers, problem: words[2] ?? "" };
  return null;
}

/** An answer that is about a vend names it. */
function readAbout(question: Exclude<Question, { verb: "HELLO" }>, verb: string, [id, ...rest]: readonly string[]) {
  if (id !== question.id) return null;
  const item = "item" in question ? question.item : null;
  const answer = readState(verb, rest) ?? (item === null ? readWhole(verb, rest) : readItem(item, verb, rest));
  return answer ?? problemIn(item, verb, rest);
}

/** An answer about the vend, or its item, that is not as the protocol has it. */
function problemIn(item: number | null, verb: string, words: readonly string[]): Answer | null {
  const isItem = verb === "ITEM" && number(words[0]) === item;
  if (item !== null && !isItem) return null;
  return {
    kind: "unreadable",
    field: item === null ? "state" : `dropped[${item - 1}]`,
    found: [verb, ...words].join(" "),
  };
}

function readState(verb: string, words: readonly string[]): Answer | null {
  if (verb === "STRANGE") return words.length === 0 ? { kind: "strange" } : null;
  const state = STATES.get(verb);
  const items = words.length === 1 ? number(words[0]) : null;
  return state === undefined || items === null || items > MOST_ITEMS ? null : { kind: "vend", state, items };
}

function readWhole(verb: string, words: readonly string[]): Answer | null {
  if (verb === "DENIED" && words.length === 1) return { kind: "denied", reason: words[0] ?? "" };
  if (words.length > 0) return null;
  if (verb === "OPEN") return { kind: "open" };
  return verb === "ENDED" ? { kind: "ended" } : null;
}

function readItem(asked: number, verb: string, [item, ...words]: readonly string[]): Answer | null {
  if (number(item) !== asked) return null;
  if (verb === "APPROVED" && words.length === 0) return { kind: "approved" };
  if (verb === "DENIED" && words.length === 1) return { kind: "denied", reason: words[0] ?? "" };
  const [slot, ordered, dropped] = [words[0], number(words[1]), number(words[2])];
  if (verb !== "ITEM" || words.length !== 3 || slot === undefined || ordered === null || dropped === null) return null;
  return { kind: "item", slot, ordered, dropped };
}

/** A count as the protocol writes it: at most three digits, no sign. */
function number(word: string | undefined): number | null {
  return word !== undefined && /^(0|[1-9]\d{0,2})$/.test(word) ? Number(word) : null;
}
