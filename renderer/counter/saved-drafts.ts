/**
 * Keeps drafts over a reload. Customer, tip and approval are not kept and are asked again. Saved data is validated
 * field by field and dropped if it does not fit this till.
 */

import type { Terminal } from "../../contract/payments/views.ts";
import { MAX_LINE_NAME, MAX_QUANTITY } from "../../contract/values/lines.ts";
import { MAX_AMOUNT, minorDigits } from "../../contract/values/money.ts";
import type { Discount, Line } from "../kit/amount/basket.ts";
import { type Entry, entryReducer, type Typing } from "../kit/amount/entry.ts";
import { switchUserDrafts } from "../store/operator-change.ts";
import { isDraftEmpty } from "../store/ports.ts";
import { type Draft, EMPTY_DRAFT, type RequestedPreset, type TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";

const KEY = "till.draft";

/** 100 % in hundredths of a percent. */
const MAX_RATE = 10_000;

type Fields = Record<string, unknown>;

/**
 * Saves the draft, and restores it when the terminal is loaded.
 * @returns a function that stops it
 */
export function followDraft(store: TillStore): () => void {
  return store.subscribe((state, before) => {
    const { terminal } = state;
    if (before.terminal === null) {
      if (terminal !== null) store.setState(savedDrafts(terminal));
      return;
    }
    const isSame = state.draft === before.draft && state.draftsByUser === before.draftsByUser;
    if (!isSame || terminal === null || state.unconfirmedStart !== before.unconfirmedStart) saveDrafts(state);
  });
}

function saveDrafts({ terminal, draft, draftsByUser, unconfirmedStart }: TillState): void {
  // The main process may have started the sale already: it must not be charged again after a reload.
  const next =
    unconfirmedStart?.isDrafted && unconfirmedStart.draft.entry === draft.entry
      ? (draft.suspendedDraft ?? EMPTY_DRAFT)
      : draft;
  const isNothing = isDraftEmpty(next) && draftsByUser.size === 0;
  try {
    if (terminal === null || isNothing) return void sessionStorage.removeItem(KEY);
    const saved = {
      till: tillOf(terminal),
      name: terminal.staff?.name ?? null,
      draft: persistentFields(next),
      people: [...draftsByUser].map(([name, userDraft]) => [name, persistentFields(userDraft)]),
    };
    sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // No storage: the draft lasts as long as the page.
  }
}

function tillOf({ environment, setup, merchant, pos, currency }: Terminal): string {
  return [environment, setup, merchant.id, pos.id, currency].join(" ");
}

function persistentFields({ entry, action, tipOnPhone, note, preset, suggestedTip, suspendedDraft }: Draft): Fields {
  return {
    entry,
    action,
    tipOnPhone,
    note,
    preset,
    suggestedTip,
    behind: suspendedDraft && persistentFields(suspendedDraft),
  };
}

function savedDrafts(terminal: Terminal): Partial<Pick<TillState, "draft" | "draftsByUser">> {
  try {
    const { till, name, draft, people } = fields(JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
    if (till !== tillOf(terminal)) return {};
    const { currency, staff } = terminal;
    const saved = { draft: draftFrom(draft, currency), draftsByUser: parseUserDrafts(people, currency) };
    const belongsToUser = !terminal.people.requireSignIn || name === (staff?.name ?? null);
    return belongsToUser ? saved : switchUserDrafts(saved, name === null ? null : { name: text(name) }, staff);
  } catch {
    return {};
  }
}

/** @throws TypeError when a draft is invalid */
function parseUserDrafts(value: unknown, currency: string): ReadonlyMap<string, Draft> {
  if (!Array.isArray(value)) throw new TypeError("no people");
  return new Map(
    value.map((person) => {
      const [name, draft] = Array.isArray(person) ? person : [];
      return [text(name), draftFrom(draft, currency)];
    }),
  );
}

/** @throws TypeError when the draft is invalid */
function draftFrom(value: unknown, currency: string): Draft {
  const { entry, action, tipOnPhone, note, preset, suggestedTip, behind: suspendedDraft } = fields(value);
  return {
    ...EMPTY_DRAFT,
    entry: entryFrom(entry, currency),
    action: action === "AUTH" ? "AUTH" : "SALE",
    tipOnPhone: tipOnPhone === true,
    note: text(note),
    preset: preset === null ? null : presetFrom(preset),
    suggestedTip: suggestedTip === null ? null : integerUpTo(suggestedTip, MAX_AMOUNT),
    suspendedDraft: suspendedDraft === null ? null : draftFrom(suspendedDraft, currency),
  };
}

function presetFrom(value: unknown): RequestedPreset {
  const { id, name } = fields(value);
  return { id: text(id), name: text(name) };
}

function entryFrom(value: unknown, currency: string): Entry {
  const { lines, discount, typing } = fields(value);
  if (!Array.isArray(lines)) throw new TypeError("no lines");
  const entry: Entry = { lines: lines.map(lineFrom), typing: typingFrom(typing, currency), problem: null };
  // Applies the discount as if given now, which fails above the maximum number of lines.
  const action = { type: "discount", index: null, discount: discountFrom(discount) ?? null } as const;
  const checked = entryReducer(entry, action, currency);
  if (checked.problem !== null) throw new TypeError(checked.problem);
  return checked;
}

function lineFrom(value: unknown): Line {
  const { amount, times, name, productId, vatRate, discount } = fields(value);
  return {
    amount: integerUpTo(amount, MAX_AMOUNT),
    times: integerUpTo(times, MAX_QUANTITY),
    name: name === undefined ? undefined : text(name),
    productId: productId === undefined ? undefined : text(productId),
    vatRate: vatRate === undefined ? undefined : integerUpTo(vatRate, MAX_RATE),
    discount: discountFrom(discount),
  };
}

function discountFrom(value: unknown): Discount | undefined {
  if (value === undefined) return undefined;
  const { kind, rate, amount } = fields(value);
  if (kind === "percent") return { kind, rate: integerUpTo(rate, MAX_RATE) };
  return { kind: "amount", amount: integerUpTo(amount, MAX_AMOUNT) };
}

function typingFrom(value: unknown, currency: string): Typing {
  const { kind, amount, decimals, times } = fields(value);
  if (kind === "nothing") return { kind };
  if (kind === "times") return { kind, times: integerUpTo(times, MAX_QUANTITY) };
  const places = decimals === null ? null : integerUpTo(decimals, minorDigits(currency));
  return { kind: "amount", amount: integerUpTo(amount, MAX_AMOUNT), decimals: places };
}

function fields(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw new TypeError("no fields");
  return value as Fields;
}

function integerUpTo(value: unknown, most: number): number {
  const isWhole = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
  if (!isWhole) throw new TypeError("no number");
  return value;
}

function text(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_LINE_NAME) throw new TypeError("no text");
  return value;
}
