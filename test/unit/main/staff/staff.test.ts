import { describe, expect, it } from "vitest";
import { weakness } from "../../../../contract/pins.ts";
import { createJournal } from "../../../../main/journal/journal.ts";
import { waitAfter } from "../../../../main/staff/lockout.ts";
import { makeOwner } from "../../../../main/staff/owner.ts";
import { staffService } from "../../../../main/staff/service.ts";
import type { Database } from "../../../../main/store/database.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryDatabase } from "../../../support/database.ts";

const PIN = "481516";

function staffOf(database: Database, clock = createManualClock()) {
  const ports = { database, clock, journal: createJournal(database), pepper: { secret: "pepper" } };
  const staff = staffService({ ...ports, onChange: () => undefined });
  return { staff, clock, owner: () => makeOwner(ports, ports.pepper, PIN) };
}

describe("a manager's PIN", () => {
  it.each(["12345", "1234567890123", "abcdef", "111111", "123456", "987654", "112233", "654321", "901234"])(
    "%s is too easily guessed",
    (pin) => {
      expect(weakness(pin)).not.toBeNull();
    },
  );

  it.each([PIN, "246810", "902174"])("%s is accepted", (pin) => {
    expect(weakness(pin)).toBeNull();
  });

  it("costs longer and longer when it is wrong again", () => {
    expect([1, 4, 5, 6, 7, 8, 50].map(waitAfter)).toEqual([0, 0, 60_000, 300_000, 900_000, 1_800_000, 1_800_000]);
  });
});

describe("signing in", () => {
  it("opens a session that ends by itself, and writes both down", async () => {
    using made = temporaryDatabase();
    const { staff, clock, owner } = staffOf(made.database);
    await owner();
    expect(await staff.signIn({ pin: PIN })).toEqual({ ok: true, value: { role: "owner", name: "Owner" } });
    expect(staff.role()).toBe("owner");
    await clock.advance(6 * 60_000);
    expect(staff.role()).toBeNull();
    const events = made.database.prepare("SELECT event FROM journal ORDER BY sequence").pluck().all();
    expect(events).toEqual(["staff.provisioned", "staff.signedIn"]);
  });

  it("is shut for everybody after five wrong PINs, also over a restart and a changed clock", async () => {
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

  it("lasts as long as somebody touches the till, and by the owner's rule", async () => {
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

  it("counts tries that arrive together one by one", async () => {
    using made = temporaryDatabase();
    const { staff, owner } = staffOf(made.database);
    await owner();
    const answers = await Promise.all(Array.from({ length: 8 }, () => staff.signIn({ pin: "902174" })));
    const codes = answers.map((answer) => (answer.ok ? "in" : answer.error.code));
    expect(codes).toEqual([...Array(5).fill("not_allowed"), ...Array(3).fill("locked_out")]);
  });

  it("keeps neither the PIN nor its plain hash", async () => {
    using made = temporaryDatabase();
    const { owner } = staffOf(made.database);
    await owner();
    expect(made.database.serialize().includes(PIN)).toBe(false);
  });
});
