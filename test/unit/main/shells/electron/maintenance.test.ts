import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type InstalledPorts,
  maintainInstalled,
  ownProgram,
  profileOf,
} from "../../../../../main/shells/electron/maintenance.ts";
import { closeDatabase, openDatabase } from "../../../../../main/storage/database/database.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { vaultFiles } from "../../../../../main/storage/vault/files.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

/** A console that records its output. */
function terminal() {
  const said = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof said) => ({
    write(text: string, done?: () => void) {
      said[name] += text;
      done?.();
      return true;
    },
  });
  const process = {
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    env: {},
  } as unknown as InstalledPorts["process"];
  return { said, process };
}

async function run(task: string[], own: Partial<InstalledPorts> = {}) {
  const { said, process } = terminal();
  const asked: string[] = [];
  const code = await maintainInstalled(task, {
    process,
    program: "/opt/Till/till --maintenance",
    installed: "/opt/Till/till",
    entries: "/opt/Till/resources/app.asar/out/main",
    openKeychain: async (folder) => {
      asked.push(folder);
      return openFileVault(join(folder, "elsewhere"), machineIdentity());
    },
    now: Date.UTC(2026, 10, 20),
    ...own,
  });
  return { code, ...said, asked };
}

describe("maintenance with the installed program", () => {
  it("runs the tasks of a data folder on the console", async () => {
    using folder = temporaryFolder();
    closeDatabase(openDatabase(join(folder.path, "till.db")));
    const backedUp = await run(["backup", "--data", folder.path]);
    expect(backedUp).toMatchObject({ code: 0, stdout: expect.stringContaining("Backed up and checked") });
    expect(await run(["journal", "verify", "--data", folder.path])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 journal entries"),
    });
  });

  it("prints help under its own name, and exits as the contract says", async () => {
    const help = await run(["--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("/opt/Till/till --maintenance <task>") });
    expect(help.stdout).not.toContain("npm run");
    expect(await run(["fix"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--maintenance <task>") });
    using folder = temporaryFolder();
    expect(await run(["verify", "--data", folder.path])).toMatchObject({ code: 1 });
  });

  it("opens the system's keychain only for a folder whose keys are there", async () => {
    using folder = temporaryFolder();
    closeDatabase(openDatabase(join(folder.path, "till.db")));
    openFileVault(folder.path, machineIdentity()).put("journalKey", "k");
    expect((await run(["verify", "--data", folder.path])).asked).toEqual([]);
    using other = temporaryFolder();
    closeDatabase(openDatabase(join(other.path, "till.db")));
    mkdirSync(join(other.path, "elsewhere"));
    writeFileSync(vaultFiles(other.path).keychain, "{}");
    expect((await run(["verify", "--data", other.path])).asked).toEqual([other.path]);
  });

  it("uses the profile of the folder's till", () => {
    using folder = temporaryFolder();
    expect(profileOf(["backup", "--data", folder.path], {})).toBeNull();
    mkdirSync(join(folder.path, "window"));
    expect(profileOf(["backup", "--data", folder.path], {})).toBe(join(folder.path, "window"));
    expect(profileOf(["fix"], {})).toBeNull();
    expect(profileOf(["--help"], {})).toBeNull();
  });

  it("accepts every valid form of its arguments", () => {
    expect(ownProgram("/opt/Till/till", true)).toBe("/opt/Till/till --maintenance");
    expect(ownProgram("/home/a b/till.AppImage", true)).toBe(
      process.platform === "win32"
        ? '"/home/a b/till.AppImage" --maintenance'
        : "'/home/a b/till.AppImage' --maintenance",
    );
    expect(ownProgram("/usr/bin/electron", false)).toBeUndefined();
  });
});
