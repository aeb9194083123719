import type { PaymentAction } from "../../../contract/payments/views.ts";
import type { Discount } from "../../kit/amount/basket.ts";
import { type Entry, type EntryAction, entryAfter, entryReducer, totalOf } from "../../kit/amount/entry.ts";
import { PHONES } from "../../kit/lazy-parts.ts";
import { type ActionPorts, canRead, customerOf, showNotice } from "../../store/ports.ts";
import { type Draft, EMPTY_DRAFT } from "../../store/state.ts";

export const LONGEST_PHONE = 24;

export interface LineChange {
  times: number;
  name: string | null;
  discount: Discount | null;
}

function isEmpty({ lines, typing }: Entry): boolean {
  return lines.length === 0 && typing.kind === "nothing";
}

function saleFields({ entry, note, preset }: Pick<Draft, "entry" | "note" | "preset">) {
  return { entry, note, preset };
}

function customerFields({ phone, phoneChosen, phoneProblem, customer }: Draft) {
  return { phone, phoneChosen, phoneProblem, customer };
}

const NO_CUSTOMER = customerFields(EMPTY_DRAFT);

/** Returns what undo restores. The customer is restored only while no other one is set. */
export function undoableDraft({ cleared, phone, customer }: Draft): Draft["cleared"] {
  const hasOtherCustomer = cleared?.phone !== undefined && (phone !== "" || customer !== null);
  return hasOtherCustomer ? null : cleared;
}

/**
 * Returns the draft after an amount key. A removal can be undone until the next key.
 * @param clearsCustomer whether the customer is cleared with the last amount
 */
function keyedIn(draft: Draft, entry: Entry, key: EntryAction["type"], clearsCustomer: boolean): Partial<Draft> {
  const takesOff = key === "clear" || key === "remove";
  // Clearing an empty amount keeps the earlier undo.
  const before = key === "clear" ? undoableDraft(draft) : null;
  // A phone number cleared alone does not replace the undo of another sale.
  const isNumberAlone = before === null && isEmpty(draft.entry) && draft.customer === null;
  const previousUndo = key === "clear" && isNumberAlone ? draft.cleared : null;
  // Note and request belong to the items; a tip belongs to the old amount.
  const { note, preset } = takesOff && isEmpty(entry) ? EMPTY_DRAFT : draft;
  const nextCustomer = clearsCustomer && isEmpty(entry) ? NO_CUSTOMER : customerFields(draft);
  const removesCustomer = nextCustomer.phone !== draft.phone || nextCustomer.customer !== draft.customer;
  const isSame = note === draft.note && preset === draft.preset && !removesCustomer;
  const isCleared = takesOff && (totalOf(entry) !== totalOf(draft.entry) || !isSame);
  // The amount may have been cleared by an earlier key.
  const clearedSale = isEmpty(draft.entry) && before ? saleFields(before) : saleFields(draft);
  const cleared = { ...clearedSale, ...(removesCustomer && customerFields(draft)) };
  const language = isEmpty(entry) ? null : draft.language;
  return {
    entry,
    note,
    preset,
    language,
    ...nextCustomer,
    tip: null,
    cleared: previousUndo ?? (isCleared ? cleared : before),
  };
}

type Change = (draft: Partial<Draft>) => void;

export function entryActions(ports: ActionPorts) {
  const { store } = ports;
  const set = (draft: Partial<Draft>) => store.setState((state) => ({ draft: { ...state.draft, ...draft } }));
  /** While a start is in progress, edits would belong to no sale. */
  const change = (draft: Partial<Draft>) => (store.getState().busy.start ? showNotice(ports, "notTaken") : set(draft));
  return {
    ...amountActions(ports, change),
    ...customerActions(ports, change),
    removeNote: () => change({ note: "" }),
    removePreset: () => change({ preset: null }),
    forgetTip: () => change({ tip: null }),
    suggestTip: (suggestedTip: number | null) => change({ suggestedTip }),
    /** A tip belongs to the previous payment type. */
    setAction: (action: PaymentAction) => change({ action, tip: null }),
    setTipOnPhone: (tipOnPhone: boolean) => change({ tipOnPhone, tip: null }),
    /** Sets the target of the on-screen keys. Validates the phone number when its field is left. */
    async setKeysFor(keysFor: Draft["keysFor"]) {
      set({ keysFor });
      if (!canRead(store.getState().draft) && (await PHONES.load()) === null) return;
      const { draft, terminal } = store.getState();
      const isLeft = draft.keysFor === "amount" && terminal !== null;
      if (isLeft && customerOf(draft, terminal).kind === "none") set({ phoneProblem: true });
    },
    clearDraft: () => change(EMPTY_DRAFT),
  };
}

function customerActions({ store }: ActionPorts, change: Change) {
  /** A rejected number stays marked until it is valid. */
  const setPhone = (phone: string) => {
    const { draft, terminal } = store.getState();
    const typed = { ...draft, phone, phoneChosen: null };
    const isStillInvalid = draft.phoneProblem && terminal !== null && customerOf(typed, terminal).kind === "none";
    change({ phone, phoneChosen: null, phoneProblem: isStillInvalid });
  };
  return {
    setPhone,
    typePhone: (text: string) => setPhone((store.getState().draft.phone + text).slice(0, LONGEST_PHONE)),
    erasePhone: () => setPhone(store.getState().draft.phone.slice(0, -1)),
    setDraftCustomer: (customer: Draft["customer"]) => change({ customer, keysFor: "amount" }),
  };
}

function amountActions({ store }: ActionPorts, change: Change) {
  const keyIn = (action: EntryAction, clearsCustomer: boolean) => {
    const { draft, terminal, unitsFirst } = store.getState();
    if (!terminal) return;
    const entry = entryReducer(draft.entry, action, terminal.currency, unitsFirst);
    if (action.type === "clear" && isEmpty(entry) && draft.suspendedDraft !== null) return change(draft.suspendedDraft);
    change(keyedIn(draft, entry, action.type, clearsCustomer));
  };
  const enter = (action: EntryAction) => keyIn(action, false);
  return {
    enter,
    /** Clears the current input first, then the sale and its customer. */
    clearSale: () => keyIn({ type: "clear" }, true),
    /** Undoes the characters of a scan. */
    restoreEntry: (entry: Entry) => change({ entry, tip: null }),
    bringBack() {
      const cleared = undoableDraft(store.getState().draft);
      if (cleared !== null) change({ ...cleared, tip: null, cleared: null });
    },
    /**
     * Changes a basket line, entirely or not at all.
     * @param name null for products
     */
    changeLine(index: number, { times, name, discount }: LineChange) {
      const { draft, terminal, unitsFirst } = store.getState();
      if (!terminal) return;
      const steps: EntryAction[] = [{ type: "quantity", index, times }];
      if (name !== null) steps.push({ type: "rename", index, name });
      steps.push({ type: "discount", index, discount });
      const entry = entryAfter(draft.entry, steps, terminal.currency, unitsFirst);
      change({ entry, tip: null, cleared: null });
      if (entry.problem === null) store.setState({ dialog: null });
    },
    removeLine(index: number) {
      enter({ type: "remove", index });
      store.setState({ dialog: null });
    },
    changeSale({ note, discount, preset }: Pick<Draft, "note" | "preset"> & { discount: Discount | null }) {
      enter({ type: "discount", index: null, discount });
      change({ note, preset });
      store.setState({ dialog: null });
    },
  };
}
