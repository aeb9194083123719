/** How a sale begins at the counter: main is asked once, and what was charged is keyed in no longer. */
import type { CommandInput } from "../../contract/commands.ts";
import type { TillError } from "../../contract/errors.ts";
import type { Leave } from "../kit/context.ts";
import { asManager } from "../store/as-manager.ts";
import { handedOver, withoutCharged } from "../store/operator-change.ts";
import { type ActionPorts, answered, type Caller } from "../store/ports.ts";
import { covering, isShut } from "../store/select.ts";
import type { Dialog, Draft } from "../store/state.ts";

export type Started = CommandInput<"payment.start">;

/**
 * @param how `isDrafted`: it is what is being keyed in, which is charged by it; `leave` of a manager who approves its
 *   discount
 */
export type Begin = (input: Started, draft: Draft, how?: { isDrafted?: boolean; leave?: Leave }) => Promise<void>;

/** Starts a payment; a discount that needs a manager is asked about first. */
export function beginning(ports: ActionPorts, caller: Caller): Begin {
  const { store } = ports;
  return async (input, draft, { isDrafted = false, leave = null } = {}) => {
    const isAnothers = handedOver(store.getState());
    const result = await asManager(caller, leave, { key: "start", command: "payment.start", input });
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
    const { posTid } = payment;
    store.setState((state) => ({
      asked: { ...state.asked, [posTid]: draft },
      // A sale that is asked for again leaves what is being keyed in as it is.
      ...(isDrafted ? withoutCharged(state, draft) : {}),
      // The counter is another person's by now: the sale waits beside what they key in.
      ...(isAnothers(state) && !isShut(state)
        ? { covered: [posTid, ...state.covered] }
        : { ...covering(state, posTid), dialog: null, route: "charge", shelf: { ...state.shelf, query: null } }),
    }));
  };
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
