import { done } from "../../contract/calls/errors.ts";
import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { CommandHandlers } from "../bridge/dispatch.ts";
import type { StorageContext } from "../storage/context.ts";
import { ownPinCommands, type RefundKeyRenewal } from "./own-pin.ts";
import { peopleCommands } from "./people.ts";
import type { Pepper } from "./pin.ts";
import { roleCommands } from "./role-commands.ts";
import { openRoster } from "./roster.ts";
import { openStaff, type Staff } from "./staff.ts";

export interface PeopleContext extends StorageContext {
  settings: Pick<StoredSettings, "roles">;
  pepper: Pepper;
  refundKey: RefundKeyRenewal;
  isKiosk(): boolean;
}

/** Commands created by higher areas: they run other commands, or need accounts at the service. */
type MadeAbove =
  | `staff.phone.${string}`
  | `staff.account.${string}`
  | "staff.signIn"
  | "staff.approve"
  | "staff.checkApproval"
  | "staff.approveByPhone";
type StaffCommands = Pick<
  CommandHandlers,
  Exclude<Extract<keyof CommandHandlers, `staff.${string}`>, Extract<keyof CommandHandlers, MadeAbove>>
>;

export function peopleModule(context: PeopleContext): { staff: Staff; commands: StaffCommands; close(): void } {
  const ports = { ...context, onChange: () => context.signals.emit("terminal.outdated") };
  const staff = openStaff(ports);
  const roster = openRoster(ports, staff);
  const people = peopleCommands(roster, staff);
  const roles = roleCommands(roster, staff.roles);
  const ownPin = ownPinCommands(roster, staff, context);
  return {
    staff,
    commands: {
      "staff.signOut": () => staff.signOut(),
      "staff.touch": staff.touch,
      "staff.names": people.names,
      "staff.list": people.list,
      "staff.add": people.add,
      "staff.change": people.change,
      "staff.claimOwner": ownPin.claimOwner,
      "staff.changePin": ownPin.changePin,
      "staff.setRole": roles.set,
      "staff.removeRole": roles.remove,
      "staff.policy": () => done(staff.policy()),
      "staff.setPolicy": staff.setPolicy,
    },
    close: staff.close,
  };
}
