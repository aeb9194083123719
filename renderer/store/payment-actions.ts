/** Actions on payments: start, identify, capture, release, cancel, renew, refund. */
import type { CommandInput } from "../../contract/commands.ts";
import type { Result, TillError } from "../../contract/errors.ts";
import { readPhoneNumber } from "../../contract/identifiers.ts";
import type { Payment } from "../../contract/views.ts";
import { callingCode } from "../charge/country-code.ts";
import { soldLines, totalOf } from "../charge/entry.ts";
import type { Parts } from "../refund/split.ts";
import { wasNotAccepted } from "../result/reason.ts";
import { asManager } from "./as-manager.ts";
import { type ActionPorts, answered, type Caller, canCharge, customerOf } from "./ports.ts";
import { currentPayment, isModal } from "./select.ts";
import { type ConfirmedStep, type Draft, EMPTY_DRAFT, type TillState } from "./state.ts";

type Started = CommandInput<"payment.start">;

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
    /** Asks a phone number, or a scanned customer, to pay a payment whose code is shown. @returns a problem of the number */
    async identify(posTid: string, phone: string): Promise<boolean> {
      const value = readPhoneNumber(phone, callingCode(store.getState().terminal?.locale ?? "en"));
      if (value === null) return false;
      const result = await caller.once(`identify ${posTid}`, "payment.identify", {
        posTid,
        customer: { kind: "phone", value },
      });
      if (result?.ok === false && result.error.code === "invalid_input") return false;
      if (onAnswer(result)) store.setState({ dialog: null });
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
    store.setState({ currentId: posTid, asked: { posTid, draft }, draft: EMPTY_DRAFT, dialog: null, route: "charge" });
  };
  /** What the service refused outright nobody was asked: it is closed here, and waits for nobody any more. */
  const closeRefused = async (payment: Payment | null) => {
    if (payment === null || !wasNotAccepted(payment) || !payment.steps.includes("abort")) return;
    const { posTid } = payment;
    const closed = await caller.once(`abort ${posTid}`, "payment.abort", { posTid });
    if (closed?.ok) caller.keep(closed.value);
  };
  return {
    /** Charges the draft. Above the till's own threshold a person is asked once more first. */
    async charge(confirmed = false) {
      const { draft, terminal } = store.getState();
      if (!terminal || terminal.disk === "full" || !canCharge(draft)) return;
      if (currentPayment(store.getState()) !== null) return;
      const customer = customerOf(draft, terminal.locale);
      if (customer === null) {
        store.setState({ draft: { ...draft, phoneProblem: true } });
        return;
      }
      const amount = totalOf(draft.entry);
      if (!confirmed && terminal.confirmAbove !== null && amount > terminal.confirmAbove) {
        if (!isModal(store.getState())) store.setState({ dialog: { kind: "confirmCharge" } });
        return;
      }
      const additionalEdit = draft.tipOnPhone || undefined;
      await begin({ action: draft.action, amount, additionalEdit, customer, lines: soldLines(draft.entry) }, draft);
    },
    /** The same payment once more under a new code; one that still waits is cancelled first. */
    async showNewCode(payment: Payment) {
      if (payment.steps.includes("abort")) {
        const aborted = await caller.once(`abort ${payment.posTid}`, "payment.abort", { posTid: payment.posTid });
        if (!answered(ports, caller, aborted)) return;
      }
      const { action, amount, additionalEdit, text } = payment;
      const sold = payment.lines.map(({ name, ...line }) => ({ ...line, name: name ?? undefined }));
      const lines = sold.length === 0 ? undefined : sold;
      const again = { action, amount, additionalEdit: additionalEdit || undefined, text: text ?? undefined, lines };
      await begin(again, draftOf(store.getState(), payment));
    },
    /** Back to the amount of a request that its number made impossible: the number can be corrected, and asked. */
    async askAnotherNumber(payment: Payment) {
      const draft = draftOf(store.getState(), payment);
      await closeRefused(payment);
      const fresh: Draft = { ...draft, phoneProblem: false, customer: null, cleared: null, keysFor: "phone" };
      store.setState({ currentId: null, dialog: null, route: "charge", draft: fresh });
    },
    /** Leaves the current payment: its result has been seen, or the till cancels it by itself. */
    newSale() {
      void closeRefused(currentPayment(store.getState()));
      store.setState({ currentId: null, asked: null, dialog: null, route: "charge", draft: EMPTY_DRAFT });
    },
    /** Brings a payment whose code waits back to the counter. */
    present(posTid: string) {
      store.setState({ currentId: posTid, route: "charge", dialog: null });
    },
  };
}

/** What a payment was asked with; where this window did not ask it, as much of that as the payment says itself. */
function draftOf({ asked }: TillState, { posTid, action, amount, additionalEdit }: Payment): Draft {
  if (asked?.posTid === posTid) return asked.draft;
  const entry: Draft["entry"] = { ...EMPTY_DRAFT.entry, typing: { kind: "amount", amount, decimals: null } };
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
    async refund(request: RefundRequest) {
      if (store.getState().refund.kind !== "idle") return;
      store.setState({ refund: { kind: "sending" }, managerProblem: null });
      await ask(request);
    },
  };
}
