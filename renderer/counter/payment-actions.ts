/** Actions on payments: start, identify, capture, release, cancel, renew, refund. */
import type { CommandInput } from "../../contract/commands.ts";
import { failed, type Result, type TillError } from "../../contract/errors.ts";
import { isPresent } from "../../contract/phases.ts";
import type { Payment } from "../../contract/views.ts";
import { soldLines, totalOf, typedAmount } from "../kit/amount/entry.ts";
import type { Parts } from "../kit/amount/split.ts";
import { wasNotAccepted } from "../kit/refused.ts";
import { asManager } from "../store/as-manager.ts";
import { type ActionPorts, answered, askedBy, type Caller, canCharge } from "../store/ports.ts";
import { covering, currentPayment, isModal, mayAskAgain, uncovered } from "../store/select.ts";
import { type ConfirmedStep, type Dialog, type Draft, EMPTY_DRAFT, type TillState } from "../store/state.ts";

type Started = CommandInput<"payment.start">;
type Asked = NonNullable<TillState["asked"]>;

/** What a refund is asked with; `parts` null is all that can be refunded. */
export interface RefundRequest {
  posTid: string;
  parts: Parts | null;
  amount: number;
  reason: string;
  pin: string | null;
  /** Made when the dialog opened */
  refundId: string;
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
        store.setState(({ asked }) => ({ dialog: null, asked: asked && withNumber(asked, posTid, value) }));
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
  const begin = async (input: Started, draft: Draft) => {
    const result = await caller.once("start", "payment.start", input);
    if (result?.ok === false && isPhoneProblem(result.error)) {
      store.setState(({ draft }) => ({ draft: { ...draft, phoneProblem: true }, dialog: null }));
      return;
    }
    const payment = answered(ports, caller, result);
    if (payment === null) return store.setState({ dialog: null });
    const { posTid } = payment;
    store.setState((state) => ({
      ...covering(state, posTid),
      asked: { posTid, draft },
      draft: EMPTY_DRAFT,
      dialog: null,
      route: "charge",
    }));
  };
  /** What the service refused outright nobody was asked: it is closed here, and waits for nobody any more. */
  const closeRefused = async (payment: Payment | null) => {
    if (payment === null || !wasNotAccepted(payment) || !payment.steps.includes("abort")) return;
    const { posTid } = payment;
    const closed = await caller.once(`abort ${posTid}`, "payment.abort", { posTid });
    if (closed?.ok) caller.keep(closed.value);
  };
  const open = (dialog: Dialog) => {
    if (!isModal(store.getState())) store.setState({ dialog });
  };
  /** Charges the draft. Above the till's own threshold a person is asked once more first. */
  const charge = async (confirmed = false) => {
    const { draft, terminal } = store.getState();
    if (!terminal || terminal.disk === "full" || !canCharge(draft)) return;
    if (currentPayment(store.getState()) !== null) return;
    const asked = askedBy(draft, terminal);
    if (asked.kind === "none") return store.setState({ draft: { ...draft, phoneProblem: true } });
    if (asked.kind === "ask") return open({ kind: "whichNumber" });
    const { customer } = asked;
    const amount = totalOf(draft.entry);
    if (!confirmed && terminal.confirmAbove !== null && amount > terminal.confirmAbove) {
      return open({ kind: "confirmCharge" });
    }
    const additionalEdit = draft.tipOnPhone || undefined;
    await begin({ action: draft.action, amount, additionalEdit, customer, lines: soldLines(draft.entry) }, draft);
  };
  return {
    charge,
    /** The number was asked about: this is the one to ask, and the charging goes on. @param digits see G3 */
    async chargeNumber(digits: string) {
      store.setState(({ draft }) => ({ draft: { ...draft, phoneChosen: digits }, dialog: null }));
      await charge();
    },
    ...againActions(ports, caller, { begin, closeRefused }),
    ...coverActions(ports, closeRefused),
  };
}

/** Which payment is at the counter. */
function coverActions({ store }: ActionPorts, closeRefused: Starting["closeRefused"]) {
  return {
    /**
     * Leaves the current payment: its result has been seen, or the till cancels it by itself. One whose screen it took is
     * at the counter again: its code is alive, and the customer may still pay it.
     */
    newSale() {
      void closeRefused(currentPayment(store.getState()));
      store.setState((state) => ({
        ...uncovered(state),
        asked: null,
        dialog: null,
        route: "charge",
        draft: EMPTY_DRAFT,
      }));
    },
    /** Brings a payment whose code waits back to the counter. */
    present(posTid: string) {
      store.setState((state) => ({ ...covering(state, posTid), route: "charge", dialog: null }));
    },
  };
}

interface Starting {
  begin(input: Started, draft: Draft): Promise<void>;
  closeRefused(payment: Payment | null): Promise<void>;
}

/** What can be done where nothing came of a payment: the same sale once more. */
function againActions(ports: ActionPorts, caller: Caller, { begin, closeRefused }: Starting) {
  const { store } = ports;
  return {
    /** The same sale once more, of the same customer: the amount, the lines and the number are kept. */
    async chargeAgain(payment: Payment) {
      const { terminal } = store.getState();
      if (terminal === null) return;
      const draft = draftOf(store.getState(), payment);
      const asked = askedBy(draft, terminal);
      await closeRefused(payment);
      await begin({ ...sameAgain(payment), customer: asked.kind === "customer" ? asked.customer : undefined }, draft);
    },
    /**
     * The same payment once more under a new code. One that still waits is cancelled first, and the new code is shown
     * when the old one is dead: at once where the till alone knows it, on the service's word where it is a request there.
     */
    async showNewCode(payment: Payment) {
      const draft = { ...draftOf(store.getState(), payment), phone: "", phoneChosen: null, customer: null };
      if (payment.steps.includes("abort")) {
        const aborted = await caller.once(`abort ${payment.posTid}`, "payment.abort", { posTid: payment.posTid });
        if (!answered(ports, caller, aborted) || !(await endedUnpaid(store, payment.posTid))) return;
      }
      await begin(sameAgain(payment), draft);
    },
    /** Back to the amount of a request that its number made impossible: the number can be corrected, and asked. */
    async askAnotherNumber(payment: Payment) {
      const draft = draftOf(store.getState(), payment);
      await closeRefused(payment);
      const fresh: Draft = {
        ...draft,
        phoneProblem: false,
        phoneChosen: null,
        customer: null,
        cleared: null,
        keysFor: "phone",
      };
      store.setState({ currentId: null, dialog: null, route: "charge", draft: fresh });
    },
  };
}

/** Waits for the end of a payment at the counter. @returns whether it came to nothing, while the counter still waited */
function endedUnpaid(store: ActionPorts["store"], posTid: string): Promise<boolean> {
  const verdict = ({ currentId, payments }: TillState): boolean | null => {
    const payment = payments[posTid];
    if (currentId !== posTid || payment === undefined) return false;
    // A sale that was approved just before is being given back: only then is its code done with.
    const isUndecided = isPresent(payment.phase) || payment.undoing;
    return isUndecided ? null : (mayAskAgain(payment) || payment.phase === "released") && payment.late === null;
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
  if (asked.posTid !== posTid) return asked;
  return { posTid, draft: { ...asked.draft, phone: `+${digits}`, phoneChosen: digits } };
}

/** What a payment was, to be asked for once more. */
function sameAgain({ action, amount, additionalEdit, text, lines }: Payment): Started {
  const sold = lines.map(({ name, ...line }) => ({ ...line, name: name ?? undefined }));
  return {
    action,
    amount,
    additionalEdit: additionalEdit || undefined,
    text: text ?? undefined,
    lines: sold.length === 0 ? undefined : sold,
  };
}

/** What a payment was asked with; where this window did not ask it, as much of that as the payment says itself. */
function draftOf({ asked, unitsFirst }: TillState, payment: Payment): Draft {
  const { posTid, action, amount, additionalEdit, currency } = payment;
  if (asked?.posTid === posTid) return asked.draft;
  const entry = typedAmount(amount, currency, unitsFirst);
  return { ...EMPTY_DRAFT, entry, action, tipOnPhone: additionalEdit };
}

function isPhoneProblem(error: TillError): boolean {
  return (
    error.code === "invalid_input" && (error.details.fields ?? []).some(({ field }) => field.startsWith("customer"))
  );
}

function refundActions({ store }: ActionPorts, caller: Caller) {
  const ask = async ({ posTid, parts, amount, reason, pin, refundId }: RefundRequest) => {
    const input = { posTid, ...parts, reason, refundId };
    const asked = store.getState().dialog;
    const result = await asManager(caller, pin, { key: `refund ${posTid}`, command: "payment.refund", input });
    if (result?.ok) caller.keep(result.value);
    // The dialog that asked may be gone, and another person's open: the answer is not for that one.
    if (store.getState().dialog !== asked) return;
    if (!result?.ok) return store.setState({ refund: { kind: "idle" }, managerProblem: result?.error ?? null });
    store.setState({ refund: { kind: "asked", operationId: refundId, amount } });
  };
  return {
    /**
     * Has main look at a PIN at its own step: nobody holds a button for one that is wrong. What is wrong with it is in
     * the state. @param whose by the limits that this window knows; main has the last word
     * @returns whether it may approve this refund, and the dialog is still the one that asked
     */
    async checkRefundPin(posTid: string, pin: string, whose: "manager" | "owner"): Promise<boolean> {
      const asked = store.getState().dialog;
      store.setState({ managerProblem: null });
      const input = { pin, command: "payment.refund" as const };
      const result = await caller.once(`refund ${posTid}`, "staff.checkApproval", input);
      if (result === null || store.getState().dialog !== asked) return false;
      const isTooLittle = result.ok && whose === "owner" && result.value.role !== "owner";
      const wrong = isTooLittle ? failed("limit") : result;
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
