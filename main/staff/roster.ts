/** What every command about people shares: what speaks against a name or a PIN, and how a change is written down. */
import { failed } from "../../contract/errors.ts";
import { guessable, weakness } from "../../contract/pins.ts";
import type { StaffRole } from "../../contract/views.ts";
import { transact } from "../store/database.ts";
import { staffMembers, whosePin } from "./members.ts";
import { hashPin } from "./pin.ts";
import type { StaffPorts, StaffService } from "./service.ts";

export type Roster = ReturnType<typeof openRoster>;

interface Wanted {
  name?: string;
  pin?: string;
  role: StaffRole;
  /** The person it is about, who may keep their own name and PIN */
  id?: string;
}

/** What speaks against a name or a PIN. */
interface Problem {
  refusal: ReturnType<typeof refusedField>;
  /** It is the PIN of somebody else */
  isTaken: boolean;
}

/** Opens the people for changing. */
export function openRoster(ports: StaffPorts, staff: StaffService) {
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
    /** One change with its journal row, in one transaction; the windows hear of it. */
    write(event: string, data: Record<string, string | boolean | null>, change: () => void): void {
      transact(database, () => {
        change();
        journal.append({ event, actor: staff.actor(), data }, clock.now());
      });
      ports.onChange();
    },
    /** Names and PINs tell people apart: neither may be somebody else's, and no PIN one that everybody tries first. */
    async problemWith({ name, pin, role, id: own }: Wanted): Promise<Problem | null> {
      const others = members.all().filter(({ id, active }) => active && id !== own);
      if (name !== undefined && others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
        return problem("name", "a name that nobody else here has");
      if (pin === undefined) return null;
      const weak = pinProblem(pin, role);
      if (weak !== null) return problem("pin", weak);
      if ((await whosePin(others, pin, pepper)) === null) return null;
      return problem("pin", "another PIN: this one cannot be used", true);
    },
  };
}

function problem(field: string, expected: string, isTaken = false): Problem {
  return { refusal: refusedField(field, expected), isTaken };
}

/** A wrong field of a command about people. */
export function refusedField(field: string, expected: string) {
  return failed("invalid_input", { fields: [{ field, expected }] });
}

/** A cashier's PIN opens nothing that moves money out: four digits do. */
function pinProblem(pin: string, role: StaffRole): string | null {
  if (role !== "cashier") return weakness(pin);
  return guessable(pin);
}
