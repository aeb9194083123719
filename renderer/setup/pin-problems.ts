import { type FieldProblem, invalidField } from "../../contract/calls/errors.ts";
import { managerPinWeakness } from "../../contract/calls/pins.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { requiresOwnerPin, type SetupState } from "../store/setup-state.ts";

/** Returns the problems of the owner's PIN, which the main process sees only at the end. */
export function pinProblems(state: Pick<SetupState, "view" | "pin" | "draft">): FieldProblem[] {
  const { first, again } = state.pin;
  if (!requiresOwnerPin(state)) return [];
  const weak = managerPinWeakness(first);
  if (weak !== null) return [invalidField("pin", weak)];
  return first === again ? [] : [invalidField("pin.again", reasonFor("pin_same"))];
}
