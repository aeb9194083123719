/** Questions to a serial dispenser and its answers as words of a line (docs/vending.md). Pure. */
import { isWord } from "./line.ts";

export const PROTOCOL_VERSION = 1;
/** Maximum lengths of a vend id and a slot name, so that every line fits. */
const MAX_ID_LENGTH = 40;
const MAX_SLOT_LENGTH = 20;
const MAX_ITEMS = 99;
const MAX_DROPS = 999;

/** `drops` is the number of paid drops. `item` counts from 1. */
export type Question =
  | { verb: "HELLO" }
  | { verb: "BEGIN"; id: string; drops: number }
  | { verb: "REQUEST"; id: string; item: number; slot: string; quantity: number }
  | { verb: "VEND" | "ASK" | "CANCEL" | "END"; id: string }
  | { verb: "ITEM"; id: string; item: number };

export type Answer =
  /** `remembers`: number of vends kept over a power cut; `problem`: null when ready to sell */
  | { kind: "hello"; version: number; remembers: number; problem: string | null }
  | { kind: "open" | "approved" | "strange" | "ended" }
  | { kind: "denied"; reason: string }
  | { kind: "vend"; state: VendState; items: number }
  | { kind: "item"; slot: string; ordered: number; dropped: number }
  /** Understood as a line, but not its content */
  | { kind: "error"; reason: string }
  /** Response about the right vend, with one word that violates the protocol */
  | { kind: "unreadable"; field: string; found: string };

export type VendState = "pending" | "done" | "failed" | "unknown";

const STATES = new Map<string, VendState>([
  ["PENDING", "pending"],
  ["SUCCESS", "done"],
  ["FAILURE", "failed"],
  ["UNKNOWN", "unknown"],
]);

/** Allowed answers per question, in addition to `error`. Any other answer belongs to another question. */
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

export function isValidSlotName(slot: string): boolean {
  return slot.length <= MAX_SLOT_LENGTH && isWord(slot);
}

/** Returns whether an order fits into the protocol's lines. */
export function isEncodable(id: string, items: readonly { slot: string; quantity: number }[]): boolean {
  const isValidCount = (quantity: number) => Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= MAX_DROPS;
  const drops = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    id.length <= MAX_ID_LENGTH &&
    isWord(id) &&
    isValidCount(drops) &&
    items.length <= MAX_ITEMS &&
    items.every(({ slot, quantity }) => isValidSlotName(slot) && isValidCount(quantity))
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

/** Returns null when the words cannot answer the question. */
export function readAnswer(question: Question, [verb = "", ...rest]: readonly string[]): Answer | null {
  if (verb === "ERROR") return rest.length <= 1 ? { kind: "error", reason: rest[0] ?? "" } : null;
  const answer = question.verb === "HELLO" ? readHello(verb, rest) : readVendAnswer(question, verb, rest);
  return answer !== null && ANSWERS[question.verb].includes(answer.kind) ? answer : null;
}

function readHello(verb: string, words: readonly string[]): Answer | null {
  const [version, remembers] = [number(words[0]), number(words[1])];
  if (version === null || remembers === null) return null;
  if (verb === "READY" && words.length === 2) return { kind: "hello", version, remembers, problem: null };
  if (verb === "UNFIT" && words.length === 3) return { kind: "hello", version, remembers, problem: words[2] ?? "" };
  return null;
}

function readVendAnswer(
  question: Exclude<Question, { verb: "HELLO" }>,
  verb: string,
  [id, ...rest]: readonly string[],
) {
  if (id !== question.id) return null;
  const item = "item" in question ? question.item : null;
  const answer = readState(verb, rest) ?? (item === null ? readOrderAnswer(verb, rest) : readItem(item, verb, rest));
  return answer ?? unreadableAnswer(item, verb, rest);
}

/** Reports an answer about the right vend or item that violates the protocol. */
function unreadableAnswer(item: number | null, verb: string, words: readonly string[]): Answer | null {
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
  return state === undefined || items === null || items > MAX_ITEMS ? null : { kind: "vend", state, items };
}

function readOrderAnswer(verb: string, words: readonly string[]): Answer | null {
  if (verb === "DENIED" && words.length === 1) return { kind: "denied", reason: words[0] ?? "" };
  if (words.length > 0) return null;
  if (verb === "OPEN") return { kind: "open" };
  return verb === "ENDED" ? { kind: "ended" } : null;
}

function readItem(requestedItem: number, verb: string, [item, ...words]: readonly string[]): Answer | null {
  if (number(item) !== requestedItem) return null;
  if (verb === "APPROVED" && words.length === 0) return { kind: "approved" };
  if (verb === "DENIED" && words.length === 1) return { kind: "denied", reason: words[0] ?? "" };
  const [slot, ordered, dropped] = [words[0], number(words[1]), number(words[2])];
  if (verb !== "ITEM" || words.length !== 3 || slot === undefined || ordered === null || dropped === null) return null;
  return { kind: "item", slot, ordered, dropped };
}

/** Reads a count of at most three digits without a sign. */
function number(word: string | undefined): number | null {
  return word !== undefined && /^(0|[1-9]\d{0,2})$/.test(word) ? Number(word) : null;
}
