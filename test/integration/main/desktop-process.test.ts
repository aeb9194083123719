/**
 * The desktop's entry as its own process, built as it is packed, with a stand-in for Electron: what it does before and
 * beside its windows - options, lock, ready line, maintenance, an uncaught error, the end.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../../support/build.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type TillProcess, watchProcess } from "../../support/till-process.ts";

const ROOT = join(import.meta.dirname, "../../..");

beforeAll(build, 120_000);

function desktop(args: string[], env: Record<string, string> = {}): TillProcess {
  const entry = join(ROOT, "out/main/electron.js");
  const child = spawn(
    process.execPath,
    [`--import=${join(ROOT, "test/support/electron/register.mjs")}`, entry, ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, TILL_PASSPHRASE: "correct horse battery staple", ...env },
    },
  );
  return watchProcess(child);
}

/** Resolves when the process has said it; rejects when it ends without. */
async function said(till: TillProcess, words: string): Promise<void> {
  const over = till.exited.then(() => Promise.reject(new Error(`it ended without "${words}": ${till.stderr()}`)));
  over.catch(() => undefined);
  while (!(till.stdout() + till.stderr()).includes(words)) {
    await Promise.race([over, new Promise((resolve) => till.child.stderr?.once("data", resolve))]);
  }
}

describe("the desktop's entry", () => {
  it("starts a till whose window has a carrier of its own: no port, and no token anywhere", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--data", folder.path]);
    await said(till, "electron: load app://till/index.html");
    expect(till.stdout()).toMatch(/^sandbox ready http:\S+\ntill ready app:\/\/till\/index\.html\n$/);
    expect(till.stdout() + till.stderr()).not.toMatch(/token/);
    for (const done of ["sandbox", "menu null", `path userData ${join(folder.path, "window")}`]) {
      expect(till.stderr()).toContain(`electron: ${done}`);
    }
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(0);
  });

  it("opens a bridge for programs where a port is asked for", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--port", "0", "--data", folder.path]);
    expect((await till.ready).protocol).toBe("http:");
    expect(await till.call("terminal.get", {})).toMatchObject({ ok: true, value: { shell: "electron" } });
    expect(await till.call("shell.get", {})).toMatchObject({
      ok: true,
      value: { autoStart: { possible: false, reason: "installed" }, displays: 1, customerDisplay: { way: "window" } },
    });
  });

  it("comes back once after an uncaught error, with every write on disk", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--data", folder.path]);
    await said(till, "electron: load");
    till.child.kill("SIGUSR2");
    expect(await till.exited).toBe(1);
    expect(till.stderr()).toContain("sector 7 is gone");
    expect(till.stderr()).toMatch(/^electron: relaunch .*--demo/m);
    expect(JSON.parse(readFileSync(join(folder.path, "relaunch.json"), "utf8"))).toEqual({ at: expect.any(Number) });
    // A till that was closed folds its log into the database; one that was killed leaves it.
    expect(existsSync(join(folder.path, "till.db-wal"))).toBe(false);
    await using again = desktop(["--data", folder.path]);
    await said(again, "electron: load");
    again.child.kill("SIGUSR2");
    expect(await again.exited).toBe(1);
    expect(again.stderr()).not.toContain("electron: relaunch");
  });

  it("does maintenance before any window, under its own name", async () => {
    using folder = temporaryFolder();
    await using till = desktop(["--demo", "--data", folder.path]);
    await said(till, "electron: load");
    till.child.kill("SIGTERM");
    await till.exited;
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
    [["--fast"], {}, 2, "--fast"],
    [[], { STAND_IN_LOCK: "taken" }, 3, "in use by another till"],
  ])("does not start with %j %j: exit code %i", async (args, env, code, words) => {
    using folder = temporaryFolder();
    await using till = desktop(["--data", folder.path, ...args], env);
    expect(await till.exited).toBe(code);
    expect(till.stderr()).toContain(words);
    expect(till.stdout()).toBe("");
  });
});
