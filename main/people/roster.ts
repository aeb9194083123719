/** What every command about people shares: validation of names and PINs, and changes with their journal rows. */
import { failed, wrongField } from "../../contract/errors.ts";
import { guessable, weakness } from "../../contract/pins.ts";
import { nameKey } from "../../contract/plain-text.ts";
import { type Reason, reasonFor } from "../../contract/reasons.ts";
import type { StaffRole } from "../../contract/roles.ts";
import { transact } from "../storage/database/database.ts";
import type { JournalData } from "../storage/journal/journal.ts";
import { staffMembers, whosePin } from "./members.ts";
import { hashPin } from "./pin.ts";
import type { Staff, StaffPorts } from "./staff.ts";

export type Roster = ReturnType<typeof openRoster>;

interface Wanted {
  name?: string;
  pin?: string;
  role: StaffRole;
  /** The person it is about, who may keep their own name and PIN */
  id?: string;
}

/** The error for a PIN that another person has; it does not say whose. */
export const PIN_TAKEN = reasonFor("pin_taken");

/** Makes the roster over the database. */
export function openRoster(ports: StaffPorts, staff: Staff) {
  const { database, journal, clock, pepper } = ports;
  const members = staffMembers(database);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    members,
    /** One change at a time: what was checked before a PIN was hashed still holds when it is written down. */
    inTurn<T>(change: () => Promise<T>): Promise<T> {
      const result = turn.then(change);
      turn = result.catch(() => undefined);
      return result;
    },
    hash: (pin: string) => hashPin(pin, pepper),
    now: clock.now,
    /** One change with its journal row, in one transaction; the windows are told. */
    write(event: string, data: JournalData, change: () => void): void {
      transact(database, () => {
        change();
        journal.append({ event, actor: staff.actor(), data }, clock.now());
      });
      ports.onChange();
    },
    /** Names and PINs tell people apart: neither may be somebody else's, and no PIN one that everybody tries first. */
    async problemWith({ name, pin, role, id: own }: Wanted): Promise<ReturnType<typeof refusedField> | null> {
      const others = members.all().filter(({ id, active }) => active && id !== own);
      if (name !== undefined && others.some((other) => nameKey(other.name) === nameKey(name)))
        return refusedField("name", reasonFor("staff_name_taken"));
      if (pin === undefined) return null;
      const weak = pinProblem(pin, role);
      if (weak !== null) return refusedField("pin", weak);
      if ((await whosePin(others, pin, pepper)) === null) return null;
      return refusedField("pin", PIN_TAKEN);
    },
  };
}

/** A wrong field of a command about people. */
export function refusedField(field: string, because: Reason) {
  return failed("invalid_input", { fields: [wrongField(field, because)] });
}

/** What is wrong with a PIN for a role, whether or not it is taken. A cashier guards less, and four digits will do. */
export function pinProblem(pin: string, role: StaffRole): Reason | null {
  if (role !== "cashier") return weakness(pin);
  return guessable(pin);
}
