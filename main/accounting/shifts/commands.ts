import type { HandOver, Shift, UnfinishedWork } from "../../../contract/accounting/reports.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { Clock } from "../../lib/clock.ts";
import { iso } from "../../lib/iso-time.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { SignedIn } from "../../people/session.ts";
import type { Staff } from "../../people/staff.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { periodStart, type ReportPorts } from "../periods/report.ts";
import { type CountedShift, openShiftStore, type ShiftStore } from "./shift-store.ts";

export interface ShiftPorts extends ReportPorts {
  clock: Clock;
  store: PaymentStore;
  staff: Pick<Staff, "actor" | "caller" | "identify">;
}

type ShiftCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `shift.${string}`>>;

/** Setting: staff count the money before a hand-over. */
const COUNTING = "shiftCounting";

export function shiftCommands(ports: ShiftPorts): ShiftCommands {
  const { clock, database, staff, store } = ports;
  const shifts = openShiftStore(database);
  const storedSettings = settingStore(database);
  const isCounting = () => storedSettings.get(COUNTING) === true;
  const shift = (): Shift => shiftNow(ports, shifts, staff.actor(), isCounting());
  return {
    "shift.get": () => done(shift()),
    "shift.handOver": (input) => handOver(ports, shifts, input, isCounting()),
    "shift.accept": (input) => accept(ports, shifts, input),
    "shift.setCounting"({ counting }) {
      if (counting !== isCounting())
        transact(database, () => {
          storedSettings.set(COUNTING, counting);
          const data = { counting };
          store.journal.append({ event: "settings.shifts", actor: staff.actor(), data }, clock.now());
        });
      return done(shift());
    },
  };
}

function shiftNow(ports: ShiftPorts, shifts: ShiftStore, person: string | null, counting: boolean): Shift {
  const period = ports.seals.openPeriod();
  return {
    person,
    ...countedNow(ports, shifts, person),
    currency: ports.shop.currency,
    left: unfinishedOf(ports, person),
    counting,
    latest: shifts.latestSince(period - 1),
  };
}

function countedNow(ports: ShiftPorts, shifts: ShiftStore, person: string | null): CountedShift & { from: string } {
  const { clock, seals, shop } = ports;
  const previousShift = person === null ? null : shifts.latest(seals.openPeriod(), person);
  const after = previousShift?.throughBooking ?? seals.latest()?.through ?? 0;
  const from = previousShift?.at ?? iso(periodStart(ports, clock.now()));
  return { ...shifts.figures({ person, currency: shop.currency, after }), from };
}

function unfinishedOf({ database, shop, store }: ShiftPorts, person: string | null): UnfinishedWork {
  const reserved = database.prepare<[string, string | null], UnfinishedWork["reserved"]>(
    `SELECT count(*) AS count, coalesce(sum(reserved), 0) AS amount FROM payment INDEXED BY payment_reserved
     WHERE reserved > 0 AND currency = ? AND taken_by IS ?`,
  );
  const own = store.operations
    .unsettled()
    .filter(({ actor, posTid }) => (actor ?? store.rows.find(posTid)?.takenBy ?? null) === person);
  const parked = own.filter(({ state }) => state === "parked").length;
  return {
    reserved: reserved.get(shop.currency, person) ?? { count: 0, amount: 0 },
    parked,
    waiting: own.length - parked,
  };
}

function handOver(
  ports: ShiftPorts,
  shifts: ShiftStore,
  { through, tally }: CommandInput<"shift.handOver">,
  counting: boolean,
): Result<HandOver> {
  const { clock, database, seals, shop, staff, store } = ports;
  const caller = staff.caller();
  if (caller === null) return failed("not_allowed", { because: reasonFor("staff_sign_in_first") });
  if (counting && !tally) return failed("invalid_input", { fields: [invalidField("tally", reasonFor("shift_count"))] });
  const { id: personId, name: person } = caller;
  return transact(database, () => {
    const { through: last, ...figures } = countedNow(ports, shifts, person);
    if (last !== through) return failed("conflict", { because: reasonFor("shift_changed") });
    const now = clock.now();
    const id = randomIdentifier(16);
    const left = unfinishedOf(ports, person);
    const frame = { id, period: seals.openPeriod(), person, personId, at: iso(now), currency: shop.currency };
    shifts.add(
      { ...frame, ...figures, left, tally: tally ?? null, acceptedBy: null, acceptedAt: null },
      ports.tally.lastSequence(),
    );
    const { payments, captured, refunds, refunded, net } = figures;
    const data = { id, payments, captured, refunds, refunded, counted: tally?.net ?? null, net };
    store.journal.append({ event: "shift.handedOver", actor: person, data }, now);
    return storedHandOver(shifts, id);
  });
}

async function accept(
  { clock, database, staff, store }: ShiftPorts,
  shifts: ShiftStore,
  { id, pin, person }: CommandInput<"shift.accept">,
): Promise<Result<HandOver>> {
  const waiting = shifts.find(id);
  if (waiting === null) return failed("not_found", { because: reasonFor("shift_none") });
  const identified = await staff.identify(pin, person);
  if (!identified.ok) return identified;
  const { name } = identified.value;
  if (isSamePerson(identified.value, waiting))
    return failed("not_allowed", { because: reasonFor("shift_own", { name }) });
  return transact(database, () => {
    const now = clock.now();
    if (!shifts.accept(id, name, now)) return failed("conflict", { because: reasonFor("shift_accepted") });
    const { net } = waiting;
    const data = { id, from: waiting.person, net };
    store.journal.append({ event: "shift.accepted", actor: name, data }, now);
    return storedHandOver(shifts, id);
  });
}

/** Compares ids, because a name can pass to another person. */
function isSamePerson({ id, name }: SignedIn, { person, personId }: HandOver): boolean {
  return personId === undefined ? name === person : id === personId;
}

function storedHandOver(shifts: ShiftStore, id: string): Result<HandOver> {
  const stored = shifts.find(id);
  if (stored === null) throw new Error(`hand-over ${id} is not in the database`);
  return done(stored);
}
