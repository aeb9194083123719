/** Everything about people that commands reach: the roster, own PINs, the owner's rules, and in-place approval. */
import type { CommandName } from "../../../contract/commands.ts";
import { done, failed } from "../../../contract/errors.ts";
import { type CommandHandlers, runCommand, STARTING } from "../../bridge/dispatch.ts";
import type { RefundKey } from "../../configuration/refund-key/refund-key.ts";
import { type ApprovalPorts, approvalCommand, checkApprovalCommand } from "../../people/approval.ts";
import { ownPinCommands } from "../../people/own-pin.ts";
import { peopleCommands } from "../../people/people.ts";
import { openRoster } from "../../people/roster.ts";
import type { StaffPorts, StaffService } from "../../people/service.ts";

export type StaffHandlers = Pick<CommandHandlers, Extract<CommandName, `staff.${string}`>>;

/** The `staff.*` handlers. @param all every handler, asked when a PIN approves one of them */
export function staffHandlers(
  ports: StaffPorts,
  staff: StaffService,
  {
    all,
    access,
    refundKey,
    unlocking,
    isRestarting,
  }: {
    all(): CommandHandlers;
    access: ApprovalPorts["access"];
    refundKey: RefundKey;
    unlocking: ApprovalPorts["unlocking"];
    /** The till is about to be another one: what was approved meanwhile is not begun any more */
    isRestarting(): boolean;
  },
): StaffHandlers {
  const roster = openRoster(ports, staff);
  const people = peopleCommands(roster, staff);
  const own = ownPinCommands(roster, staff, refundKey);
  return {
    "staff.signIn": staff.signIn,
    "staff.signOut": () => staff.signOut(),
    "staff.touch": staff.touch,
    "staff.names": people.names,
    "staff.list": people.list,
    "staff.add": people.add,
    "staff.change": people.change,
    "staff.claimOwner": own.claimOwner,
    "staff.changePin": own.changePin,
    "staff.policy": () => done(staff.policy()),
    "staff.setPolicy": staff.setPolicy,
    "staff.checkApproval": checkApprovalCommand({ ...ports, staff, access }),
    "staff.approve": approvalCommand({
      ...ports,
      staff,
      access,
      unlocking,
      run: async (command, input) =>
        isRestarting()
          ? failed("offline", { because: STARTING })
          : // In the name that it was approved in, and the approval was the user's activity.
            runCommand({ handlers: all(), access, begin: (act) => act(), touch: () => undefined }, command, input),
    }),
  };
}
