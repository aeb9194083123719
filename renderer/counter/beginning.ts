/** How a sale begins at the counter: main is asked once, and what was charged is keyed in no longer. */
import type { CommandInput } from "../../contract/commands.ts";
import type { TillError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/views.ts";
import { type OwnError, ownFailure } from "../kit/client/own-failure.ts";
import type { Leave } from "../kit/context.ts";
import { asManager } from "../store/as-manager.ts";
import { handedOver, withoutCharged } from "../store/operator-change.ts";
import { type ActionPorts, answered, type Caller, keepPayment } from "../store/ports.ts";
import { covering, endedWithoutMoney, isShut, reservedLeft } from "../store/select.ts";
import type { Dialog, Draft, TillState, Unanswered } from "../store/state.ts";

export type Started = CommandInput<"payment.start">;

/**
 * @param how `isDrafted`: it is what is being keyed in, which is charged by it; `leave` of a manager who approves its
 *   discount
 */
export type Begin = (input: Started, draft: Draft, how?: { isDrafted?: boolean; leave?: Leave }) => Promise<void>;

/**
 * Starts a payment; a discount that needs a manager is asked about first. After a lost response the next start reads the
 * earlier payment first. Until main has one the key stays the same, whatever the next start asks for: main starts one of
 * the two, never both.
 */
export function beginning(ports: ActionPorts, caller: Caller): Begin {
  const { store } = ports;
  return async (asked, draft, { isDrafted = false, leave = null } = {}) => {
    const isAnothers = handedOver(store.getState());
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
      // Refused: no payment was started. The outcome of an earlier one is as unknown as before.
      store.setState({ unanswered: earlier });
    }
    // Nothing came of it: it waits for its person, and what is asked now is asked of the next one.
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
    const payment = answered(ports, caller, result);
    if (payment === null) return store.setState({ dialog: null });
    store.setState((state) => (state.unanswered === unanswered ? begun(state, payment, unanswered) : {}));
  };
}

/** What the window shows once the payment is known to have begun. */
function begun(
  state: TillState,
  { posTid }: Payment,
  { draft, isDrafted, isAnothers }: Unanswered,
): Partial<TillState> {
  return {
    unanswered: null,
    asked: { ...state.asked, [posTid]: draft },
    // A sale that is asked for again leaves what is being keyed in as it is.
    ...(isDrafted ? withoutCharged(state, draft) : {}),
    // The counter is another person's by now: the sale waits beside what they key in.
    ...(isAnothers(state) && !isShut(state)
      ? { covered: [posTid, ...state.covered] }
      : { ...covering(state, posTid), dialog: null, route: "charge", shelf: { ...state.shelf, query: null } }),
  };
}

/**
 * Reads from main the payment of a start whose response was lost, and shows it.
 * @param next the sale to charge now: an earlier payment of another sale is not shown if it ended without money
 * @returns whether `next` may start; false when the start received its response in the meantime
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
    ...(isFree ? { unanswered: null } : begun(state, payment, unanswered)),
    ...keepPayment(state.payments, payment),
    failure: isOther && !isFree ? earlierFailure(payment) : null,
  }));
  return isFree;
}

/** The failure that stops the next sale once: it may be the earlier sale with another item. */
function earlierFailure(payment: Payment): OwnError {
  const { error } = ownFailure("conflict");
  if (payment.capturedTotal > 0) return { ...error, texts: "earlier.paid" };
  return reservedLeft(payment) > 0 ? { ...error, texts: "earlier.reserved" } : error;
}

/** Whether something is taken off what is asked for. */
function isDiscounted({ lines = [] }: Started): boolean {
  return lines.some(({ discount = 0 }) => discount > 0);
}

function isPhoneProblem(error: TillError): boolean {
  return (
    error.code === "invalid_input" && (error.details.fields ?? []).some(({ field }) => field.startsWith("customer"))
  );
}
