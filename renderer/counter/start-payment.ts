/** Starts a sale: one request to the main process, then the draft is cleared. */
import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { TillError } from "../../contract/calls/errors.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { type OwnError, ownFailure } from "../kit/client/own-failure.ts";
import type { CommandApproval } from "../kit/context.ts";
import { PHONES } from "../kit/lazy-parts.ts";
import { asManager } from "../store/as-manager.ts";
import { userChangeCheck, withoutChargedDraft } from "../store/operator-change.ts";
import { type ActionPorts, type Caller, mergePayment, showNotice, storeOrShowFailure } from "../store/ports.ts";
import { bringToCounter, endedWithoutMoney, isLockedOut, reservedLeft } from "../store/select.ts";
import type { Dialog, Draft, TillState, UnconfirmedStart } from "../store/state.ts";

export type StartInput = CommandInput<"payment.start">;

/** @param how `isDrafted`: charges the draft at the counter; `approval`: a manager's approval of the discount */
export type StartPayment = (
  input: StartInput,
  draft: Draft,
  how?: { isDrafted?: boolean; approval?: CommandApproval },
) => Promise<void>;

/**
 * Starts a payment, after the approval of a discount if needed. After a lost response, the next start first reads the
 * earlier payment. Until one is confirmed, all starts share an idempotency key, so that only one succeeds.
 */
export function createStarter(ports: ActionPorts, caller: Caller): StartPayment {
  const { store } = ports;
  return async (startInput, draft, { isDrafted = false, approval = null } = {}) => {
    const hasUserChanged = userChangeCheck(store.getState());
    if (store.getState().unconfirmedStart !== null && !(await findUnconfirmedStart(ports, draft))) return;
    const { busy, unconfirmedStart: earlier } = store.getState();
    if (busy.start) return store.setState({ dialog: null });
    const attempt = earlier?.attempt ?? crypto.randomUUID();
    const unconfirmedStart: UnconfirmedStart = { attempt, draft, isDrafted, hasUserChanged };
    store.setState({ unconfirmedStart });
    const input = { ...startInput, attempt };
    const result = await asManager(caller, approval, { key: "start", command: "payment.start", input });
    if (result?.ok === false && result.error.code === "internal") {
      await findUnconfirmedStart(ports);
      if (store.getState().unconfirmedStart !== unconfirmedStart) return;
    } else if (result?.ok === false) {
      // Rejected: no payment was started. An earlier start stays unanswered.
      store.setState({ unconfirmedStart: earlier });
    }
    // Rejected after a change of user: the draft is kept for its user.
    if (result?.ok === false && hasUserChanged(store.getState())) return;
    if (result?.ok === false && approval !== null) return store.setState({ managerProblem: result.error });
    if (result?.ok === false && result.error.code === "not_allowed" && isDiscounted(input)) {
      const dialog: Dialog = { kind: "approveDiscount", started: startInput, draft, isDrafted };
      return store.setState({ dialog, managerProblem: null });
    }
    if (result?.ok === false && isPhoneProblem(result.error)) {
      store.setState(({ draft }) => ({ draft: { ...draft, phoneProblem: true }, dialog: null }));
      return;
    }
    const payment = storeOrShowFailure(ports, caller, result);
    if (payment === null) return store.setState({ dialog: null });
    store.setState((state) =>
      state.unconfirmedStart === unconfirmedStart ? stateAfterStart(state, payment, unconfirmedStart) : {},
    );
  };
}

/**
 * Loads the numbering rules for a charge. Meanwhile the draft cannot be changed.
 * @returns whether the charge may continue
 */
export async function loadRulesForCharge(ports: ActionPorts, caller: Caller): Promise<boolean> {
  const before = ports.store.getState();
  if (before.busy.start) return false;
  const hasUserChanged = userChangeCheck(before);
  await caller.runExclusive("start", PHONES.load);
  if (PHONES.module() === null) showNotice(ports, "notFetched");
  return PHONES.module() !== null && !hasUserChanged(ports.store.getState());
}

function stateAfterStart(
  state: TillState,
  { posTid }: Payment,
  { draft, isDrafted, hasUserChanged }: UnconfirmedStart,
): Partial<TillState> {
  return {
    unconfirmedStart: null,
    draftsByPosTid: { ...state.draftsByPosTid, [posTid]: draft },
    // Charging a sale again leaves the draft as it is.
    ...(isDrafted ? withoutChargedDraft(state, draft) : {}),
    // Another user is at the counter: the sale becomes an open sale.
    ...(hasUserChanged(state) && !isLockedOut(state)
      ? { otherSales: [posTid, ...state.otherSales] }
      : { ...bringToCounter(state, posTid), dialog: null, route: "charge", shelf: { ...state.shelf, query: null } }),
  };
}

/**
 * Reads and shows the payment of a start whose response was lost.
 * @param next the sale to charge now; an earlier payment of another sale is not shown if it ended without money
 * @returns true when `next` may start; false when the response arrived in the meantime
 */
export async function findUnconfirmedStart(
  { client, store }: Pick<ActionPorts, "client" | "store">,
  next: Draft | null = null,
): Promise<boolean> {
  const { busy, unconfirmedStart } = store.getState();
  if (unconfirmedStart === null || busy.start) return true;
  const found = await client.call("payment.list", { attempt: unconfirmedStart.attempt });
  if (store.getState().unconfirmedStart !== unconfirmedStart) return false;
  if (!found.ok && next !== null) store.setState({ failure: found.error, dialog: null });
  const [payment] = found.ok ? found.value.items : [];
  if (payment === undefined) return found.ok;
  const isOther = next !== null && next.entry !== unconfirmedStart.draft.entry;
  const isFree = isOther && endedWithoutMoney(payment);
  store.setState((state) => ({
    ...(isFree ? { unconfirmedStart: null } : stateAfterStart(state, payment, unconfirmedStart)),
    ...mergePayment(state.payments, payment),
    failure: isOther && !isFree ? earlierFailure(payment) : null,
  }));
  return isFree;
}

/** The error that stops the next sale once: the earlier sale may be the same with another item. */
function earlierFailure(payment: Payment): OwnError {
  const { error } = ownFailure("conflict");
  if (payment.capturedTotal > 0) return { ...error, texts: "earlier.paid" };
  return reservedLeft(payment) > 0 ? { ...error, texts: "earlier.reserved" } : error;
}

function isDiscounted({ lines = [] }: StartInput): boolean {
  return lines.some(({ discount = 0 }) => discount > 0);
}

function isPhoneProblem(error: TillError): boolean {
  return (
    error.code === "invalid_input" && (error.details.fields ?? []).some(({ field }) => field.startsWith("customer"))
  );
}
