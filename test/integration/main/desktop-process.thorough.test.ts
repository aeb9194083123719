/**
 * The packed desktop entry as its own process over a fake Electron: its work outside the windows - options, lock, ready
 * line, maintenance, an uncaught error, the exit.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../../support/build.ts";
import { startDesktop } from "../../support/desktop-process.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { buildMutant } from "../../support/mutant.ts";

beforeAll(build, 120_000);

/** These tests do not depend on the machine's keychain. */
const PASSPHRASE = { TILL_PASSPHRASE: "correct horse battery staple" };

function desktop(args: string[], env: Record<string, string> = {}) {
  return startDesktop(args, { ...PASSPHRASE, ...env });
}

/** Runs a demo till in a folder, and stops it in order. */
async function runOnce(folder: string): Promise<void> {
  await using till = desktop(["--demo", "--data", folder]);
  await till.said("electron: load");
  till.child.kill("SIGTERM");
  await till.exited;
}

describe("the desktop entry point", () => {
  it("starts a till whose window uses its own IPC, without a port or a token", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--data", folder.path]);
    await till.said("electron: load app://till/index.html");
    expect(till.stdout()).toMatch(/^sandbox ready http:\S+\ntill ready app:\/\/till\/index\.html\n$/);
    expect(till.stdout() + till.stderr()).not.toMatch(/token/);
    for (const done of ["sandbox", "menu null", `path userData ${join(folder.path, "window")}`]) {
      expect(till.stderr()).toContain(`electron: ${done}`);
    }
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(0);
  });

  it("opens an HTTP bridge for programs when a port is configured", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--port", "0", "--data", folder.path]);
    expect((await till.ready).protocol).toBe("http:");
    expect(await till.call("terminal.get", {})).toMatchObject({ ok: true, value: { shell: "electron" } });
    expect(await till.call("shell.get", {})).toMatchObject({
      ok: true,
      value: { autoStart: { possible: false, reason: "installed" }, displays: 1, customerDisplay: { way: "window" } },
    });
  });

  it("restarts once after an uncaught error, with every write on disk", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--data", folder.path]);
    await till.said("electron: load");
    till.child.kill("SIGUSR2");
    expect(await till.exited).toBe(1);
    expect(till.stderr()).toContain("sector 7 is gone");
    expect(till.stderr()).toMatch(/^electron: relaunch .*--demo/m);
    expect(JSON.parse(readFileSync(join(folder.path, "relaunch.json"), "utf8"))).toEqual({ at: expect.any(Number) });
    // A till that was closed merges its log into the database; a killed one leaves it.
    expect(existsSync(join(folder.path, "till.db-wal"))).toBe(false);
    await using again = desktop(["--data", folder.path]);
    await again.said("electron: load");
    again.child.kill("SIGUSR2");
    expect(await again.exited).toBe(1);
    expect(again.stderr()).not.toContain("electron: relaunch");
  });

  it("shows a full-screen page without a till after too many crashes, and tries again later", async () => {
    using folder = temporaryFolder();
    const record = join(folder.path, "breakdowns.json");
    const contact = { locale: "nb-NO", phone: "22 00 00 00", kiosk: true };
    writeFileSync(record, JSON.stringify({ starts: Array(5).fill(Date.now()), contact }));
    await using till = desktop(["--demo", "--data", folder.path], { TILL_SUPERVISED: "1" });
    await till.said("electron: load app://till/help");
    expect(till.stdout()).toBe("");
    expect(existsSync(join(folder.path, "till.db"))).toBe(false);
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(0);
    expect(JSON.parse(readFileSync(record, "utf8"))).toEqual({ starts: [], contact });
  });

  it("runs maintenance before it opens a window, under its own name", async () => {
    using folder = temporaryFolder();
    await runOnce(folder.path);
    await using backup = desktop(["--maintenance", "backup", "--data", folder.path]);
    expect(await backup.exited).toBe(0);
    expect(backup.stdout()).toContain("Backed up and checked");
    expect(backup.stderr()).not.toContain("electron: load");
    expect(readdirSync(join(folder.path, "backups")).length).toBeGreaterThan(0);
    await using verify = desktop(["--maintenance", "verify", "--data", folder.path]);
    expect(await verify.exited, verify.stderr()).toBe(0);
    await using help = desktop(["--maintenance", "--help"], { STAND_IN_PACKAGED: "1" });
    expect(await help.exited).toBe(0);
    expect(help.stdout()).toContain("--maintenance <task>");
  });

  it.each([
    ["restarts as its own AppImage", dirname(process.execPath), /^electron: relaunch .*"execPath":"\/opt/m],
    ["is not treated as an AppImage when another one launched it", "/opt/other", /^electron: relaunch \{"args"/m],
  ])("%s", async (_what, APPDIR, words) => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--data", folder.path], { APPIMAGE: "/opt/till.AppImage", APPDIR });
    await till.said("electron: load");
    till.child.kill("SIGUSR2");
    expect(await till.exited).toBe(1);
    expect(till.stderr()).toMatch(words);
  });

  it("does not delay a log-out", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--kiosk", "--data", folder.path]);
    await till.said("electron: load");
    till.tell({ do: "shut down" });
    expect(await till.exited).toBe(0);
    expect(till.stderr()).toContain("electron: shut down not delayed");
    expect(till.stderr()).toContain('"stopping"');
    expect(till.stderr()).not.toMatch(/prevented|stays open/);
  });

  it.each([
    ["its sandbox", /app\.enableSandbox\(\)/],
    ["its scheme", /(?<!function )declareAppScheme\(protocol\)/],
  ])("needs %s from the start", async (_what, find) => {
    using folder = temporaryFolder();
    const [call = ""] = find.exec(readFileSync("out/main/electron.js", "utf8")) ?? [];
    using mutant = buildMutant({ find, put: `app.whenReady().then(() => ${call})` });
    await using till = startDesktop(["--demo", "--data", folder.path], PASSPHRASE, { entry: mutant.desktop });
    expect(await till.exited).toBe(1);
    expect(till.stderr()).toContain("can only be called before app is ready");
  });

  it("explains in a window why it did not start when no supervisor would restart it", async () => {
    using folder = temporaryFolder();
    await runOnce(folder.path);
    const env = { TILL_PASSPHRASE: "not the one that sealed it" };
    await using refused = desktop(["--data", folder.path], env);
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toMatch(/^electron: error The till did not start .*passphrase/m);
    await using supervised = desktop(["--data", folder.path], { ...env, TILL_SUPERVISED: "1" });
    expect(await supervised.exited).toBe(1);
    expect(supervised.stderr()).not.toContain("electron: error");
  });

  it("explains in a window that its data folder cannot be written", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "file"), "");
    await using till = desktop(["--demo", "--data", join(folder.path, "file/data")]);
    expect(await till.exited).toBe(1);
    expect(till.stderr()).toMatch(/^electron: error The till did not start The data folder .+ cannot be written/m);
  });

  it("exits on request even if the message is unread, and can be started again meanwhile", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "till.db"), "no database");
    await using till = desktop(["--data", folder.path], { STAND_IN_BOX: "stays" });
    await till.said("electron: error The till did not start");
    await using again = desktop(["--data", folder.path]);
    expect(await again.exited).toBe(1);
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(1);
    expect(till.stderr()).not.toContain("The shutdown took too long");
  });

  it("rejects an unknown option", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--data", folder.path, "--fast"]);
    expect(await till.exited).toBe(2);
    expect(till.stderr()).not.toContain("electron: error");
    expect(till.stderr()).toContain("--fast");
    expect(till.stdout()).toBe("");
  });

  it("does not start twice on one folder", async () => {
    using folder = temporaryFolder();
    await using first = desktop(["--demo", "--data", folder.path]);
    await first.said("electron: load");
    await using second = desktop(["--data", folder.path]);
    expect(await second.exited).toBe(3);
    expect(second.stderr()).toContain("in use by another till");
    expect(second.stdout()).toBe("");
    await first.said("electron: focus");
  });
});
