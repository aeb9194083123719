/**
 * Golden test: random days at a real till against the real sandbox, over time zones and clock changes. Every Z must
 * equal the growth of the sandbox's ledger in its period, and their sum its total.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../contract/accounting/reports.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { interchangeFee, transactionFee } from "../../../sandbox/flows/money.ts";
import { settled } from "../../support/balance.ts";
import { type FastClock, fastClock } from "../../support/fast-clock.ts";
import { OLA } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const HOUR_MS = 3_600_000;

type Step =
  | { do: "sale" | "reserve"; amount: number; tip: number; onCredit: boolean }
  | { do: "capture" | "refund"; which: number; share: number }
  | { do: "release"; which: number }
  | { do: "reject"; amount: number }
  | { do: "pass"; hours: number }
  | { do: "signIn" | "close" };

const share = fc.double({ min: 0.05, max: 1, noNaN: true });
const which = fc.nat({ max: 20 });
const amount = fc.integer({ min: 100, max: 90_000 });
const taking = { amount, tip: fc.integer({ min: 0, max: 3000 }), onCredit: fc.boolean() };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("sale" as const), ...taking }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reserve" as const), ...taking }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("capture" as const, "refund" as const), which, share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reject" as const), amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pass" as const), hours: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "signIn" }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "close" }) },
);
const days = fc.array(step, { minLength: 40, maxLength: 50 });

type Held = ReturnType<TestTill["sandbox"]["payments"]>[number];

const sumOf = (parts: readonly { amount: number; additionalAmount: number }[]) =>
  parts.reduce((total, one) => total + one.amount + one.additionalAmount, 0);
const tipsIn = (parts: readonly { additionalAmount: number }[]) =>
  parts.reduce((total, one) => total + one.additionalAmount, 0);

/** Returns how a payment ended without money, as a report calls it. Status codes are the specification's. */
function endOf({ status, statusCode }: Held): "released" | "rejected" | "expired" | null {
  if (status !== "fail") return null;
  // No request is cancelled in these days, so 4019 is a released authorisation.
  return statusCode === 4019 ? "released" : statusCode === 5011 || statusCode === 5012 ? "expired" : "rejected";
}

/** The service's balances, totalled by the test from its payments. */
function ledgerOf(payments: readonly Held[]) {
  const all = <T>(of: (payment: Held) => readonly T[]) => payments.flatMap(of);
  const captures = all((one) => one.captures);
  const refunds = all((one) => one.refunds);
  const sum = (of: (payment: Held) => number) => payments.reduce((total, one) => total + of(one), 0);
  const transactionFees = sum((one) => transactionFee(sumOf(one.captures)));
  const interchangeFees = sum((one) => interchangeFee(sumOf(one.captures), one.credit));
  return {
    captured: sumOf(captures),
    refunded: sumOf(refunds),
    tips: tipsIn(captures),
    tipsRefunded: tipsIn(refunds),
    ...{ transactionFees, interchangeFees, fees: transactionFees + interchangeFees },
  };
}

type Ledger = ReturnType<typeof ledgerOf>;

/** Counts and sums of the payments' results between two moments. */
function outcomesBetween(before: readonly Held[], after: readonly Held[]) {
  const earlier = new Map(before.map((payment) => [payment.posTid, payment]));
  const grownBy = (of: (payment: Held) => number) =>
    after.filter(
      (one) => of(one) > of(earlier.get(one.posTid) ?? { ...one, captures: [], refunds: [], status: "pending" }),
    );
  const approved = ({ status, statusCode }: Held) =>
    Number(status === "auth" || status === "ok" || (status === "fail" && (statusCode === 4019 || statusCode === 5012)));
  const ends = (word: string) => grownBy((one) => Number(endOf(one) === word)).length;
  const count = (of: (payment: Held) => number) =>
    after.reduce((total, one) => total + of(one), 0) - before.reduce((total, one) => total + of(one), 0);
  return {
    captured: grownBy(({ captures }) => captures.length).length,
    refunded: grownBy(({ refunds }) => refunds.length).length,
    approved: grownBy(approved).length,
    ...{ released: ends("released"), aborted: 0, rejected: ends("rejected"), expired: ends("expired") },
    captures: count(({ captures }) => captures.length),
    refunds: count(({ refunds }) => refunds.length),
  };
}

/** The sum reserved at the service, and its number of payments. */
function reservedOf(payments: readonly Held[]) {
  const open = payments
    .filter(({ status }) => status === "auth")
    .map(({ amount, additionalAmount, captures }) => amount + additionalAmount - sumOf(captures))
    .filter((left) => left > 0);
  return { count: open.length, amount: open.reduce((total, left) => total + left, 0) };
}

function grown(after: Ledger, before: Ledger): Ledger {
  const parts = Object.keys(after) as (keyof Ledger)[];
  return Object.fromEntries(parts.map((part) => [part, after[part] - before[part]])) as Ledger;
}

/** A movement made by a test: when and by whom. */
interface Moved {
  kind: "captured" | "refunded";
  amount: number;
  at: number;
  person: string | null;
}

/** Runs random actions at one till. */
function life(world: TestTill, clock: FastClock) {
  const known: string[] = [];
  let moves: Moved[] = [];
  let before: Held[] = [];
  /** Reservations whose rest was released after a part was captured, in this period */
  let rests = 0;
  const zs: Report[] = [];

  const person = async () => (await world.must("terminal.get", {})).staff?.name ?? null;
  const note = (kind: Moved["kind"], sum: number, who: string | null) =>
    moves.push({ kind, amount: sum, at: clock.now(), person: who });
  const pick = async (index: number, allowed: (payment: Payment) => boolean) => {
    const payments = await Promise.all(known.map((posTid) => world.must("payment.get", { posTid })));
    const fitting = payments.filter(allowed);
    return fitting[index % Math.max(1, fitting.length)];
  };
  const asked = async (action: "SALE" | "AUTH", sum: number, customer: string, additionalEdit = false) => {
    const input = { action, amount: sum, additionalEdit, customer: { kind: "phone", value: customer } } as const;
    const { posTid } = await world.must("payment.start", input);
    known.push(posTid);
    return world.waitForPayment(posTid, (payment) => payment.phase === "waiting" && payment.tid !== null);
  };
  const take = async ({ do: what, amount: sum, tip, onCredit }: Extract<Step, { tip: number }>) => {
    const customer = onCredit ? OLA : CUSTOMER;
    const who = await person();
    const { posTid, tid } = await asked(what === "sale" ? "SALE" : "AUTH", sum, customer, true);
    await world.phone.approve(tid ?? "", { customer, tip });
    await world.waitForPhase(posTid, what === "sale" ? "captured" : "authorised");
    if (what === "sale") note("captured", sum + tip, who);
  };
  const move = async (kind: "capture" | "refund", index: number, part: number) => {
    const payment = await pick(index, ({ steps }) => steps.includes(kind));
    if (!payment) return;
    const most = kind === "capture" ? payment.authorisedLeft : payment.refundableAmount;
    const tips = kind === "capture" ? payment.authorisedAdditionalLeft : payment.refundableAdditional;
    const parts = { amount: Math.ceil(most * part), additionalAmount: Math.floor(tips * part) };
    if (parts.amount + parts.additionalAmount === 0) return;
    if (kind === "refund") await world.asManager();
    const { posTid } = payment;
    if (kind === "capture") await world.must("payment.capture", { posTid, ...parts });
    else await world.must("payment.refund", { posTid, ...parts, reason: "golden" });
    const total = parts.amount + parts.additionalAmount;
    const sum = kind === "capture" ? "capturedTotal" : "refundedTotal";
    await world.waitForPayment(posTid, (now) => now[sum] === payment[sum] + total);
    // A capture without a signed-in user counts for the sale's user.
    note(kind === "capture" ? "captured" : "refunded", total, (await person()) ?? (await takenBy(posTid)));
  };
  const takenBy = async (posTid: string) =>
    world.database
      .prepare<[string], string | null>("SELECT taken_by FROM payment WHERE pos_tid = ?")
      .pluck()
      .get(posTid) ?? null;
  const close = async () => {
    await settled(world);
    await world.asManager();
    const { unresolved } = await world.must("report.preview", {});
    const decisions = unresolved.map(({ subject }) => ({ subject, decision: "carry_over" as const }));
    const z = await world.must("report.z", { decisions });
    const after = structuredClone(world.sandbox.payments());
    expect(z).toMatchObject(grown(ledgerOf(after), ledgerOf(before)));
    const ended = outcomesBetween(before, after);
    const outcomes = { ...ended, released: ended.released + rests };
    expect(z.counts).toEqual(outcomes);
    expect(z.byOutcome.map(({ outcome, count }) => [outcome, count])).toEqual(
      z.byOutcome.map(({ outcome }) => [outcome, outcomes[outcome]]),
    );
    expect(z.reserved).toEqual(reservedOf(after));
    expect(z.comparison?.state).not.toBe("not_compared");
    expect([z.net, z.payout]).toEqual([z.captured - z.refunded, z.captured - z.refunded - z.fees]);
    expectHours(z, moves);
    expectPersons(z, moves);
    expect(z.journal.check).toEqual({ ok: true, firstBadAt: null });
    zs.push(z);
    [before, moves, rests] = [after, [], 0];
  };
  return {
    zs,
    async play(one: Step) {
      switch (one.do) {
        case "sale":
        case "reserve":
          return take(one);
        case "capture":
        case "refund":
          return move(one.do, one.which, one.share);
        case "release": {
          const payment = await pick(one.which, ({ steps }) => steps.includes("release"));
          if (!payment) return;
          if (payment.capturedTotal > 0) rests += 1;
          await world.must("payment.release", { posTid: payment.posTid });
          await world.waitForPayment(
            payment.posTid,
            ({ authorisedLeft, steps }) => authorisedLeft === 0 && !steps.includes("release"),
          );
          return;
        }
        case "reject": {
          const { posTid, tid } = await asked("SALE", one.amount, CUSTOMER);
          await world.phone.reject(tid ?? "");
          await world.waitForPhase(posTid, "rejected");
          return;
        }
        case "pass":
          return clock.pass(one.hours * HOUR_MS);
        case "signIn":
          return world.asManager();
        case "close":
          return close();
      }
    },
    close,
  };
}

/** The hour and the UTC offset of the shop's clock, from the system's formatter. */
function shownHour(at: number, timeZone: string): { hour: number; offset: string } {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { hour: Number(parts.hour), offset: (parts.timeZoneName ?? "").replace("GMT", "") || "+00:00" };
}

function expectHours(z: Report, moves: readonly Moved[]): void {
  for (const bar of z.byHour) {
    const within = moves.filter(({ at }) => {
      const { hour, offset } = shownHour(at, z.timeZone);
      return hour === bar.hour && (!bar.label.includes(" ") || bar.label.endsWith(offset));
    });
    const sum = (kind: Moved["kind"]) =>
      within.reduce((total, one) => (one.kind === kind ? total + one.amount : total), 0);
    expect([bar.label, bar.captured, bar.refunded]).toEqual([bar.label, sum("captured"), sum("refunded")]);
  }
}

function expectPersons(z: Report, moves: readonly Moved[]): void {
  for (const name of new Set([...moves.map(({ person }) => person), ...z.byPerson.map(({ person }) => person)])) {
    const sum = (kind: Moved["kind"]) =>
      moves.reduce((total, one) => (one.person === name && one.kind === kind ? total + one.amount : total), 0);
    const shown = z.byPerson.find(({ person }) => person === name);
    expect([name, shown?.captured ?? 0, shown?.refunded ?? 0]).toEqual([name, sum("captured"), sum("refunded")]);
  }
}

const SHOPS: [timeZone: string, start: string][] = [
  ["Pacific/Tongatapu", "2026-06-01T20:05:00Z"],
  ["Pacific/Auckland", "2026-04-04T06:05:00Z"],
  ["Europe/Oslo", "2026-03-28T17:05:00Z"],
  ["Europe/Oslo", "2026-10-24T18:05:00Z"],
  ["America/St_Johns", "2026-11-01T00:05:00Z"],
  ["Pacific/Pago_Pago", "2026-12-31T22:05:00Z"],
];

describe("a shop's days", () => {
  it.each(SHOPS)(
    "in %s from %s on have Zs that each equal the growth of the service's ledger",
    async (timeZone, start) => {
      const play = async (steps: Step[]) => {
        const clock = fastClock(10, Date.parse(start));
        await using world = await createTestTill({ clock, sandbox: { now: clock.now }, provisioning: { timeZone } });
        // Another test covers power losses.
        world.database.pragma("synchronous = OFF");
        const shop = life(world, clock);
        for (const one of steps) await shop.play(one);
        await shop.close();
        const all = ledgerOf(world.sandbox.payments());
        const { items, chain } = await world.must("report.list", { limit: 100 });
        expect(items.toReversed()).toEqual(shop.zs);
        expect(chain).toMatchObject({ entries: shop.zs.length, ok: true });
        expect(items[0]?.grandTotals).toMatchObject(all);
        expect((await world.must("report.x", {})).grandTotals).toMatchObject(all);
      };
      await fc.assert(fc.asyncProperty(days, play), { numRuns: 1, endOnFailure: true });
    },
  );
});
