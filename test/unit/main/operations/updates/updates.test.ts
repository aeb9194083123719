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

/** From 11:00 in Oslo, the start of the tests, to 02:30 at night. */
const TO_THE_NIGHT = 15.5 * HOUR;

describe("updates", () => {
  it("are checked in the background, downloaded immediately, and installed at night", async () => {
    await using made = world();
    expect(made.updates.state()).toEqual({ state: "current", version: null, since: null, because: "not_checked" });
    await made.clock.advance(5 * MINUTE);
    // The download was requested in the same turn.
    expect(made.feed.calls).toEqual(["check", "check", "download"]);
    expect(made.updates.state()).toMatchObject({ state: "waiting", version: "1.1.0", because: "not_quiet_hours" });
    await made.clock.advance(TO_THE_NIGHT);
    // Checked and compared again right before the installation.
    expect(made.feed.calls.slice(-3)).toEqual(["check", "download", "install"]);
    expect(made.events()).toEqual(["update.installing"]);
    await made.restart("1.1.0");
    expect(made.events()).toEqual(["update.installing", "update.installed"]);
    expect(made.updates.state()).toMatchObject({ state: "current" });
  });

  it("wait for an open sale and for a user at the till", async () => {
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

  it("are not installed when a sale starts at the last moment, or the release was withdrawn", async () => {
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

  it("raise the alarm at the first failed check, across restarts, and clear it with the first response", async () => {
    await using made = world();
    made.feed.says = null;
    await made.clock.advance(5 * MINUTE);
    const alarm = { state: "failed", because: "check_failed", since: new Date(made.clock.now()).toISOString() };
    expect(made.updates.state()).toMatchObject(alarm);
    expect(made.till.changes).toBe(1);
    await made.clock.advance(20 * HOUR);
    const asked = made.feed.calls.length;
    // 5, 15, 60, 180 minutes, and then every six hours.
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(asked).toBeLessThan(10);
    await made.restart();
    expect(made.updates.state()).toMatchObject(alarm);
    made.feed.says = release("1.0.0");
    await made.clock.advance(6 * HOUR);
    expect(made.updates.state()).toMatchObject({ state: "current", because: null });
  });

  it("raise no alarm while the payment service is unreachable, which has its own banner", async () => {
    await using made = world();
    made.feed.says = null;
    made.till.online = false;
    await made.clock.advance(26 * HOUR);
    expect(made.updates.state()).toMatchObject({ state: "current" });
    made.till.online = true;
    await made.clock.advance(7 * HOUR);
    expect(made.updates.state()).toMatchObject({ state: "failed", because: "check_failed" });
  });

  it("are checked and announced when an operator installs them, and never downloaded", async () => {
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

  it("are not installed when a user returns during the last check of the night", async () => {
    await using made = world();
    await made.clock.advance(5 * MINUTE);
    made.feed.meanwhile = () => made.updates.touch();
    await made.clock.advance(TO_THE_NIGHT);
    expect(made.feed.calls).not.toContain("install");
    expect(made.updates.state()).toMatchObject({ state: "waiting", because: "not_idle" });
  });

  it("are not installed when the night ends during the last check, unless a user requested it", async () => {
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
    // Six minutes to five: the response takes ten.
    await made.clock.advance(10 * MINUTE);
    made.feed.updater.check = check;
    answer(made.feed.says);
    await made.clock.advance(MINUTE);
    expect(made.feed.calls).not.toContain("install");
    expect(made.updates.state()).toMatchObject({ state: "waiting", because: "not_quiet_hours" });
    expect(await made.updates.commands["updates.installNow"]({})).toMatchObject({ ok: true });
  });

  it("poll a feed that stops responding at the last moment once a minute", async () => {
    await using made = world();
    await made.clock.advance(5 * MINUTE);
    made.feed.says = null;
    await made.clock.advance(TO_THE_NIGHT);
    expect(made.feed.calls).not.toContain("install");
    expect(made.feed.calls.length).toBeLessThan(60);
  });

  it("retry a failed download, and raise an alarm after a day", async () => {
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

  it("of an invalid kind raise an alarm, and are never downloaded", async () => {
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

  it("that failed to start raise an alarm, are retried once, and then no more automatically", async () => {
    await using made = world();
    for (let night = 1; night <= 4; night += 1) {
      await made.clock.advance(night === 1 ? TO_THE_NIGHT : 24 * HOUR);
      await made.restart();
    }
    expect(made.feed.calls.filter((call) => call === "install")).toHaveLength(2);
    await made.clock.advance(5 * MINUTE);
    expect(made.updates.state()).toMatchObject({ state: "failed", because: "install_failed", version: "1.1.0" });
    expect(made.events().filter((event) => event === "update.failed").length).toBeGreaterThan(1);
    // The next version is checked again.
    made.feed.says = release("1.2.0");
    await made.clock.advance(24 * HOUR);
    expect(made.feed.calls.filter((call) => call === "install")).toHaveLength(3);
  });

  it("end with the till, also while the feed is being polled", async () => {
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
  it("checks manually, enables and disables updates, and sets quiet hours; the journal names the user", async () => {
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

  it("installs at midday when nothing is open, and otherwise gets the reason", async () => {
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
    // A failure only once the next start reports it.
    expect(made.updates.state().state).toBe("waiting");
  });
});

describe("a manual check", () => {
  it("returns the progress of a running download immediately, and does not interrupt it", async () => {
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
    // No check is running any more, so this one starts.
    await made.updates.commands["updates.check"]({});
    expect(made.feed.calls).toEqual(["check", "check", "download", "check"]);
  });

  it("waits for the running check, and not for the download after it", async () => {
    await using made = world();
    const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>();
    const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>();
    const { check } = made.feed.updater;
    // The first check runs alone; the second one starts the turn that downloads.
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

it("a manual check sends no request for a till that is updated externally, and says so", async () => {
  const feed = testFeed();
  await using made = world({ ...feed, updater: noUpdater("no_desktop") });
  await made.clock.advance(TO_THE_NIGHT);
  expect(made.updates.state()).toEqual({ state: "off", version: null, since: null, because: "no_desktop" });
  expect(feed.calls).toEqual([]);
});
