/** Actions on what is being prepared at the counter: the amount, the kind of payment, and who is asked. */
import type { PaymentAction } from "../../../contract/views.ts";
import type { Discount } from "../../kit/amount/basket.ts";
import { type Entry, type EntryAction, entryAfter, entryReducer, totalOf } from "../../kit/amount/entry.ts";
import { PHONES } from "../../kit/phones.ts";
import { type ActionPorts, askedBy, canRead, tell } from "../../store/ports.ts";
import { type Draft, EMPTY_DRAFT } from "../../store/state.ts";

/** As many characters as the field for it takes. */
export const LONGEST_PHONE = 24;

/** What a line of the basket is to be. */
export interface LineChange {
  times: number;
  name: string | null;
  discount: Discount | null;
}

/** Whether nothing is keyed in. */
function isEmpty({ lines, typing }: Entry): boolean {
  return lines.length === 0 && typing.kind === "nothing";
}

/** What is sold, and what belongs to it. */
function soldIn({ entry, note, preset }: Pick<Draft, "entry" | "note" | "preset">) {
  return { entry, note, preset };
}

/** Who is asked: a number, with what is known of it, or a customer whose code was scanned. */
function askedIn({ phone, phoneChosen, phoneProblem, customer }: Draft) {
  return { phone, phoneChosen, phoneProblem, customer };
}

const NO_CUSTOMER = askedIn(EMPTY_DRAFT);

/** What can be brought back: what was cleared together with its customer, only while no other one is asked. */
export function toBringBack({ cleared, phone, customer }: Draft): Draft["cleared"] {
  const isAnothers = cleared?.phone !== undefined && (phone !== "" || customer !== null);
  return isAnothers ? null : cleared;
}

/**
 * The draft after a key of the amount. What it takes off the amount can be brought back until the next key.
 * @param withAsked whether who is asked goes with the last of the amount
 */
function keyedIn(draft: Draft, entry: Entry, key: EntryAction["type"], withAsked: boolean): Partial<Draft> {
  const takesOff = key === "clear" || key === "remove";
  // Clearing what is clear already takes nothing back.
  const before = key === "clear" ? toBringBack(draft) : null;
  // What is another's is out of sight until that one is asked no more: it is not lost for a number that was typed alone.
  const isNumberAlone = before === null && isEmpty(draft.entry) && draft.customer === null;
  const kept = key === "clear" && isNumberAlone ? draft.cleared : null;
  // A note and a question belong to what is sold, and a tip was chosen for the amount as it was.
  const { note, preset } = takesOff && isEmpty(entry) ? EMPTY_DRAFT : draft;
  const asked = withAsked && isEmpty(entry) ? NO_CUSTOMER : askedIn(draft);
  const losesAsked = asked.phone !== draft.phone || asked.customer !== draft.customer;
  const isSame = note === draft.note && preset === draft.preset && !losesAsked;
  const isCleared = takesOff && (totalOf(entry) !== totalOf(draft.entry) || !isSame);
  // The amount may have been cleared before, by a key of its own.
  const sold = isEmpty(draft.entry) && before ? soldIn(before) : soldIn(draft);
  const cleared = { ...sold, ...(losesAsked && askedIn(draft)) };
  const language = isEmpty(entry) ? null : draft.language;
  return { entry, note, preset, language, ...asked, tip: null, cleared: kept ?? (isCleared ? cleared : before) };
}

type Change = (draft: Partial<Draft>) => void;

export function entryActions(ports: ActionPorts) {
  const { store } = ports;
  const set = (draft: Partial<Draft>) => store.setState((state) => ({ draft: { ...state.draft, ...draft } }));
  /** A sale that is being asked for stays as it is, and what is keyed in now would be in none. */
  const change = (draft: Partial<Draft>) => (store.getState().busy.start ? tell(ports, "notTaken") : set(draft));
  return {
    ...amountActions(ports, change),
    ...askedActions(ports, change),
    removeNote: () => change({ note: "" }),
    removePreset: () => change({ preset: null }),
    /** The customer is asked for a tip anew. */
    forgetTip: () => change({ tip: null }),
    suggestTip: (suggestedTip: number | null) => change({ suggestedTip }),
    /** A tip was chosen for the sale as it was: of another kind of payment it is asked for anew, if at all. */
    setAction: (action: PaymentAction) => change({ action, tip: null }),
    setTipOnPhone: (tipOnPhone: boolean) => change({ tipOnPhone, tip: null }),
    /** Says what the keys on the screen type into. A number that is none is said to be that once its field is left. */
    async setKeysFor(keysFor: Draft["keysFor"]) {
      set({ keysFor });
      if (!canRead(store.getState().draft) && (await PHONES.load()) === null) return;
      const { draft, terminal } = store.getState();
      const isLeft = draft.keysFor === "amount" && terminal !== null;
      if (isLeft && askedBy(draft, terminal).kind === "none") set({ phoneProblem: true });
    },
    clearDraft: () => change(EMPTY_DRAFT),
  };
}

/** Who is asked: a phone number, or a customer whose code was scanned. */
function askedActions({ store }: ActionPorts, change: Change) {
  /** What was refused once is wrong until it can be read: how to type it is said while it is being corrected. */
  const setPhone = (phone: string) => {
    const { draft, terminal } = store.getState();
    const typed = { ...draft, phone, phoneChosen: null };
    const isStill = draft.phoneProblem && terminal !== null && askedBy(typed, terminal).kind === "none";
    change({ phone, phoneChosen: null, phoneProblem: isStill });
  };
  return {
    setPhone,
    /** A key on the screen, while the phone number has the focus: it types at the end. */
    typePhone: (text: string) => setPhone((store.getState().draft.phone + text).slice(0, LONGEST_PHONE)),
    erasePhone: () => setPhone(store.getState().draft.phone.slice(0, -1)),
    setDraftCustomer: (customer: Draft["customer"]) => change({ customer, keysFor: "amount" }),
  };
}

/** The amount: its keys, its lines, and what is taken off it. */
function amountActions({ store }: ActionPorts, change: Change) {
  const keyIn = (action: EntryAction, withAsked: boolean) => {
    const { draft, terminal, unitsFirst } = store.getState();
    if (!terminal) return;
    const entry = entryReducer(draft.entry, action, terminal.currency, unitsFirst);
    if (action.type === "clear" && isEmpty(entry) && draft.behind !== null) return change(draft.behind);
    change(keyedIn(draft, entry, action.type, withAsked));
  };
  const enter = (action: EntryAction) => keyIn(action, false);
  return {
    enter,
    /** Clears what is being typed, then all of the sale, and who is asked with it. */
    clearSale: () => keyIn({ type: "clear" }, true),
    /** Takes back what was typed since: it was a scanner's. */
    restoreEntry: (entry: Entry) => change({ entry, tip: null }),
    /** Undoes the last clearing. */
    bringBack() {
      const cleared = toBringBack(store.getState().draft);
      if (cleared !== null) change({ ...cleared, tip: null, cleared: null });
    },
    /** Changes a line of the basket, as a whole or not at all. @param name null: it is a product's */
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
    /** Changes what belongs to the whole sale. */
    changeSale({ note, discount, preset }: Pick<Draft, "note" | "preset"> & { discount: Discount | null }) {
      enter({ type: "discount", index: null, discount });
      change({ note, preset });
      store.setState({ dialog: null });
    },
  };
}
