/** How a sale begins at the counter: main is asked once, and what was charged is keyed in no longer. */
import type { CommandInput } from "../../contract/commands.ts";
import { COUNTER_PREFIX } from "../../contract/counter-reference.ts";
import type { TillError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/views.ts";
import type { Leave } from "../kit/context.ts";
import { asManager } from "../store/as-manager.ts";
import { handedOver, withoutCharged } from "../store/operator-change.ts";
import { type ActionPorts, answered, type Caller } from "../store/ports.ts";
import { covering, isShut } from "../store/select.ts";
import type { Dialog, Draft, TillState, Unanswered } from "../store/state.ts";
import type { TillStore } from "../store/till-store.ts";

export type Started = CommandInput<"payment.start">;

/**
 * @param how `isDrafted`: it is what is being keyed in, which is charged by it; `leave` of a manager who approves its
 *   discount
 */
export type Begin = (input: Started, draft: Draft, how?: { isDrafted?: boolean; leave?: Leave }) => Promise<void>;

/**
 * Starts a payment; a discount that needs a manager is asked about first. Where an answer is lost the next start has the
 * same reference, whatever it asks for: main begins one of the two, never both.
 */
export function beginning(ports: ActionPorts, caller: Caller): Begin {
  const { client, store } = ports;
  return async (asked, draft, { isDrafted = false, leave = null } = {}) => {
    const { busy, unanswered: earlier } = store.getState();
    if (busy.start) return store.setState({ dialog: null });
    const isAnothers = handedOver(store.getState());
    const reference = asked.reference ?? earlier?.reference ?? COUNTER_PREFIX + crypto.randomUUID();
    const input = { ...asked, reference };
    const unanswered: Unanswered = { reference, draft, isDrafted, isAnothers };
    store.setState({ unanswered });
    const result = await asManager(caller, leave, { key: "start", command: "payment.start", input });
    // An event had reported the payment before the response was lost.
    if (result?.ok === false && store.getState().unanswered !== unanswered) return;
    // Refused: this start created no payment. The outcome of an earlier start is still unknown.
    if (result?.ok === false && result.error.code !== "internal") store.setState({ unanswered: earlier });
    // The earlier payment was started: it is shown, and no second one was started.
    if (result?.ok === false && result.error.code === "conflict") {
      const known = await client.call("payment.get", { posTid: result.error.details.posTid ?? "" });
      if (known.ok) caller.keep(known.value);
    }
    // Nothing came of it: it waits for its person, and what is asked now is asked of the next one.
    if (result?.ok === false && isAnothers(store.getState())) return;
    if (result?.ok === false && leave !== null) return store.setState({ managerProblem: result.error });
    if (result?.ok === false && result.error.code === "not_allowed" && isDiscounted(input)) {
      const dialog: Dialog = { kind: "approveDiscount", started: input, draft, isDrafted };
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
    // Another person uses the counter by now: the sale waits while they key in theirs.
    ...(isAnothers(state) && !isShut(state)
      ? { covered: [posTid, ...state.covered] }
      : { ...covering(state, posTid), dialog: null, route: "charge", shelf: { ...state.shelf, query: null } }),
  };
}

/** Shows the payment of a start whose response was lost, as soon as the store has it. @returns a function that stops it */
export function followUnanswered(store: TillStore): () => void {
  return store.subscribe((state) => {
    const { busy, payments, unanswered } = state;
    if (unanswered === null || busy.start) return;
    const payment = Object.values(payments).find(({ reference }) => reference === unanswered.reference);
    if (payment !== undefined) store.setState({ ...begun(state, payment, unanswered), failure: null });
  });
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
