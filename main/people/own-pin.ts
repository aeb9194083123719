import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import type { StaffMember, StaffRole } from "../../contract/values/roles.ts";
import { PIN_TAKEN, pinProblem, type Roster, refusedField } from "./roster.ts";
import type { Staff } from "./staff.ts";

export interface RefundKeyRenewal {
  /**
   * Prepares a PIN change for the refund key. @returns a function that runs the change in its transaction and rewraps
   * the key with the new PIN
   */
  rewrapForPinChange(person: string, pin: string, newPin: string): Promise<(change: () => void) => void>;
}

/** Creates commands that need no role: each asks for a PIN, or works only without an owner. */
export function ownPinCommands(
  roster: Roster,
  staff: Staff,
  { refundKey, isKiosk }: { refundKey: RefundKeyRenewal; isKiosk(): boolean },
) {
  const { members } = roster;
  return {
    claimOwner: (input: CommandInput<"staff.claimOwner">) => roster.inTurn(() => claimOwner(input)),
    changePin: (input: CommandInput<"staff.changePin">) => roster.inTurn(() => changePin(input)),
  };

  async function claimOwner({ name, pin }: CommandInput<"staff.claimOwner">): Promise<Result<StaffMember>> {
    // A till that ever had an owner cannot be claimed.
    if (members.all().some(({ role }) => role === "owner"))
      return failed("not_allowed", { because: reasonFor("staff_has_owner") });
    const problem = await roster.problemWith({ name, pin, role: "owner" });
    if (problem) return problem;
    const hash = await roster.hash(pin);
    roster.write({ event: "staff.ownerClaimed", data: { name } }, () => {
      members.add({ name, role: "owner", pin: hash }, roster.now());
    });
    // At a kiosk the customers use the window next, so the owner is not signed in.
    return isKiosk() ? done({ role: "owner", name }) : staff.signIn({ pin });
  }

  async function changePin({ pin, newPin }: CommandInput<"staff.changePin">): Promise<Result<{ role: StaffRole }>> {
    const identified = await staff.identify(pin, staff.caller()?.id);
    if (!identified.ok) return identified;
    const { id, name, role } = identified.value;
    const weak = pinProblem(newPin, role);
    if (weak !== null) return refusedField("newPin", weak);
    // Either answer reveals whether another person has this PIN, so successful changes count too.
    const waitMs = staff.changes.consume(id);
    if (waitMs > 0) return tooManyChanges(roster.now() + waitMs, waitMs);
    const problem = await roster.problemWith({ pin: newPin, role, id });
    if (problem) return refusedField("newPin", PIN_TAKEN);
    const hash = await roster.hash(newPin);
    const renewing = await refundKey.rewrapForPinChange(id, pin, newPin);
    roster.write({ event: "staff.pinChanged", data: { name } }, () =>
      renewing(() => members.change(id, { pin: hash })),
    );
    return done({ role });
  }
}

function tooManyChanges(until: number, waitMs: number) {
  return failed("locked_out", {
    until: new Date(until).toISOString(),
    because: reasonFor("pin_changed_often", { hours: Math.ceil(waitMs / 3_600_000) }),
  });
}
