import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { noUpdater } from "../../../../../main/operations/updates/updater.ts";
import { startUpdates, type Updates } from "../../../../../main/operations/updates/updates.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { release, testFeed } from "../../../../support/update-feed.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function world(feed = testFeed()) {
  const made = temporaryDatabase();
  const clock = createManualClock();
  const till = {
    openPayments: 0,
    toSend: 0,
    hasRoom: true,
    damaged: false,
    online: true,
    changes: 0,
    version: "1.0.0",
  };
  const journal = createJournal(made.database);
  const start = (updater = feed.updater) =>
    startUpdates({
      ...{ clock, journal, updater, database: made.database },
      log: pino({ level: "silent" }),
      random: () => 0.5,
      version: till.version,
      databaseVersion: 7,
      timeZone: "Europe/Oslo",
      actor: () => "Olga",
      openPayments: () => till.openPayments,
      toSend: () => till.toSend,
      hasRoom: () => till.hasRoom,
      damaged: () => till.damaged,
      isOnline: () => till.online,
      onChange: () => {
        till.changes += 1;
      },
    });
  let updates = start();
  const rows = () =>
    made.database
      .prepare<[], { event: string; actor: string | null; data: string }>("SELECT * FROM journal ORDER BY sequence")
      .all();
  return {
    ...{ clock, feed, till, journal },
    get updates(): Updates {
      return updates;
    },
    view: async () => {
      const result = await updates.commands["updates.get"]({});
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    },
    async restart(version = till.version) {
      await updates.close();
      till.version = version;
      updates = start();
    },
    rows,
    events: () => rows().map(({ event }) => event),
    async [Symbol.asyncDispose]() {
      await updates.close();
      made[Symbol.dispose]();
    },
  };
}

/** From 11:00 in Oslo, when the tests begin, to half past two in the night. */
const TO_THE_NIGHT = 15.5 * HOUR;

describe("updates", () => {
  it("are looked for in the background, fetched at once, and installed in the night", async () => {
    await using made = world();
    expect(made.updates.state()).toEqual({ state: "current", version: null, since: null, because: "not_checked" });
    await made.clock.advance(5 * MINUTE);
    // What is fetched was asked for in the same turn.
    expect(made.feed.calls).toEqual(["check", "check", "download"]);
    expect(made.updates.state()).toMatchObject({ state: "waiting", version: "1.1.0", because: "not_quiet_hours" });
    await made.clock.advance(TO_THE_NIGHT);
    // Asked and compared once more right before.
    expect(made.feed.calls.slice(-3)).toEqual(["check", "download", "install"]);
    expect(made.events()).toEqual(["update.installing"]);
    await made.restart("1.1.0");
    expect(made.events()).toEqual(["update.installing", "update.installed"]);
    expect(made.updates.state()).toMatchObject({ state: "current" });
  });

  it("wait for the sale that is open, and for the person who is at the till", async () => {
    await using made = world();
    made.till.openPayments = 1;
    await made.clock.advance(TO_THE_NIGHT);
    expect(made.updates.state()).toMatchObject({ state: "waiting", because: "open_payment" });
    made.till.openPayments = 0;
    made.updates.touch();
    await made.clock.advance(14 * MINUTE);
    expect(made.updates.state()).toMatchObject({ because: "not_idle" });
    expect(made.feed.calls).not.toContain("install");
    await made.clock.advance(3 * MINUTE);
    expect(made.feed.calls).toContain("install");
  });

  it("are not installed when a sale begins in the last moment, or the release was taken back", async () => {
    await using made = world();
    await made.clock.advance(5 * MINUTE);
    made.feed.meanwhile = () => {
      made.till.openPayments = 1;
    };
    expect(await made.updates.commands["updates.installNow"]({})).toMatchObject({ ok: false });
    expect(made.feed.calls).not.toContain("install");
    made.feed.meanwhile = null;
    made.till.openPayments = 0;
    made.feed.says = release("1.0.0");
    expect(await made.updates.commands["updates.installNow"]({})).toMatchObject({ ok: false });
    expect(made.feed.calls).not.toContain("install");
  });

  it("raise the alarm at the first check that fails, over restarts, and end it with the first answer", async () => {
    await using made = world();
    made.feed.says = null;
    await made.clock.advance(5 * MINUTE);
    const alarm = { state: "failed", because: "check_failed", since: new Date(made.clock.now()).toISOString() };
    expect(made.updates.state()).toMatchObject(alarm);
    expect(made.till.changes).toBe(1);
    await made.clock.advance(20 * HOUR);
    const asked = made.feed.calls.length;
    // 5, 15, 60, 180 minutes, and from then on every six hours.
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(asked).toBeLessThan(10);
    await made.restart();
    expect(made.updates.state()).toMatchObject(alarm);
    made.feed.says = release("1.0.0");
    await made.clock.advance(6 * HOUR);
    expect(made.updates.state()).toMatchObject({ state: "current", because: null });
  });

  it("raise none while the payment service cannot be reached either: that has a banner of its own", async () => {
    await using made = world();
    made.feed.says = null;
    made.till.online = false;
    await made.clock.advance(26 * HOUR);
    expect(made.updates.state()).toMatchObject({ state: "current" });
    made.till.online = true;
    await made.clock.advance(7 * HOUR);
    expect(made.updates.state()).toMatchObject({ state: "failed", because: "check_failed" });
  });

  it("are looked for and told of where a person has to install them, and never fetched", async () => {
    const feed = testFeed();
    await using made = world({ ...feed, updater: { ...feed.updater, byHand: "system_package" } });
    await made.clock.advance(TO_THE_NIGHT);
    expect(made.updates.state()).toMatchObject({ state: "available", version: "1.1.0", because: "system_package" });
    expect(made.till.changes).toBeGreaterThan(0);
    expect(new Set(feed.calls)).toEqual(new Set(["check"]));
    expect(await made.updates.commands["updates.installNow"]({})).toMatchObject({
      ok: false,
      error: { details: { reason: expect.stringContaining("sudo apt install") } },
    });
    await made.restart("1.1.0");
    await made.clock.advance(5 * MINUTE);
    expect(made.updates.state()).toMatchObject({ state: "current" });
  });

  it("are not installed when somebody comes to the till during the last check of the night", async () => {
    await using made = world();
    await made.clock.advance(5 * MINUTE);
    made.feed.meanwhile = () => made.updates.touch();
    await made.clock.advance(TO_THE_NIGHT);
    expect(made.feed.calls).not.toContain("install");
    expect(made.updates.state()).toMatchObject({ state: "waiting", because: "not_idle" });
  });

  it("are not installed when the night ends during the last check, unless a person asked", async () => {
    await using made = world();
    made.till.openPayments = 1;
    await made.clock.advance(17.9 * HOUR);
    made.till.openPayments = 0;
    const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>();
    const { check } = made.feed.updater;
    made.feed.updater.check = () => {
      wasAsked();
      return answered;
    };
    await made.clock.advance(2 * MINUTE);
    await asked;
    // Six minutes to five: the answer takes ten.
    await made.clock.advance(10 * MINUTE);
    made.feed.updater.check = check;
    answer(made.feed.says);
    await made.clock.advance(MINUTE);
    expect(made.feed.calls).not.toContain("install");
    expect(made.updates.state()).toMatchObject({ state: "waiting", because: "not_quiet_hours" });
    expect(await made.updates.commands["updates.installNow"]({})).toMatchObject({ ok: true });
  });

  it("ask a feed that stops answering in the last moment once a minute, not all the time", async () => {
    await using made = world();
    await made.clock.advance(5 * MINUTE);
    made.feed.says = null;
    await made.clock.advance(TO_THE_NIGHT);
    expect(made.feed.calls).not.toContain("install");
    expect(made.feed.calls.length).toBeLessThan(60);
  });

  it("that failed to download are tried again, and are an alarm after a day", async () => {
    await using made = world();
    made.feed.downloads = false;
    await made.clock.advance(10 * MINUTE);
    expect(made.updates.state()).toMatchObject({ state: "available", version: "1.1.0" });
    await made.clock.advance(26 * HOUR);
    expect(made.updates.state()).toMatchObject({ state: "failed", because: "download_failed" });
    expect(made.feed.calls).not.toContain("install");
    made.feed.downloads = true;
    await made.clock.advance(7 * HOUR);
    expect(made.updates.state().state).toBe("waiting");
  });

  it("of a wrong kind are an alarm, and are never even downloaded", async () => {
    for (const [says, because] of [
      [release("1.1.0", { databaseVersion: 6 }), "older_schema"],
      [release("1.1.0", { signature: null }), "not_signed"],
    ] as const) {
      await using made = world(testFeed(says));
      await made.clock.advance(TO_THE_NIGHT);
      expect(made.updates.state()).toMatchObject({ state: "failed", because, version: "1.1.0" });
      expect(made.feed.calls).not.toContain("download");
      expect(await made.updates.commands["updates.installNow"]({})).toMatchObject({
        ok: false,
        error: { code: "illegal_state" },
      });
    }
  });

  it("that did not come to life are an alarm; the same is tried once more, and then no more by itself", async () => {
    await using made = world();
    for (let night = 1; night <= 4; night += 1) {
      await made.clock.advance(night === 1 ? TO_THE_NIGHT : 24 * HOUR);
      await made.restart();
    }
    expect(made.feed.calls.filter((call) => call === "install")).toHaveLength(2);
    await made.clock.advance(5 * MINUTE);
    expect(made.updates.state()).toMatchObject({ state: "failed", because: "install_failed", version: "1.1.0" });
    expect(made.events().filter((event) => event === "update.failed").length).toBeGreaterThan(1);
    // The next version is checked anew.
    made.feed.says = release("1.2.0");
    await made.clock.advance(24 * HOUR);
    expect(made.feed.calls.filter((call) => call === "install")).toHaveLength(3);
  });

  it("end with the till, also while the feed is being asked", async () => {
    const made = world();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    made.feed.updater.check = () => {
      resolve();
      return new Promise(() => undefined);
    };
    void made.clock.advance(5 * MINUTE);
    await asked;
    await made[Symbol.asyncDispose]();
  });
});

describe("the owner", () => {
  it("looks now, turns updates off and on, and sets the quiet hours; the journal says who", async () => {
    await using made = world();
    expect(await made.updates.commands["updates.check"]({})).toMatchObject({ ok: true });
    expect(made.feed.calls).toEqual(["check"]);
    await made.updates.commands["updates.set"]({ enabled: false, quietHours: { from: "23:00", to: "04:00" } });
    await made.clock.advance(24 * HOUR);
    expect(made.feed.calls).toEqual(["check"]);
    expect(await made.view()).toMatchObject({
      ...{ state: "off", because: "turned_off", nextCheckAt: null, from: "updates.example" },
      settings: { enabled: false, quietHours: { from: "23:00", to: "04:00" } },
    });
    expect(await made.updates.commands["updates.check"]({})).toMatchObject({ ok: false });
    expect(made.rows()).toMatchObject([
      { event: "update.settings", actor: "Olga", data: '{"enabled":false,"from":"23:00","to":"04:00"}' },
    ]);
    await made.restart();
    expect((await made.view()).settings.quietHours.from).toBe("23:00");
  });

  it("installs in the middle of the day when nothing is open, and hears why not otherwise", async () => {
    await using made = world();
    const install = () => made.updates.commands["updates.installNow"]({});
    expect(await install()).toMatchObject({ error: { details: { because: { code: "update_not_checked" } } } });
    await made.clock.advance(5 * MINUTE);
    made.till.toSend = 2;
    expect((await made.view()).obstacles).toEqual(["queue_not_empty"]);
    expect(await install()).toMatchObject({
      ok: false,
      error: {
        details: {
          reason: expect.stringMatching(/wait to be sent.*No money moved/),
          because: { code: "update_queue_not_empty", values: {} },
        },
      },
    });
    made.till.toSend = 0;
    expect(await install()).toEqual({ ok: true, value: { installing: "1.1.0" } });
    expect(made.feed.calls.at(-1)).toBe("install");
    // Not a failure until the next start says so.
    expect(made.updates.state().state).toBe("waiting");
  });
});

describe("whoever looks now", () => {
  it("hears at once how far a download is that is under way, and nothing comes into its turn", async () => {
    await using made = world();
    const { promise: fetched, resolve: finish } = Promise.withResolvers<void>();
    const { promise: halfway, resolve: isHalfway } = Promise.withResolvers<void>();
    made.feed.downloading = (tell) => {
      tell(22.4);
      isHalfway();
      return fetched;
    };
    const running = made.clock.advance(5 * MINUTE);
    await halfway;
    expect(await made.updates.commands["updates.check"]({})).toMatchObject({
      ok: true,
      value: { state: "available", version: "1.1.0", because: "downloading", downloadPercent: 22 },
    });
    expect(made.feed.calls).toEqual(["check", "check", "download"]);
    finish();
    await running;
    expect(await made.view()).toMatchObject({ state: "waiting", downloadPercent: null });
    // Nothing is under way any more: now it is looked for.
    await made.updates.commands["updates.check"]({});
    expect(made.feed.calls).toEqual(["check", "check", "download", "check"]);
  });

  it("waits for the question that is under way, and not for the download after it", async () => {
    await using made = world();
    const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>();
    const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>();
    const { check } = made.feed.updater;
    // The first question is asked alone; the second one begins the turn that fetches.
    made.feed.updater.check = () => {
      made.feed.updater.check = () => {
        wasAsked();
        return answered;
      };
      return check();
    };
    made.feed.downloading = () => new Promise(() => undefined);
    void made.clock.advance(5 * MINUTE);
    await asked;
    const looked = made.updates.commands["updates.check"]({});
    made.feed.updater.check = check;
    answer(made.feed.says);
    expect(await looked).toMatchObject({ ok: true, value: { version: "1.1.0" } });
  });
});

it("a till that somebody else updates asks nobody, and says so", async () => {
  const feed = testFeed();
  await using made = world({ ...feed, updater: noUpdater("no_desktop") });
  await made.clock.advance(TO_THE_NIGHT);
  expect(made.updates.state()).toEqual({ state: "off", version: null, since: null, because: "no_desktop" });
  expect(feed.calls).toEqual([]);
});
