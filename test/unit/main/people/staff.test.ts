import { createHmac, randomBytes, scryptSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { staffMembers } from "../../../../main/people/members.ts";
import { hashPin, PIN_STRETCH, tillSalt } from "../../../../main/people/pin.ts";
import { waitAfter } from "../../../../main/people/pin-guard.ts";
import type { Database } from "../../../../main/storage/database/database.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryDatabase } from "../../../support/database.ts";
import { PEPPER, PIN, staffOf } from "../../../support/staff.ts";

function eventsOf(database: Database) {
  return database
    .prepare<[], { event: string; actor: string | null; data: string }>(
      "SELECT event, actor, data FROM journal ORDER BY sequence",
    )
    .all()
    .map((row) => ({ ...row, data: JSON.parse(row.data) as Record<string, unknown> }));
}

function signingOf(database: Database): string[] {
  return eventsOf(database).flatMap(({ event, actor, data }) => {
    if (event === "staff.signedIn") return [`in ${actor}`];
    return event === "staff.signedOut" ? [`out ${actor}: ${data.how}`] : [];
  });
}

/** Hashes a PIN the old way, with its own salt. */
function hashWithOwnSalt(pin: string) {
  const salt = randomBytes(16);
  const text = createHmac("sha256", PEPPER.secret).update(pin).digest();
  return { salt, hash: scryptSync(text, salt, 32, PIN_STRETCH), isUsual: pin.length === 6 };
}

describe("wrong PINs", () => {
  it("cause longer and longer delays", () => {
    expect([1, 4, 5, 6, 7, 8, 50].map(waitAfter)).toEqual([0, 0, 60_000, 300_000, 900_000, 1_800_000, 1_800_000]);
  });

  it("report the remaining attempts, and the last one the time of the next attempt", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    const wrong = async () => {
      const answer = await staff.signIn({ pin: "902174" });
      return answer.ok ? null : [answer.error.details.triesLeft, answer.error.details.until];
    };
    const results = [];
    for (let tries = 0; tries < 5; tries += 1) results.push(await wrong());
    const next = new Date(clock.now() + 60_000).toISOString();
    expect(results).toEqual([
      [4, undefined],
      [3, undefined],
      [2, undefined],
      [1, undefined],
      [0, next],
    ]);
  });

  it("are journaled with the signed-in user and the person tried, never with the PIN", async () => {
    using made = temporaryDatabase();
    const { staff, owner } = staffOf(made.database);
    await owner();
    const [person] = staffMembers(made.database).all();
    await staff.signIn({ pin: "902174" });
    await staff.signIn({ pin: PIN });
    await staff.identify("902174", person?.id);
    await staff.identify("902174", "unknown id");
    const rows = eventsOf(made.database).filter(({ event }) => event === "staff.refused");
    expect(rows.map(({ actor, data }) => [actor, data])).toEqual([
      [null, { person: null }],
      ["Owner", { person: "Owner" }],
      ["Owner", { person: null }],
    ]);
    expect(made.database.serialize().includes("902174")).toBe(false);
  });
});

describe("attempts without a name", () => {
  const guesses = ["600001", "600014", "600027", "600040"];

  it("are not reset by a right PIN, not even the owner's", async () => {
    using made = temporaryDatabase();
    const { staff, owner } = staffOf(made.database);
    await owner();
    for (const pin of guesses) await staff.identify(pin);
    for (let times = 0; times < 5; times += 1) expect(await staff.identify(PIN)).toMatchObject({ ok: true });
    expect(await staff.identify("600053")).toMatchObject({ error: { code: "not_allowed" } });
    expect(await staff.identify(PIN)).toMatchObject({ error: { code: "locked_out" } });
  });

  it("are forgotten one per half hour, as slowly as they are allowed at worst", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    for (const pin of [...guesses, "600053"]) await staff.identify(pin);
    await clock.advance(30 * 60_000 + 1);
    // One of the five attempts has expired, so this is the fifth again and locks for a minute.
    expect(await staff.identify("600066")).toMatchObject({ error: { code: "not_allowed" } });
    await clock.advance(60_001);
    expect(await staff.identify("600079")).toMatchObject({ error: { code: "not_allowed" } });
    await clock.advance(60_001);
    expect(await staff.identify(PIN)).toMatchObject({ error: { code: "locked_out" } });
    await clock.advance(3 * 60 * 60_000);
    for (const pin of guesses) expect(await staff.identify(pin)).toMatchObject({ error: { code: "not_allowed" } });
    expect(await staff.identify(PIN)).toMatchObject({ ok: true });
  });

  it("include those for a person who does not exist", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    const gone = staffMembers(made.database);
    const id = gone.add({ name: "Ola", role: "cashier", pin: await hashPin("4821", PEPPER) }, clock.now());
    gone.change(id, { active: false });
    const codes: string[] = [];
    for (const person of [id, "invented-0", "invented-1", "invented-2", "invented-3", "invented-4", id]) {
      const answer = await staff.signIn({ pin: "4821", person });
      codes.push(answer.ok ? "in" : answer.error.code);
    }
    expect(codes).toEqual([...Array(5).fill("not_allowed"), ...Array(2).fill("locked_out")]);
    expect(made.database.prepare("SELECT subject FROM pin_try").all()).toEqual([{ subject: "" }]);
    expect(eventsOf(made.database).filter(({ event }) => event === "staff.refused")).toHaveLength(5);
  });
});

describe("a command", () => {
  const KARI = "702914";
  const two = async (database: Database) => {
    const made = staffOf(database);
    await made.owner();
    const pin = await hashPin(KARI, PEPPER);
    const kari = staffMembers(database).add({ name: "Kari", role: "manager", pin }, made.clock.now());
    return { ...made, kari };
  };

  it("belongs until its end to the user who was signed in at its start", async () => {
    using made = temporaryDatabase();
    const { staff } = await two(made.database);
    await staff.signIn({ pin: PIN });
    const gate = Promise.withResolvers<void>();
    const told = staff.begin(async () => {
      await gate.promise;
      return [staff.actor(), staff.role(), staff.caller()?.name];
    });
    await staff.signIn({ pin: KARI });
    gate.resolve();
    expect(await told).toEqual(["Owner", "owner", "Owner"]);
    expect([staff.actor(), staff.role(), staff.current()?.name]).toEqual(["Kari", "manager", "Kari"]);
  });

  it("started without a user stays without one", async () => {
    using made = temporaryDatabase();
    const { staff } = await two(made.database);
    const gate = Promise.withResolvers<void>();
    const told = staff.begin(async () => {
      await gate.promise;
      return [staff.actor(), staff.role(), staff.caller()];
    });
    await staff.signIn({ pin: PIN });
    gate.resolve();
    expect(await told).toEqual([null, null, null]);
  });

  it("has the current rights of its user, not earlier ones", async () => {
    using made = temporaryDatabase();
    const { staff, kari } = await two(made.database);
    await staff.signIn({ pin: KARI });
    const roles = staff.begin(() => {
      const members = staffMembers(made.database);
      const before = staff.role();
      members.change(kari, { role: "cashier" });
      const demoted = staff.role();
      members.change(kari, { role: "owner", active: false });
      return [before, demoted, staff.role()];
    });
    expect(roles).toEqual(["manager", "cashier", null]);
  });

  it("belongs in part to the person whose PIN approved it, and the caller stays recorded", async () => {
    using made = temporaryDatabase();
    const { staff } = await two(made.database);
    await staff.signIn({ pin: KARI });
    const owner = await staff.identify(PIN);
    if (!owner.ok) throw new Error("not known");
    const told = staff.begin(() => [
      staff.as(owner.value, () => [staff.actor(), staff.role(), staff.caller()?.name]),
      [staff.actor(), staff.role(), staff.caller()?.name],
    ]);
    expect(told).toEqual([
      ["Owner", "owner", "Kari"],
      ["Kari", "manager", "Kari"],
    ]);
  });
});

describe("signing in", () => {
  it("ends while the machine sleeps and its monotonic clock stops", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    await staff.signIn({ pin: PIN });
    clock.setBy(8 * 3_600_000);
    expect(staff.current()).toBeNull();
    expect(staff.touch()).toEqual({ ok: true, value: { role: null } });
    // The expiry is detected soon, without a call.
    await clock.advance(15_000);
    expect(signingOf(made.database)).toEqual(["in Owner", "out Owner: idle"]);
  });

  it("survives a clock that is set back, or a little forward", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    await staff.signIn({ pin: PIN });
    clock.setBy(60_000);
    expect(staff.role()).toBe("owner");
    clock.setBy(-86_400_000);
    expect(staff.role()).toBe("owner");
    await clock.advance(6 * 60_000);
    expect(staff.role()).toBeNull();
  });

  it("opens a session that expires automatically, and journals both", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    expect(await staff.signIn({ pin: PIN })).toEqual({ ok: true, value: { role: "owner", name: "Owner" } });
    expect(staff.role()).toBe("owner");
    await clock.advance(6 * 60_000);
    expect(staff.role()).toBeNull();
    expect(signingOf(made.database)).toEqual(["in Owner", "out Owner: idle"]);
  });

  it("ends the previous session, and journals each end once with its reason", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    staffMembers(made.database).add(
      { name: "Kari", role: "manager", pin: await hashPin("702914", PEPPER) },
      clock.now(),
    );
    await staff.signIn({ pin: PIN });
    await staff.signIn({ pin: "702914" });
    staff.signOut();
    staff.signOut();
    await staff.signIn({ pin: PIN });
    await clock.advance(6 * 60_000);
    expect(staff.signOut()).toEqual({ ok: true, value: { role: null } });
    await staff.signIn({ pin: PIN });
    staff.close();
    expect(signingOf(made.database)).toEqual([
      "in Owner",
      "out Owner: switched",
      "in Kari",
      "out Kari: signed_out",
      "in Owner",
      "out Owner: idle",
      "in Owner",
      "out Owner: stopped",
    ]);
  });

  it("records the expiry of a session that ended unseen", async () => {
    using made = temporaryDatabase();
    // A machine that was asleep: its timers are late.
    const asleep = { ...createManualClock(), sleep: () => new Promise<void>(() => undefined) };
    let slept = 0;
    const clock = { ...asleep, monotonic: () => asleep.monotonic() + slept };
    const { staff, owner } = staffOf(made.database, clock);
    await owner();
    await staff.signIn({ pin: PIN });
    slept = 8 * 3_600_000;
    expect(staff.current()).toBeNull();
    await staff.signIn({ pin: PIN });
    expect(signingOf(made.database)).toEqual(["in Owner", "out Owner: idle", "in Owner"]);
  });

  it("can be undone even when the journal cannot be written", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner, failed } = staffOf(made.database);
    await owner();
    await staff.signIn({ pin: PIN });
    made.database.pragma("query_only = ON");
    await clock.advance(6 * 60_000);
    expect(staff.current()).toBeNull();
    expect(failed).toEqual(["a sign-out could not be recorded"]);
  });

  it("finds any person with one hash, however many people there are", async () => {
    using made = temporaryDatabase();
    const { staff, clock } = staffOf(made.database);
    const members = staffMembers(made.database);
    for (let number = 0; number < 40; number += 1)
      members.add({ name: `P${number}`, role: "cashier", pin: await hashPin(`${4100 + number}`, PEPPER) }, clock.now());
    expect(new Set(members.all().map(({ pin }) => pin.salt.toString("hex"))).size).toBe(1);
    expect(await staff.signIn({ pin: "4139" })).toMatchObject({ value: { name: "P39" } });
    expect(await staff.signIn({ pin: "4100" })).toMatchObject({ value: { name: "P0" } });
    expect(await staff.signIn({ pin: "4140" })).toMatchObject({ ok: false });
  });

  it("shows the number of PIN digits only when every PIN has the usual six", async () => {
    using made = temporaryDatabase();
    const { staff, clock } = staffOf(made.database);
    const members = staffMembers(made.database);
    const add = async (name: string, role: "cashier" | "manager" | "owner", pin: string) =>
      members.add({ name, role, pin: await hashPin(pin, PEPPER) }, clock.now());
    expect(staff.pinDigits()).toEqual({ signIn: null, approval: null });
    await add("Kari", "manager", "702914");
    expect(staff.pinDigits()).toEqual({ signIn: 6, approval: 6 });
    const ola = await add("Ola", "cashier", "4821");
    expect(staff.pinDigits()).toEqual({ signIn: null, approval: 6 });
    const eva = await add("Eva", "owner", "70291455");
    expect(staff.pinDigits()).toEqual({ signIn: null, approval: null });
    for (const id of [ola, eva]) members.change(id, { active: false });
    expect(staff.pinDigits()).toEqual({ signIn: 6, approval: 6 });
    // An older till learns the usual PIN length when people sign in.
    made.database.prepare("UPDATE staff SET usual_pin = 0").run();
    expect(staff.pinDigits()).toEqual({ signIn: null, approval: null });
    await staff.signIn({ pin: "702914" });
    expect(staff.pinDigits()).toEqual({ signIn: 6, approval: 6 });
  });

  it("rehashes a PIN that has its own salt with the till's salt, and keeps what it unlocks", async () => {
    using made = temporaryDatabase();
    const { staff, clock } = staffOf(made.database);
    const members = staffMembers(made.database);
    const id = members.add({ name: "Kari", role: "manager", pin: hashWithOwnSalt("702914") }, clock.now());
    const wrap = { person: id, key_id: "k", salt: Buffer.alloc(16, 7), wrapped: "{}" };
    made.database.prepare("INSERT INTO refund_key VALUES (1, 'k', 'pem', 0, NULL)").run();
    made.database.prepare("INSERT INTO refund_key_wrap VALUES (@person, @key_id, @salt, @wrapped)").run(wrap);
    const before = members.find(id)?.pin;
    expect(await staff.signIn({ pin: "702915" })).toMatchObject({ ok: false });
    expect(members.find(id)?.pin).toEqual(before);
    expect(await staff.signIn({ pin: "702914" })).toMatchObject({ ok: true });
    expect(members.find(id)?.pin.salt).toEqual(tillSalt(PEPPER));
    expect(await staff.signIn({ pin: "702914" })).toMatchObject({ ok: true });
    expect(made.database.prepare("SELECT * FROM refund_key_wrap").all()).toEqual([wrap]);
  });

  it("is locked for all people after five wrong PINs, also after a restart and a clock change", async () => {
    using made = temporaryDatabase();
    const { staff, owner } = staffOf(made.database);
    await owner();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await staff.signIn({ pin: "902174" })).toMatchObject({ error: { code: "not_allowed" } });
    expect(await staff.signIn({ pin: PIN })).toMatchObject({
      ok: false,
      error: { code: "locked_out", retryable: true },
    });
    const restarted = staffOf(made.database);
    restarted.clock.setBy(86_400_000);
    expect(await restarted.staff.signIn({ pin: PIN })).toMatchObject({ error: { code: "locked_out" } });
    await restarted.clock.advance(61_000);
    expect(await restarted.staff.signIn({ pin: PIN })).toMatchObject({ ok: true });
  });

  it("does not wait again after a restart when the wait was over", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    for (let tries = 0; tries < 5; tries += 1) await staff.signIn({ pin: "902174" });
    await clock.advance(61_000);
    expect(await staffOf(made.database).staff.signIn({ pin: PIN })).toMatchObject({ ok: true });
  });

  it("lasts while the till is used, by the owner's rule", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    await staff.signIn({ pin: PIN });
    staff.setPolicy({ ...staff.policy(), idleLockMinutes: 2 });
    staff.touch();
    for (let minutes = 0; minutes < 4; minutes += 1) {
      await clock.advance(90_000);
      expect(staff.touch()).toEqual({ ok: true, value: { role: "owner" } });
    }
    await clock.advance(121_000);
    expect(staff.current()).toBeNull();
  });

  it("counts concurrent attempts one by one", async () => {
    using made = temporaryDatabase();
    const { staff, owner } = staffOf(made.database);
    await owner();
    const answers = await Promise.all(Array.from({ length: 8 }, () => staff.signIn({ pin: "902174" })));
    const codes = answers.map((answer) => (answer.ok ? "in" : answer.error.code));
    expect(codes).toEqual([...Array(5).fill("not_allowed"), ...Array(3).fill("locked_out")]);
  });

  it("stores neither the PIN nor its plain hash", async () => {
    using made = temporaryDatabase();
    const { owner } = staffOf(made.database);
    await owner();
    expect(made.database.serialize().includes(PIN)).toBe(false);
  });
});
