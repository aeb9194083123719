/** Actions on what is being prepared at the counter: the amount, the kind of payment, and who is asked. */
import type { PaymentAction } from "../../../contract/views.ts";
import { type EntryAction, entryReducer, totalOf } from "../../kit/amount/entry.ts";
import { type ActionPorts, askedBy } from "../../store/ports.ts";
import { type Draft, EMPTY_DRAFT } from "../../store/state.ts";

/** As many characters as the field for it takes. */
export const LONGEST_PHONE = 24;

export function entryActions({ store }: ActionPorts) {
  const change = (draft: Partial<Draft>) => store.setState((state) => ({ draft: { ...state.draft, ...draft } }));
  /** What was refused once is wrong until it can be read: how to type it is said while it is being corrected. */
  const setPhone = (phone: string) => {
    const { draft, terminal } = store.getState();
    const typed = { ...draft, phone, phoneChosen: null };
    const isStill = draft.phoneProblem && terminal !== null && askedBy(typed, terminal).kind === "none";
    change({ phone, phoneChosen: null, phoneProblem: isStill });
  };
  return {
    /** A key of the amount. What it takes off the amount can be brought back until the next key. */
    enter(action: EntryAction) {
      const { draft, terminal, unitsFirst } = store.getState();
      if (!terminal) return;
      const entry = entryReducer(draft.entry, action, terminal.currency, unitsFirst);
      const isCleared =
        (action.type === "clear" || action.type === "remove") && totalOf(entry) !== totalOf(draft.entry);
      // Clearing what is clear already takes nothing back.
      const before = action.type === "clear" ? draft.cleared : null;
      change({ entry, cleared: isCleared ? draft.entry : before });
    },
    /** Undoes the last clearing. */
    bringBack() {
      const { cleared } = store.getState().draft;
      if (cleared !== null) change({ entry: cleared, cleared: null });
    },
    setAction: (action: PaymentAction) => change({ action }),
    setTipOnPhone: (tipOnPhone: boolean) => change({ tipOnPhone }),
    setPhone,
    /** A key on the screen, while the phone number has the focus: it types at the end. */
    typePhone: (text: string) => setPhone((store.getState().draft.phone + text).slice(0, LONGEST_PHONE)),
    erasePhone: () => setPhone(store.getState().draft.phone.slice(0, -1)),
    /** Says what the keys on the screen type into. */
    setKeysFor: (keysFor: Draft["keysFor"]) => change({ keysFor }),
    setDraftCustomer: (customer: Draft["customer"]) => change({ customer, keysFor: "amount" }),
    clearDraft: () => change(EMPTY_DRAFT),
  };
}
