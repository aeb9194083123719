/** Actions on payments: start, identify, capture, release, cancel, renew, refund. */
import type { CommandInput } from "../../contract/commands.ts";
import type { Result } from "../../contract/errors.ts";
import { isPresent } from "../../contract/phases.ts";
import { refundLimit } from "../../contract/roles.ts";
import type { Payment, Terminal } from "../../contract/views.ts";
import { linesOf } from "../kit/amount/basket.ts";
import { EMPTY_ENTRY, soldLines, totalOf, typedAmount } from "../kit/amount/entry.ts";
import type { Parts } from "../kit/amount/split.ts";
import { ownFailure } from "../kit/client/own-failure.ts";
import type { Leave } from "../kit/context.ts";
import { PHONES } from "../kit/phones.ts";
import { wasNotAccepted } from "../kit/refused.ts";
import { asManager } from "../store/as-manager.ts";
import { handedOver } from "../store/operator-change.ts";
import {
  type ActionPorts,
  answered,
  askedBy,
  type Caller,
  canCharge,
  canRead,
  isUntouched,
  leave,
  tell,
  tipAskedFor,
} from "../store/ports.ts";
import { covering, currentPayment, dismissed, endedWithoutMoney, isModal, openSales, parked } from "../store/select.ts";
import { type ConfirmedStep, type Dialog, type Draft, EMPTY_DRAFT, type TillState } from "../store/state.ts";
import { type Begin, beginning, type Started } from "./beginning.ts";

type Asked = TillState["asked"];

/** What a refund is asked with; `parts` null is all that can be refunded. */
export interface RefundRequest {
  /** Its `refundId` was made when the dialog opened */
  input: CommandInput<"payment.refund"> & { refundId: string };
  /** In minor units */
  amount: number;
  leave: Leave;
}

export function paymentActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const starting = startActions(ports, caller);
  const onAnswer = (result: Result<Payment> | null): Payment | null => answered(ports, caller, result);
  return {
    ...starting,
    ...refundActions(ports, caller),
    /** Asks a phone number (digits, G3) to pay a payment whose code is shown. @returns whether main took it for one */
    async identify(posTid: string, value: string): Promise<boolean> {
      const result = await caller.once(`identify ${posTid}`, "payment.identify", {
        posTid,
        customer: { kind: "phone", value },
      });
      if (result?.ok === false && result.error.code === "invalid_input") return false;
      if (onAnswer(result)) {
        store.setState(({ asked }) => ({ dialog: null, asked: withNumber(asked, posTid, value) }));
      }
      return true;
    },
    async identifyScanned(posTid: string, token: string) {
      onAnswer(
        await caller.once(`identify ${posTid}`, "payment.identify", {
          posTid,
          customer: { kind: "scan", value: token },
        }),
      );
    },
    async capture(posTid: string, parts: Parts | null) {
      const result = await caller.once(`capture ${posTid}`, "payment.capture", { posTid, ...parts });
      if (onAnswer(result)) store.setState({ dialog: null });
    },
    /** The customer still looks for their phone: the code stays for another while. */
    async moreTime(posTid: string) {
      onAnswer(await caller.once(`extend ${posTid}`, "payment.extend", { posTid }));
    },
    async takeStep(posTid: string, step: ConfirmedStep | "leave") {
      const result = await caller.once(`${step} ${posTid}`, `payment.${step}`, { posTid });
      if (!onAnswer(result)) return;
      store.setState({ dialog: null });
      if (step === "leave" && store.getState().currentId === posTid) starting.newSale();
    },
  };
}

function startActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const begin = beginning(ports, caller);
  /** What the service refused outright nobody was asked: it is closed here, and waits for nobody any more. */
  const closeRefused = async (payment: Payment | null) => {
    const isOver = payment !== null && (wasNotAccepted(payment) || payment.codeMissing);
    if (!isOver || !payment.steps.includes("abort")) return;
    const { posTid } = payment;
    const closed = await caller.once(`abort ${posTid}`, "payment.abort", { posTid });
    if (closed?.ok) caller.keep(closed.value);
  };
  const open = (dialog: Dialog) => {
    if (!isModal(store.getState())) store.setState({ dialog });
  };
  /** Who is asked reads the shop's language until they are given another. */
  const askTip = (draft: Draft) => store.setState({ draft: { ...draft, language: null }, dialog: { kind: "tip" } });
  /** Charges the draft. Above the till's own threshold, with its tip, a person is asked once more first. */
  const charge = async (confirmed = false) => {
    if (!canRead(store.getState().draft) && (await PHONES.load()) === null) return tell(ports, "notFetched");
    const { draft, terminal } = store.getState();
    if (!terminal || terminal.disk === "full") return;
    if (currentPayment(store.getState()) !== null) return;
    const asked = askedBy(draft, terminal);
    if (asked.kind === "none") return store.setState({ draft: { ...draft, phoneProblem: true } });
    if (!canCharge(draft) || isCutOff(draft)) return;
    if (asked.kind === "ask") return open({ kind: "whichNumber" });
    const { customer } = asked;
    if (!confirmed && isLarge(draft, terminal)) return open({ kind: "confirmCharge" });
    if (asksTip(draft, terminal)) return askTip(draft);
    await begin({ ...startOf(draft, terminal), customer }, draft, { isDrafted: true });
  };
  return {
    charge,
    /** The number was asked about: this is the one to ask, and the charging goes on. @param digits see G3 */
    async chargeNumber(digits: string) {
      store.setState(({ draft }) => ({ draft: { ...draft, phoneChosen: digits }, dialog: null }));
      await charge();
    },
    /** The customer chose a tip at the till, and the charging goes on. @param tip in minor units; 0: none */
    async chooseTip(tip: number) {
      const { draft, terminal } = store.getState();
      store.setState({ draft: { ...draft, tip }, dialog: null });
      const wasConfirmed = terminal !== null && isLarge(draft, terminal);
      await charge(wasConfirmed && !isTipLarge(tip, draft));
    },
    /** A manager approves the discount of the sale that the dialog is about. */
    async chargeApproved(leave: Leave) {
      const { dialog } = store.getState();
      if (dialog?.kind !== "approveDiscount") return;
      await begin(dialog.started, dialog.draft, { isDrafted: dialog.isDrafted, leave });
    },
    ...againActions(ports, caller, { begin, closeRefused }),
    ...coverActions(ports, closeRefused),
  };
}

/** Which payment is at the counter. */
function coverActions(ports: ActionPorts, closeRefused: Starting["closeRefused"]) {
  const { store } = ports;
  const present = (posTid: string) =>
    leave(ports, () => store.setState((state) => ({ ...covering(state, posTid), route: "charge", dialog: null })));
  const dismiss = () => {
    void closeRefused(currentPayment(store.getState()));
    store.setState((state) => ({
      ...dismissed(state),
      asked: withoutAsked(state.asked, state.currentId),
      dialog: null,
      route: "charge",
    }));
  };
  return {
    /** Leaves the current payment: its result has been seen, or the till cancels it by itself. The next sale is keyed in. */
    newSale: () => leave(ports, dismiss),
    /** Leaves the current payment to its customer: it stays open beside the next sale. */
    nextCustomer() {
      if (isModal(store.getState())) return;
      leave(ports, () => store.setState((state) => ({ ...parked(state), route: "charge" })));
    },
    /** Brings a payment that waits, or ended unseen, back to the counter. */
    present,
    /** The same by its place among the open sales. @param place from 0; -1 is the latest */
    presentOpen(place: number) {
      const payment = openSales(store.getState()).at(place);
      if (payment !== undefined) present(payment.posTid);
    },
  };
}

interface Starting {
  begin: Begin;
  closeRefused(payment: Payment | null): Promise<void>;
}

/** What can be done where nothing came of a payment: the same sale once more. */
function againActions(ports: ActionPorts, caller: Caller, { begin, closeRefused }: Starting) {
  const { store } = ports;
  /** Goes on where it is still the one at the counter, of the same person. Until that is done, what else is pressed is not. */
  const afterClosing = (payment: Payment, goOn: () => unknown) => {
    const isAnothers = handedOver(store.getState());
    return caller.alone(`again ${payment.posTid}`, async () => {
      await closeRefused(payment);
      const state = store.getState();
      if (!isAnothers(state) && currentPayment(state)?.posTid === payment.posTid) await goOn();
    });
  };
  return {
    /** The same sale once more, of the same customer: the amount, the lines and the number are kept. */
    async chargeAgain(payment: Payment) {
      const { terminal } = store.getState();
      if (terminal === null) return;
      const draft = draftOf(store.getState(), payment);
      if (!canRead(draft) && (await PHONES.load()) === null) return tell(ports, "notFetched");
      const asked = askedBy(draft, terminal);
      const again = { ...sameAgain(payment, draft), customer: asked.kind === "customer" ? asked.customer : undefined };
      await afterClosing(payment, () => begin(again, draft));
    },
    /**
     * The same payment once more under a new code. One that still waits is cancelled first, and the new code is shown
     * when the old one is dead: at once where the till alone knows it, on the service's word where it is a request there.
     */
    async showNewCode(payment: Payment) {
      const draft = { ...draftOf(store.getState(), payment), phone: "", phoneChosen: null, customer: null };
      const isAnothers = handedOver(store.getState());
      if (payment.steps.includes("abort")) {
        const aborted = await caller.once(`abort ${payment.posTid}`, "payment.abort", { posTid: payment.posTid });
        if (!answered(ports, caller, aborted) || !(await endedUnpaid(store, payment.posTid))) return;
        if (isAnothers(store.getState())) return;
      }
      await begin(sameAgain(payment, draft), draft);
    },
    /** Back to the amount of a request that its number made impossible: the number can be corrected, and asked. */
    async askAnotherNumber(payment: Payment) {
      const draft = draftOf(store.getState(), payment);
      await afterClosing(payment, () => {
        const fresh = forAnotherNumber(draft, store.getState().draft);
        store.setState((state) => ({ ...dismissed(state), dialog: null, route: "charge", draft: fresh }));
      });
    },
  };
}

/** The sale as it was, of no customer yet; what was being keyed in is next. */
function forAnotherNumber(draft: Draft, keyedIn: Draft): Draft {
  return {
    ...draft,
    behind: isUntouched(keyedIn) ? null : keyedIn,
    phoneProblem: false,
    phoneChosen: null,
    customer: null,
    cleared: null,
    keysFor: "phone",
  };
}

/** Waits for the end of a payment at the counter. @returns whether it came to nothing, while the counter still waited */
function endedUnpaid(store: ActionPorts["store"], posTid: string): Promise<boolean> {
  const verdict = ({ currentId, payments }: TillState): boolean | null => {
    const payment = payments[posTid];
    if (currentId !== posTid || payment === undefined) return false;
    // A sale that was approved just before is being given back: only then is its code done with.
    const isUndecided = isPresent(payment.phase) || payment.undoing;
    return isUndecided ? null : endedWithoutMoney(payment);
  };
  return new Promise((resolve) => {
    const told = verdict(store.getState());
    if (told !== null) return resolve(told);
    const unsubscribe = store.subscribe((state) => {
      const ended = verdict(state);
      if (ended === null) return;
      unsubscribe();
      resolve(ended);
    });
  });
}

/** Who was asked belongs to what was asked: the same sale again goes to the same number. */
function withNumber(asked: Asked, posTid: string, digits: string): Asked {
  const draft = asked[posTid];
  return draft === undefined ? asked : { ...asked, [posTid]: { ...draft, phone: `+${digits}`, phoneChosen: digits } };
}

/** What a sale was asked with is of use until its result has been seen. */
function withoutAsked(asked: Asked, posTid: string | null): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([other]) => other !== posTid));
}

/** Whether the last digit that was typed was not taken: the amount that stands there is another than was meant. */
function isCutOff({ entry }: Draft): boolean {
  return entry.problem === "too_large" && entry.typing.kind !== "nothing";
}

/** Whether a person confirms it first: it is above the till's threshold, or more of it is tip than not. */
function isLarge(draft: Draft, terminal: Terminal): boolean {
  const { confirmAbove } = terminal;
  const total = totalOf(draft.entry) + tipAskedFor(draft, terminal);
  return (confirmAbove !== null && total > confirmAbove) || isTipLarge(draft.tip ?? 0, draft);
}

/** A tip above the amount is rather a mistake in keying it in than a tip. */
function isTipLarge(tip: number, { entry }: Draft): boolean {
  return tip > totalOf(entry);
}

/** Whether the customer is asked at the till whether they add a tip: before the code is shown, once for each amount. */
function asksTip({ action, tip, tipOnPhone }: Draft, { counter }: Terminal): boolean {
  return counter.tips?.where === "screen" && action === "SALE" && tip === null && !tipOnPhone;
}

/** What a draft asks for. What a person suggests as a tip stands on the phone for the customer to change. */
function startOf(draft: Draft, terminal: Terminal): Started {
  return {
    action: draft.action,
    amount: totalOf(draft.entry),
    additionalAmount: tipAskedFor(draft, terminal) || undefined,
    additionalEdit: draft.tipOnPhone || undefined,
    text: draft.note || undefined,
    preset: draft.preset?.id,
    language: draft.language ?? undefined,
    lines: soldLines(draft.entry, terminal.counter.keyedVatRate),
  };
}

/** What a payment was, to be asked for once more. */
function sameAgain(payment: Payment, { language, preset }: Draft): Started {
  const { action, amount, additionalAmount, additionalEdit, text, lines } = payment;
  const sold = lines.map(({ name, ...line }) => ({ ...line, name: name ?? undefined }));
  return {
    action,
    amount,
    additionalAmount: additionalAmount || undefined,
    additionalEdit: additionalEdit || undefined,
    text: text ?? undefined,
    preset: preset?.id,
    language: language ?? undefined,
    lines: sold.length === 0 ? undefined : sold,
  };
}

/** What a payment was asked with; where this window did not ask it, as much of that as the payment says itself. */
function draftOf({ asked, unitsFirst }: TillState, payment: Payment): Draft {
  const { posTid, action, amount, additionalAmount, additionalEdit, currency, lines, text } = payment;
  const known = asked[posTid];
  if (known !== undefined) return known;
  const entry =
    lines.length > 0 ? { ...EMPTY_ENTRY, lines: linesOf(lines) } : typedAmount(amount, currency, unitsFirst);
  return {
    ...EMPTY_DRAFT,
    entry,
    action,
    tipOnPhone: additionalEdit,
    tip: additionalEdit ? null : additionalAmount,
    note: text ?? "",
  };
}

function refundActions({ store }: ActionPorts, caller: Caller) {
  const ask = async ({ input, leave, amount }: RefundRequest) => {
    const { posTid, refundId } = input;
    const asked = store.getState().dialog;
    const result = await asManager(caller, leave, { key: `refund ${posTid}`, command: "payment.refund", input });
    if (result?.ok) caller.keep(result.value);
    // The dialog that asked may be gone, and another person's open: the answer is not for that one.
    if (store.getState().dialog !== asked) return;
    if (!result?.ok) return store.setState({ refund: { kind: "idle" }, managerProblem: result?.error ?? null });
    store.setState({ refund: { kind: "asked", operationId: refundId, amount } });
  };
  return {
    /**
     * Has main look at a PIN at its own step: nobody holds a button for one that is wrong. What is wrong with it is in
     * the state. @param total of the refund and what was given back before, in minor units; main has the last word
     * @returns whether it may approve this refund, and the dialog is still the one that asked
     */
    async checkRefundPin(posTid: string, pin: string, total: number): Promise<boolean> {
      const asked = store.getState().dialog;
      store.setState({ managerProblem: null });
      const input = { pin, command: "payment.refund" as const };
      const result = await caller.once(`refund ${posTid}`, "staff.checkApproval", input);
      if (result === null || store.getState().dialog !== asked) return false;
      const { terminal } = store.getState();
      const limit = result.ok && terminal ? refundLimit(result.value.role, terminal.people.roles) : null;
      const isTooLittle = limit !== null && total > limit;
      const wrong = isTooLittle ? ownFailure("limit") : result;
      if (!wrong.ok) store.setState({ managerProblem: wrong.error });
      return wrong.ok;
    },
    async refund(request: RefundRequest) {
      if (store.getState().refund.kind !== "idle") return;
      store.setState({ refund: { kind: "sending" }, managerProblem: null });
      await ask(request);
    },
  };
}
