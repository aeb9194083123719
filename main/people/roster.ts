/** Shared by the commands about people: validation of names and PINs, and journalled changes. */
import { failed, invalidField } from "../../contract/calls/errors.ts";
import { managerPinWeakness, pinWeakness } from "../../contract/calls/pins.ts";
import type { EventOf, Exactly, JournalEntry } from "../../contract/journal/events.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import { nameKey } from "../../contract/values/plain-text.ts";
import type { StaffRole } from "../../contract/values/roles.ts";
import { transact } from "../storage/database/database.ts";
import { findByPin, staffMembers } from "./members.ts";
import { hashPin } from "./pin.ts";
import type { Staff, StaffPorts } from "./staff.ts";

export type Roster = ReturnType<typeof openRoster>;

interface PersonInput {
  name?: string;
  pin?: string;
  role: StaffRole;
  /** The person in question, who may keep their own name and PIN */
  id?: string;
}

export const PIN_TAKEN = reasonFor("pin_taken");

export function openRoster(ports: StaffPorts, staff: Staff) {
  const { database, journal, clock, pepper } = ports;
  const members = staffMembers(database);
  let lastChange: Promise<unknown> = Promise.resolve();
  return {
    members,
    /** Runs changes one at a time, so that checks still hold after a PIN was hashed. */
    inTurn<T>(change: () => Promise<T>): Promise<T> {
      const result = lastChange.then(change);
      lastChange = result.catch(() => undefined);
      return result;
    },
    hash: (pin: string) => hashPin(pin, pepper),
    now: clock.now,
    /** Writes a change and its journal entry in one transaction, and notifies windows. */
    write<Entry extends JournalEntry<EventOf<"staff">>>(entry: Exactly<Entry>, change: () => void): void {
      const checked: JournalEntry<EventOf<"staff">> = entry;
      transact(database, () => {
        change();
        journal.append({ ...checked, actor: staff.actor() }, clock.now());
      });
      ports.onChange();
    },
    /** Rejects names and PINs of other people, and easily guessed PINs. */
    async problemWith({ name, pin, role, id: own }: PersonInput): Promise<ReturnType<typeof refusedField> | null> {
      const others = members.all().filter(({ id, active }) => active && id !== own);
      if (name !== undefined && others.some((other) => nameKey(other.name) === nameKey(name)))
        return refusedField("name", reasonFor("staff_name_taken"));
      if (pin === undefined) return null;
      const weak = pinProblem(pin, role);
      if (weak !== null) return refusedField("pin", weak);
      if ((await findByPin(others, pin, pepper)) === null) return null;
      return refusedField("pin", PIN_TAKEN);
    },
  };
}

export function refusedField(field: string, because: Reason) {
  return failed("invalid_input", { fields: [invalidField(field, because)] });
}

/** Returns what is wrong with a PIN for a role, other than being taken. Cashiers may use four digits. */
export function pinProblem(pin: string, role: StaffRole): Reason | null {
  if (role !== "cashier") return managerPinWeakness(pin);
  return pinWeakness(pin);
}
