/** A till's staff in a separate database: users, PINs and rights. */
import type { Clock } from "../../main/lib/clock.ts";
import { makeOwner } from "../../main/people/owner.ts";
import { openStaff, type StaffPorts } from "../../main/people/staff.ts";
import type { Database } from "../../main/storage/database/database.ts";
import { createJournal } from "../../main/storage/journal/journal.ts";
import { createManualClock, type ManualClock } from "./clock.ts";

/** The owner's PIN. */
export const PIN = "481516";
export const PEPPER = { secret: "pepper" };

/** Creates a staff without an owner. @returns also writes that failed, as `failed` */
export function staffOf<C extends Clock = ManualClock>(
  database: Database,
  clock: C = createManualClock() as Clock as C,
  changes: Partial<Pick<StaffPorts, "pepper" | "isKiosk">> = {},
) {
  const failed: string[] = [];
  const log = { error: (_: object, message: string) => failed.push(message) };
  const ports = {
    database,
    clock,
    journal: createJournal(database),
    pepper: PEPPER,
    log,
    settings: {},
    isKiosk: () => false,
  };
  const staff = openStaff({ ...ports, ...changes, onChange: () => undefined });
  return { staff, clock, failed, owner: () => makeOwner(ports, ports.pepper, PIN) };
}
