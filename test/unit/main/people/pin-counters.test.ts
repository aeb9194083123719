/**
 * When a wrong PIN is counted, and on which counter: kills in each step of a check, concurrent attempts, the kiosk
 * exit.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { staffMembers } from "../../../../main/people/members.ts";
import { hashPin } from "../../../../main/people/pin.ts";
import { KIOSK_EXIT } from "../../../../main/people/pin-guard.ts";
import { afterBegin, beforeCommit, connect, type Database } from "../../../../main/storage/database/database.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryDatabase } from "../../../support/database.ts";
import { runs } from "../../../support/random-runs.ts";
import { PEPPER, staffOf } from "../../../support/staff.ts";

const KARI = "702914";
const WRONG = "902174";

const failuresIn = (database: Pick<Database, "prepare">, subject: string) =>
  database.prepare<[string], number>("SELECT failures FROM pin_try WHERE subject = ?").pluck().get(subject) ?? 0;
const refusalsIn = (database: Pick<Database, "prepare">) =>
  database.prepare<[], number>("SELECT COUNT(*) FROM journal WHERE event = 'staff.refused'").pluck().get() ?? 0;

async function people(database: Database, changes: Parameters<typeof staffOf>[2] = {}) {
  const made = staffOf(database, createManualClock(), changes);
  await made.owner();
  const pin = await hashPin(KARI, PEPPER);
  const kari = staffMembers(database).add({ name: "Kari", role: "manager", pin }, made.clock.now());
  return { ...made, kari };
}

const codeOf = (answer: { ok: true } | { ok: false; error: { code: string } }) =>
  answer.ok ? "in" : answer.error.code;

describe("a PIN check that a kill interrupts", () => {
  /** Snapshots of the database, as another process would read it at each hash and each transaction. */
  async function disksDuring(pin: string, person: "kari" | "anyone") {
    using made = temporaryDatabase();
    const { kari } = await people(made.database);
    const disk = connect(made.path);
    const subject = person === "kari" ? kari : "";
    const counts = () => ({ failures: failuresIn(disk, subject), refusals: refusalsIn(disk) });
    const during: ReturnType<typeof counts>[] = [];
    const pepper = {
      get secret() {
        during.push(counts());
        return PEPPER.secret;
      },
    };
    const { staff } = staffOf(made.database, createManualClock(), { pepper });
    let commits = 0;
    afterBegin(made.database, () => {
      commits += 1;
      during.push(counts());
    });
    const answer = await staff.identify(pin, person === "kari" ? kari : undefined);
    const after = counts();
    disk.close();
    return { answer: codeOf(answer), during, after, commits };
  }

  it.each(["kari", "anyone"] as const)("counts as no attempt when the PIN is right (%s)", async (person) => {
    const { answer, during, after } = await disksDuring(KARI, person);
    expect(answer).toBe("in");
    expect(during.length).toBeGreaterThan(0);
    for (const disk of [...during, after]) expect(disk).toEqual({ failures: 0, refusals: 0 });
  });

  it.each(["kari", "anyone"] as const)(
    "counts one attempt, with its journal row, before the response when the PIN is wrong (%s)",
    async (person) => {
      const { answer, during, after } = await disksDuring(WRONG, person);
      expect(answer).toBe("not_allowed");
      for (const { failures, refusals } of during) expect(failures).toBe(refusals);
      expect(after).toEqual({ failures: 1, refusals: 1 });
    },
  );

  it.each(["kari", "anyone"] as const)(
    "waits for the disk equally often whether the PIN is right or wrong (%s)",
    async (person) => {
      // A right answer sent before a wrong one is stored would let a kill in between grant a free attempt.
      const commits = [];
      for (const pin of [KARI, WRONG]) commits.push((await disksDuring(pin, person)).commits);
      expect(commits).toEqual([2, 2]);
    },
  );

  it("never responds when the disk cannot be written, whether the PIN is right or wrong", async () => {
    using made = temporaryDatabase();
    const { staff } = await people(made.database);
    made.database.pragma("query_only = ON");
    for (const pin of [WRONG, KARI]) await expect(staff.identify(pin)).rejects.toThrow("readonly");
  });

  it("locks the till for half an hour when the failure cannot be stored", async () => {
    using made = temporaryDatabase();
    const { staff, clock } = await people(made.database);
    let isFull = false;
    beforeCommit(made.database, () => {
      if (isFull && made.database.prepare("SELECT 1 FROM pin_try WHERE failures > 0").get() !== undefined)
        throw new Error("the disk is full");
    });
    isFull = true;
    await expect(staff.identify(WRONG)).rejects.toThrow("full");
    isFull = false;
    expect(codeOf(await staff.identify(KARI))).toBe("locked_out");
    await clock.advance(30 * 60_000 + 1);
    expect(codeOf(await staff.identify(KARI))).toBe("in");
  });
});

describe("concurrent attempts", () => {
  it("count and lock as if they were sequential", async () => {
    const kind = fc.constantFrom("wrong", "right");
    const place = fc.constantFrom("person", "anyone", "exit");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ kind, place }), { minLength: 50, maxLength: 50 }), async (tries) => {
        const run = async (isTogether: boolean) => {
          using made = temporaryDatabase();
          const { staff, kari } = await people(made.database);
          const one = ({ kind, place }: (typeof tries)[number]) =>
            staff.identify(
              kind === "right" ? KARI : WRONG,
              place === "person" ? kari : undefined,
              place === "exit" ? KIOSK_EXIT : undefined,
            );
          const answers = [];
          if (isTogether) answers.push(...(await Promise.all(tries.map(one))));
          else for (const tried of tries) answers.push(await one(tried));
          const stored = [kari, "", KIOSK_EXIT].map((subject) => failuresIn(made.database, subject));
          return { codes: answers.map(codeOf), stored };
        };
        expect(await run(true)).toEqual(await run(false));
      }),
      { numRuns: runs(25) },
    );
  });

  it("lock after the fifth of fifty wrong PINs", async () => {
    using made = temporaryDatabase();
    const { staff } = await people(made.database);
    const answers = await Promise.all(Array.from({ length: 50 }, () => staff.identify(WRONG)));
    expect(answers.map(codeOf)).toEqual([...Array(5).fill("not_allowed"), ...Array(45).fill("locked_out")]);
    expect(failuresIn(made.database, "")).toBe(5);
  });
});

describe("a bystander at a kiosk", () => {
  it("locks the exit only: sign-in and approvals still accept the right PIN", async () => {
    using made = temporaryDatabase();
    const { staff, kari } = await people(made.database, { isKiosk: () => true });
    for (let times = 0; times < 6; times += 1) await staff.identify(WRONG, kari, KIOSK_EXIT);
    expect(codeOf(await staff.identify(KARI, undefined, KIOSK_EXIT))).toBe("locked_out");
    expect(codeOf(await staff.identify(KARI))).toBe("in");
    expect(codeOf(await staff.signIn({ pin: KARI, person: kari }))).toBe("in");
  });

  it("locks no member of staff, whatever command the PINs are tried at", async () => {
    using made = temporaryDatabase();
    const kiosk = { isOn: true };
    const { staff, kari } = await people(made.database, { isKiosk: () => kiosk.isOn });
    for (const person of [kari, undefined])
      for (let times = 0; times < 6; times += 1) await staff.signIn({ pin: WRONG, person });
    expect(codeOf(await staff.signIn({ pin: KARI, person: kari }))).toBe("locked_out");
    // The exit has its own counter; outside kiosk mode each person has one.
    expect(codeOf(await staff.identify(KARI, undefined, KIOSK_EXIT))).toBe("in");
    kiosk.isOn = false;
    expect(codeOf(await staff.identify(KARI))).toBe("in");
    expect(codeOf(await staff.signIn({ pin: KARI, person: kari }))).toBe("in");
  });

  it("gets a handful of attempts a day, also across restarts and right PINs of staff in between", async () => {
    using made = temporaryDatabase();
    const isKiosk = () => true;
    let { staff, clock } = await people(made.database, { isKiosk });
    let looked = 0;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (let times = 0; times < 3; times += 1)
        if (codeOf(await staff.identify(WRONG, undefined, KIOSK_EXIT)) === "not_allowed") looked += 1;
      await staff.identify(KARI, undefined, KIOSK_EXIT);
      await clock.advance(60_000);
      if (minute % 400 === 399) ({ staff, clock } = staffOf(made.database, createManualClock(), { isKiosk }));
    }
    // Five immediately, and then about one per half hour.
    expect(looked).toBeLessThan(65);
    expect(looked).toBeGreaterThan(5);
  });

  it("gets no extra attempts by naming the exit at a till that is not a kiosk", async () => {
    using made = temporaryDatabase();
    const { staff, kari } = await people(made.database);
    for (let times = 0; times < 5; times += 1) await staff.identify(WRONG);
    expect(codeOf(await staff.identify(KARI, undefined, KIOSK_EXIT))).toBe("locked_out");
    expect(codeOf(await staff.identify(KARI, kari, KIOSK_EXIT))).toBe("in");
    expect(failuresIn(made.database, KIOSK_EXIT)).toBe(0);
  });
});
