/**
 * Only signed files are installed: a till's updates over the real electron-updater, with a feed that changes. Whatever
 * happens in between, an unsigned file never runs.
 */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { startUpdates } from "../../../main/operations/updates/updates.ts";
import { type FeedReader, shellUpdater } from "../../../main/shells/electron/updater.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../support/clock.ts";
import { temporaryDatabase } from "../../support/database.ts";
import { type RealUpdater, realUpdater } from "../../support/real-updater.ts";

const TODAY = "#!/bin/sh\n# the till of today\n";

/** A desktop till with updates. Its clock stands still, so every action is explicit. */
async function world(platform: "linux" | "win32" = "linux") {
  const real = await realUpdater(platform === "linux" ? "AppImage" : "exe");
  const made = temporaryDatabase();
  const stop = new AbortController();
  const exits: string[] = [];
  const reader = (platform === "linux" ? new real.AppImage() : new real.Nsis()) as unknown as FeedReader;
  const log = pino({ level: "silent" });
  const shell = shellUpdater({
    platform,
    log,
    stop,
    args: [],
    release: real.release,
    env: platform === "linux" ? real.env : {},
    app: { isPackaged: true, removeAllListeners: () => undefined as never },
    relaunch: () => void exits.push("relaunch"),
    load: () => reader,
  });
  const journal = createJournal(made.database);
  const updates = startUpdates({
    log,
    journal,
    database: made.database,
    updater: shell.updater,
    clock: createManualClock(),
    version: "1.0.0",
    databaseVersion: 7,
    timeZone: "Europe/Oslo",
    random: () => 0.5,
    actor: () => "Olga",
    openPayments: () => 0,
    toSend: () => 0,
    hasRoom: () => true,
    damaged: () => false,
    isOnline: () => true,
    onChange: () => undefined,
  });
  const events = () =>
    made.database.prepare<[], { event: string }>("SELECT event FROM journal ORDER BY sequence").all();
  return {
    real,
    reader,
    stop,
    exits,
    updates,
    check: () => updates.commands["updates.check"]({}),
    install: () => updates.commands["updates.installNow"]({}),
    state: () => updates.state(),
    events: () => events().map(({ event }) => event),
    /** Resolves when a version is ready. */
    waiting: () => expect.poll(() => updates.state().state).toBe("waiting"),
    /** What the process does after the till has stopped, if requested. */
    async leave() {
      await updates.close();
      if (stop.signal.aborted) shell.exitOrInstall(() => void exits.push("exit"));
    },
    async [Symbol.asyncDispose]() {
      await updates.close();
      made[Symbol.dispose]();
      await real[Symbol.asyncDispose]();
    },
  };
}

function signed(real: RealUpdater) {
  return real.make("signed", { signed: true });
}

function forged(real: RealUpdater) {
  return real.make("forged", { signed: false });
}

describe("an update over the real electron-updater", () => {
  it("is installed when it is signed: the till's file is replaced completely, and the till restarts", async () => {
    await using till = await world();
    const release = signed(till.real);
    till.real.says(release);
    expect(await till.check()).toMatchObject({ ok: true });
    await till.waiting();
    expect(await till.install()).toEqual({ ok: true, value: { installing: "1.1.0" } });
    await till.leave();
    expect(till.real.installed()).toBe(release.file.bytes.toString());
    expect(till.exits).toEqual(["relaunch", "exit"]);
  });

  it("is not installed when the feed changes between its check and its download", async () => {
    await using till = await world();
    const [good, bad] = [signed(till.real), forged(till.real)];
    till.real.says(good);
    await till.check();
    await till.waiting();
    till.real.says(good, bad);
    await Promise.all([till.install(), till.check(), till.install()]);
    await till.leave();
    expect(till.real.installed()).not.toBe(bad.file.bytes.toString());
    expect(till.real.ran()).not.toContain("forged");
  });

  it("is never a different one, however often the feed changes and whatever is pressed meanwhile", async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await using till = await world();
      const [good, bad] = [signed(till.real), forged(till.real)];
      const story = Array.from({ length: 12 }, (_, index) => ((index + turn) % 4 < 2 ? good : bad));
      till.real.says(...story);
      for (let press = 0; press < 3; press += 1) {
        await Promise.all([till.check(), till.install(), till.check(), till.install()]);
      }
      await till.leave();
      expect([TODAY, good.file.bytes.toString()]).toContain(till.real.installed());
      expect(till.real.ran()).not.toContain("forged");
    }
  });

  it("is refused with an alarm when the feed forges it, and the alarm ends with a correct feed", async () => {
    await using till = await world();
    till.real.says(forged(till.real));
    await till.check();
    expect(till.state()).toMatchObject({ state: "failed", because: "not_signed" });
    expect(await till.install()).toMatchObject({ ok: false });
    expect(till.real.asked).not.toContain(`/${signed(till.real).file.name}`);
    till.real.says(signed(till.real));
    await till.check();
    await till.waiting();
  });

  it("is refused when electron-updater fetches an earlier response: a roll-out without this till", async () => {
    await using till = await world();
    const laterOn = till.real.make("signed", { signed: true, changes: { stagingPercentage: 0 } });
    till.real.says(forged(till.real), laterOn);
    await till.check();
    await till.check();
    await expect.poll(() => till.state().because).toBe("file_differs");
    await till.install();
    await till.leave();
    expect(till.real.installed()).toBe(TODAY);
  });
});

describe("an update file", () => {
  it("that was changed after its download is refused with an alarm, and not used again", async () => {
    await using till = await world();
    const [good, bad] = [signed(till.real), forged(till.real)];
    till.real.says(good);
    await till.check();
    await till.waiting();
    writeFileSync(till.real.pending(good.file.name), bad.file.bytes);
    expect(await till.install()).toMatchObject({ ok: false, error: { details: { reason: expect.any(String) } } });
    expect(till.state()).toMatchObject({ state: "failed", because: "file_differs", version: "1.1.0" });
    expect(till.events()).toEqual(["update.refused"]);
    expect(till.stop.signal.aborted).toBe(false);
    // A manual check downloads it again, and it is correct.
    await till.check();
    await till.waiting();
    expect(await till.install()).toMatchObject({ ok: true });
    await till.leave();
    expect(till.real.installed()).toBe(good.file.bytes.toString());
  });

  it.each(["changed", "gone"])(
    "that is %s when the till has stopped is not installed, and the till restarts unchanged",
    async (how) => {
      await using till = await world();
      const [good, bad] = [signed(till.real), forged(till.real)];
      till.real.says(good);
      await till.check();
      await till.waiting();
      await till.install();
      if (how === "changed") writeFileSync(till.real.pending(good.file.name), bad.file.bytes);
      else rmSync(till.real.pending(good.file.name));
      await till.leave();
      expect(till.real.installed()).toBe(TODAY);
      expect(till.real.ran()).not.toContain("forged");
      expect(till.exits).toEqual(["relaunch", "exit"]);
    },
  );

  it("is unchanged by another check or press once the till stops for it", async () => {
    await using till = await world();
    const [good, bad] = [signed(till.real), forged(till.real)];
    till.real.says(good);
    await till.check();
    await till.waiting();
    await till.install();
    till.real.says(bad);
    const asked = till.real.asked.length;
    await till.check();
    expect(await till.install()).toEqual({ ok: true, value: { installing: "1.1.0" } });
    expect(till.real.asked).toHaveLength(asked);
    await till.leave();
    expect(till.real.installed()).toBe(good.file.bytes.toString());
  });
});

describe("a Windows installer", () => {
  it("runs when it is the signed file", async () => {
    await using till = await world("win32");
    const good = signed(till.real);
    till.real.says(good);
    await till.check();
    await till.waiting();
    await till.install();
    chmodSync(till.real.pending(good.file.name), 0o755);
    await till.leave();
    await expect.poll(till.real.ran).toEqual(["signed"]);
  });

  it("does not run when it was changed after the stop of the till was requested", async () => {
    await using till = await world("win32");
    const [good, bad] = [signed(till.real), forged(till.real)];
    till.real.says(good);
    await till.check();
    await till.waiting();
    await till.install();
    writeFileSync(till.real.pending(good.file.name), bad.file.bytes);
    chmodSync(till.real.pending(good.file.name), 0o755);
    await till.leave();
    expect(till.exits).toEqual(["relaunch", "exit"]);
    expect(till.real.ran()).toEqual([]);
  });

  it("does not run because the program exits", async () => {
    await using till = await world("win32");
    const good = signed(till.real);
    till.real.says(good);
    await till.check();
    await till.waiting();
    chmodSync(till.real.pending(good.file.name), 0o755);
    till.real.app.emit("quit", {}, 0);
    expect(till.real.app.listenerCount("quit")).toBe(0);
    expect(till.real.ran()).toEqual([]);
  });
});
