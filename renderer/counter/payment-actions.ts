import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { Payment, Terminal } from "../../contract/payments/views.ts";
import { isPresent } from "../../contract/values/phases.ts";
import { refundLimit } from "../../contract/values/roles.ts";
import { linesOf } from "../kit/amount/basket.ts";
import { EMPTY_ENTRY, soldLines, totalOf, typedAmount } from "../kit/amount/entry.ts";
import type { Parts } from "../kit/amount/split.ts";
import { ownFailure } from "../kit/client/own-failure.ts";
import type { CommandApproval } from "../kit/context.ts";
import { PHONES } from "../kit/lazy-parts.ts";
import { wasRejectedByService } from "../kit/result-reason.ts";
import { asManager } from "../store/as-manager.ts";
import { userChangeCheck } from "../store/operator-change.ts";
import {
  type ActionPorts,
  type Caller,
  canCharge,
  canRead,
  customerOf,
  isDraftEmpty,
  navigateAway,
  requestedTip,
  showNotice,
  storeOrShowFailure,
} from "../store/ports.ts";
import {
  bringToCounter,
  closeCurrent,
  currentPayment,
  endedWithoutMoney,
  isModal,
  keepAsOpenSale,
  openSales,
} from "../store/select.ts";
import { type ConfirmedStep, type Dialog, type Draft, EMPTY_DRAFT, type TillState } from "../store/state.ts";
import { createStarter, loadRulesForCharge, type StartInput, type StartPayment } from "./start-payment.ts";

type DraftsByPosTid = TillState["draftsByPosTid"];

/** A refund to confirm; `parts` null refunds everything left. */
export interface RefundRequest {
  /** Its `refundId` was created when the dialog opened */
  input: CommandInput<"payment.refund"> & { refundId: string };
  amount: number;
  approval: CommandApproval;
}

export function paymentActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const starting = startActions(ports, caller);
  const onAnswer = (result: Result<Payment> | null): Payment | null => storeOrShowFailure(ports, caller, result);
  return {
    ...starting,
    ...refundActions(ports, caller),
    /**
     * Requests the payment from a phone number (digits, G3).
     * @returns whether the main process accepted the number
     */
    async identify(posTid: string, value: string): Promise<boolean> {
      const result = await caller.callExclusive(`identify ${posTid}`, "payment.identify", {
        posTid,
        customer: { kind: "phone", value },
      });
      if (result?.ok === false && result.error.code === "invalid_input") return false;
      if (onAnswer(result)) {
        store.setState(({ draftsByPosTid }) => ({
          dialog: null,
          draftsByPosTid: withNumber(draftsByPosTid, posTid, value),
        }));
      }
      return true;
    },
    async identifyScanned(posTid: string, token: string) {
      onAnswer(
        await caller.callExclusive(`identify ${posTid}`, "payment.identify", {
          posTid,
          customer: { kind: "scan", value: token },
        }),
      );
    },
    async capture(posTid: string, parts: Parts | null) {
      const result = await caller.callExclusive(`capture ${posTid}`, "payment.capture", { posTid, ...parts });
      if (onAnswer(result)) store.setState({ dialog: null });
    },
    async moreTime(posTid: string) {
      onAnswer(await caller.callExclusive(`extend ${posTid}`, "payment.extend", { posTid }));
    },
    async takeStep(posTid: string, step: ConfirmedStep | "leave") {
      const result = await caller.callExclusive(`${step} ${posTid}`, `payment.${step}`, { posTid });
      if (!onAnswer(result)) return;
      store.setState({ dialog: null });
      if (step === "leave" && store.getState().currentId === posTid) starting.newSale();
    },
  };
}

function startActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const startPayment = createStarter(ports, caller);
  /** Closes a payment that the service rejected before anyone was asked. */
  const closeRefused = async (payment: Payment | null) => {
    const isOver = payment !== null && (wasRejectedByService(payment) || payment.codeMissing);
    if (!isOver || !payment.steps.includes("abort")) return;
    const { posTid } = payment;
    const closed = await caller.callExclusive(`abort ${posTid}`, "payment.abort", { posTid });
    if (closed?.ok) caller.storePayment(closed.value);
  };
  const open = (dialog: Dialog) => {
    if (!isModal(store.getState())) store.setState({ dialog });
  };
  /** A new customer starts with the shop's language. */
  const askTip = (draft: Draft) => store.setState({ draft: { ...draft, language: null }, dialog: { kind: "tip" } });
  /** Charges the draft. Amounts above the till's threshold, tip included, need a confirmation. */
  const charge = async (confirmed = false) => {
    if (!canRead(store.getState().draft) && !(await loadRulesForCharge(ports, caller))) return;
    const { draft, terminal } = store.getState();
    if (!terminal || terminal.disk === "full") return;
    if (currentPayment(store.getState()) !== null) return;
    const asked = customerOf(draft, terminal);
    if (asked.kind === "none") return store.setState({ draft: { ...draft, phoneProblem: true } });
    if (!canCharge(draft) || isCutOff(draft)) return;
    if (asked.kind === "ask") return open({ kind: "whichNumber" });
    const { customer } = asked;
    if (!confirmed && isLarge(draft, terminal)) return open({ kind: "confirmCharge" });
    if (asksTip(draft, terminal)) return askTip(draft);
    await startPayment({ ...startOf(draft, terminal), customer }, draft, { isDrafted: true });
  };
  return {
    charge,
    /**
     * Charges with the chosen reading of the number.
     * @param digits see G3
     */
    async chargeNumber(digits: string) {
      store.setState(({ draft }) => ({ draft: { ...draft, phoneChosen: digits }, dialog: null }));
      await charge();
    },
    async chooseTip(tip: number) {
      const { draft, terminal } = store.getState();
      store.setState({ draft: { ...draft, tip }, dialog: null });
      const wasConfirmed = terminal !== null && isLarge(draft, terminal);
      await charge(wasConfirmed && !isTipLarge(tip, draft));
    },
    async chargeApproved(approval: CommandApproval) {
      const { dialog } = store.getState();
      if (dialog?.kind !== "approveDiscount") return;
      await startPayment(dialog.started, dialog.draft, { isDrafted: dialog.isDrafted, approval });
    },
    ...againActions(ports, caller, { begin: startPayment, closeRefused }),
    ...coverActions(ports, closeRefused),
  };
}

function coverActions(ports: ActionPorts, closeRefused: Starting["closeRefused"]) {
  const { store } = ports;
  const present = (posTid: string) =>
    navigateAway(ports, () =>
      store.setState((state) => ({ ...bringToCounter(state, posTid), route: "charge", dialog: null })),
    );
  const dismiss = () => {
    void closeRefused(currentPayment(store.getState()));
    store.setState((state) => ({
      ...closeCurrent(state),
      draftsByPosTid: withoutRequestDraft(state.draftsByPosTid, state.currentId),
      dialog: null,
      route: "charge",
    }));
  };
  return {
    /** Closes the current payment, whose result was seen or which the till cancels, and starts the next sale. */
    newSale: () => navigateAway(ports, dismiss),
    nextCustomer() {
      if (isModal(store.getState())) return;
      navigateAway(ports, () => store.setState((state) => ({ ...keepAsOpenSale(state), route: "charge" })));
    },
    present,
    /**
     * Opens an open sale by its position.
     * @param place from 0; -1 is the latest
     */
    presentOpen(place: number) {
      const payment = openSales(store.getState()).at(place);
      if (payment !== undefined) present(payment.posTid);
    },
  };
}

interface Starting {
  begin: StartPayment;
  closeRefused(payment: Payment | null): Promise<void>;
}

function againActions(ports: ActionPorts, caller: Caller, { begin, closeRefused }: Starting) {
  const { store } = ports;
  /** Continues if the payment is still at the counter of the same user. Other presses wait until then. */
  const afterClosing = (payment: Payment, goOn: () => unknown) => {
    const hasUserChanged = userChangeCheck(store.getState());
    return caller.runExclusive(`again ${payment.posTid}`, async () => {
      await closeRefused(payment);
      const state = store.getState();
      if (!hasUserChanged(state) && currentPayment(state)?.posTid === payment.posTid) await goOn();
    });
  };
  return {
    async chargeAgain(payment: Payment) {
      const { terminal } = store.getState();
      if (terminal === null) return;
      const draft = draftOf(store.getState(), payment);
      if (!canRead(draft) && (await PHONES.load()) === null) return showNotice(ports, "notFetched");
      const asked = customerOf(draft, terminal);
      const again = { ...sameAgain(payment, draft), customer: asked.kind === "customer" ? asked.customer : undefined };
      await afterClosing(payment, () => begin(again, draft));
    },
    /**
     * Shows a new code for the same payment. An open payment is cancelled first: at once if only the till knows it,
     * otherwise after the service confirms.
     */
    async showNewCode(payment: Payment) {
      const draft = { ...draftOf(store.getState(), payment), phone: "", phoneChosen: null, customer: null };
      const hasUserChanged = userChangeCheck(store.getState());
      if (payment.steps.includes("abort")) {
        const aborted = await caller.callExclusive(`abort ${payment.posTid}`, "payment.abort", {
          posTid: payment.posTid,
        });
        if (!storeOrShowFailure(ports, caller, aborted) || !(await endedUnpaid(store, payment.posTid))) return;
        if (hasUserChanged(store.getState())) return;
      }
      await begin(sameAgain(payment, draft), draft);
    },
    /** Returns to amount entry to correct the phone number. */
    async askAnotherNumber(payment: Payment) {
      const draft = draftOf(store.getState(), payment);
      await afterClosing(payment, () => {
        const numberDraft = forAnotherNumber(draft, store.getState().draft);
        store.setState((state) => ({ ...closeCurrent(state), dialog: null, route: "charge", draft: numberDraft }));
      });
    },
  };
}

function forAnotherNumber(draft: Draft, keyedIn: Draft): Draft {
  return {
    ...draft,
    suspendedDraft: isDraftEmpty(keyedIn) ? null : keyedIn,
    phoneProblem: false,
    phoneChosen: null,
    customer: null,
    cleared: null,
    keysFor: "phone",
  };
}

/**
 * Waits until a payment at the counter ends.
 * @returns true when it ended unpaid while still at the counter
 */
function endedUnpaid(store: ActionPorts["store"], posTid: string): Promise<boolean> {
  const endedUnpaid = ({ currentId, payments }: TillState): boolean | null => {
    const payment = payments[posTid];
    if (currentId !== posTid || payment === undefined) return false;
    // An approved sale is being undone: its code is valid until then.
    const isUndecided = isPresent(payment.phase) || payment.undoing;
    return isUndecided ? null : endedWithoutMoney(payment);
  };
  return new Promise((resolve) => {
    const immediateResult = endedUnpaid(store.getState());
    if (immediateResult !== null) return resolve(immediateResult);
    const unsubscribe = store.subscribe((state) => {
      const ended = endedUnpaid(state);
      if (ended === null) return;
      unsubscribe();
      resolve(ended);
    });
  });
}

function withNumber(drafts: DraftsByPosTid, posTid: string, digits: string): DraftsByPosTid {
  const draft = drafts[posTid];
  return draft === undefined ? drafts : { ...drafts, [posTid]: { ...draft, phone: `+${digits}`, phoneChosen: digits } };
}

function withoutRequestDraft(drafts: DraftsByPosTid, posTid: string | null): DraftsByPosTid {
  return Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== posTid));
}

/** True when the last digit was rejected, so the amount is not the intended one. */
function isCutOff({ entry }: Draft): boolean {
  return entry.problem === "too_large" && entry.typing.kind !== "nothing";
}

/** True when a confirmation is needed: above the till's threshold, or mostly tip. */
function isLarge(draft: Draft, terminal: Terminal): boolean {
  const { confirmAbove } = terminal;
  const total = totalOf(draft.entry) + requestedTip(draft, terminal);
  return (confirmAbove !== null && total > confirmAbove) || isTipLarge(draft.tip ?? 0, draft);
}

/** A tip above the amount is probably a typing mistake. */
function isTipLarge(tip: number, { entry }: Draft): boolean {
  return tip > totalOf(entry);
}

/** True when the customer is asked for a tip on the till: before the code, once per amount. */
function asksTip({ action, tip, tipOnPhone }: Draft, { counter }: Terminal): boolean {
  return counter.tips?.where === "screen" && action === "SALE" && tip === null && !tipOnPhone;
}

/** Returns the start input of a draft. A suggested tip is shown on the phone, where the customer may change it. */
function startOf(draft: Draft, terminal: Terminal): StartInput {
  return {
    action: draft.action,
    amount: totalOf(draft.entry),
    additionalAmount: requestedTip(draft, terminal) || undefined,
    additionalEdit: draft.tipOnPhone || undefined,
    text: draft.note || undefined,
    preset: draft.preset?.id,
    language: draft.language ?? undefined,
    lines: soldLines(draft.entry, terminal.counter.keyedVatRate),
  };
}

function sameAgain(payment: Payment, { language, preset }: Draft): StartInput {
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

/** Returns a payment's draft; for a payment of another window, only the fields that the payment contains. */
function draftOf({ draftsByPosTid, unitsFirst }: TillState, payment: Payment): Draft {
  const { posTid, action, amount, additionalAmount, additionalEdit, currency, lines, text } = payment;
  const known = draftsByPosTid[posTid];
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
  const ask = async ({ input, approval, amount }: RefundRequest) => {
    const { posTid, refundId } = input;
    const asked = store.getState().dialog;
    const result = await asManager(caller, approval, { key: `refund ${posTid}`, command: "payment.refund", input });
    if (result?.ok) caller.storePayment(result.value);
    // The dialog may have been replaced: the response does not belong to the new one.
    if (store.getState().dialog !== asked) return;
    if (!result?.ok) return store.setState({ refund: { kind: "idle" }, managerProblem: result?.error ?? null });
    store.setState({ refund: { kind: "asked", operationId: refundId, amount } });
  };
  return {
    /**
     * Checks a PIN in its own step, before the confirmation. Problems are stored in the state.
     * @param total of this and earlier refunds, in minor units; the main process decides
     * @returns true when the PIN may approve the refund and the dialog is still open
     */
    async checkRefundPin(posTid: string, pin: string, total: number): Promise<boolean> {
      const asked = store.getState().dialog;
      store.setState({ managerProblem: null });
      const input = { pin, command: "payment.refund" as const };
      const result = await caller.callExclusive(`refund ${posTid}`, "staff.checkApproval", input);
      if (result === null || store.getState().dialog !== asked) return false;
      const { terminal } = store.getState();
      const limit = result.ok && terminal ? refundLimit(result.value.role, terminal.people.roles) : null;
      const isTooLittle = limit !== null && total > limit;
      const failure = isTooLittle ? ownFailure("limit") : result;
      if (!failure.ok) store.setState({ managerProblem: failure.error });
      return failure.ok;
    },
    async refund(request: RefundRequest) {
      if (store.getState().refund.kind !== "idle") return;
      store.setState({ refund: { kind: "sending" }, managerProblem: null });
      await ask(request);
    },
  };
}
