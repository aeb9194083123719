/** Starts a sale: one request to the main process, then the draft is cleared. */
import type { CommandInput } from "../../contract/commands.ts";
import type { TillError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/views.ts";
import { type OwnError, ownFailure } from "../kit/client/own-failure.ts";
import type { Leave } from "../kit/context.ts";
import { asManager } from "../store/as-manager.ts";
import { userChangeCheck, withoutChargedDraft } from "../store/operator-change.ts";
import { type ActionPorts, type Caller, keepOrShowFailure, keepPayment } from "../store/ports.ts";
import { bringToCounter, endedWithoutMoney, isLockedOut, reservedLeft } from "../store/select.ts";
import type { Dialog, Draft, TillState, Unanswered } from "../store/state.ts";

export type Started = CommandInput<"payment.start">;

/** @param how `isDrafted`: charges the draft at the counter; `leave`: a manager's approval of the discount */
export type Begin = (input: Started, draft: Draft, how?: { isDrafted?: boolean; leave?: Leave }) => Promise<void>;

/**
 * Starts a payment, after the approval of a discount if needed. After a lost response, the next start first reads the
 * earlier payment. Until one is confirmed, all starts share an idempotency key, so that only one succeeds.
 */
export function beginning(ports: ActionPorts, caller: Caller): Begin {
  const { store } = ports;
  return async (asked, draft, { isDrafted = false, leave = null } = {}) => {
    const isAnothers = userChangeCheck(store.getState());
    if (store.getState().unanswered !== null && !(await findUnanswered(ports, draft))) return;
    const { busy, unanswered: earlier } = store.getState();
    if (busy.start) return store.setState({ dialog: null });
    const attempt = earlier?.attempt ?? crypto.randomUUID();
    const unanswered: Unanswered = { attempt, draft, isDrafted, isAnothers };
    store.setState({ unanswered });
    const input = { ...asked, attempt };
    const result = await asManager(caller, leave, { key: "start", command: "payment.start", input });
    if (result?.ok === false && result.error.code === "internal") {
      await findUnanswered(ports);
      if (store.getState().unanswered !== unanswered) return;
    } else if (result?.ok === false) {
      // Rejected: no payment was started. An earlier start stays unanswered.
      store.setState({ unanswered: earlier });
    }
    // Rejected after a change of user: the draft is kept for its user.
    if (result?.ok === false && isAnothers(store.getState())) return;
    if (result?.ok === false && leave !== null) return store.setState({ managerProblem: result.error });
    if (result?.ok === false && result.error.code === "not_allowed" && isDiscounted(input)) {
      const dialog: Dialog = { kind: "approveDiscount", started: asked, draft, isDrafted };
      return store.setState({ dialog, managerProblem: null });
    }
    if (result?.ok === false && isPhoneProblem(result.error)) {
      store.setState(({ draft }) => ({ draft: { ...draft, phoneProblem: true }, dialog: null }));
      return;
    }
    const payment = keepOrShowFailure(ports, caller, result);
    if (payment === null) return store.setState({ dialog: null });
    store.setState((state) => (state.unanswered === unanswered ? stateAfterStart(state, payment, unanswered) : {}));
  };
}

function stateAfterStart(
  state: TillState,
  { posTid }: Payment,
  { draft, isDrafted, isAnothers }: Unanswered,
): Partial<TillState> {
  return {
    unanswered: null,
    asked: { ...state.asked, [posTid]: draft },
    // Charging a sale again leaves the draft as it is.
    ...(isDrafted ? withoutChargedDraft(state, draft) : {}),
    // Another user is at the counter: the sale becomes an open sale.
    ...(isAnothers(state) && !isLockedOut(state)
      ? { covered: [posTid, ...state.covered] }
      : { ...bringToCounter(state, posTid), dialog: null, route: "charge", shelf: { ...state.shelf, query: null } }),
  };
}

/**
 * Reads and shows the payment of a start whose response was lost.
 * @param next the sale to charge now; an earlier payment of another sale is not shown if it ended without money
 * @returns true when `next` may start; false when the response arrived in the meantime
 */
export async function findUnanswered(
  { client, store }: Pick<ActionPorts, "client" | "store">,
  next: Draft | null = null,
): Promise<boolean> {
  const { busy, unanswered } = store.getState();
  if (unanswered === null || busy.start) return true;
  const found = await client.call("payment.list", { attempt: unanswered.attempt });
  if (store.getState().unanswered !== unanswered) return false;
  if (!found.ok && next !== null) store.setState({ failure: found.error, dialog: null });
  const [payment] = found.ok ? found.value.items : [];
  if (payment === undefined) return found.ok;
  const isOther = next !== null && next.entry !== unanswered.draft.entry;
  const isFree = isOther && endedWithoutMoney(payment);
  store.setState((state) => ({
    ...(isFree ? { unanswered: null } : stateAfterStart(state, payment, unanswered)),
    ...keepPayment(state.payments, payment),
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

function isDiscounted({ lines = [] }: Started): boolean {
  return lines.some(({ discount = 0 }) => discount > 0);
}

function isPhoneProblem(error: TillError): boolean {
  return (
    error.code === "invalid_input" && (error.details.fields ?? []).some(({ field }) => field.startsWith("customer"))
  );
}
