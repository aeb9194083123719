/** Maintenance with the installed program, which has no `npm run till --`: the same tasks, and the desktop's keys. */
import { existsSync } from "node:fs";
import { readMaintenanceRequest } from "../../operations/maintenance/command-line.ts";
import type { ExitCode } from "../../operations/maintenance/folder.ts";
import { maintain } from "../../operations/maintenance/main.ts";
import { quoted } from "../../storage/database/recovery-advice.ts";
import { openFileVault } from "../../storage/vault/file-vault.ts";
import { vaultFiles } from "../../storage/vault/files.ts";
import { machineIdentity } from "../../storage/vault/machine-id.ts";
import type { OpenVault } from "../../storage/vault/vault.ts";
import { windowProfile } from "../browser/browser-arguments.ts";
import { runSystemProgram, serviceTask } from "../systemd/service-task.ts";

export interface InstalledPorts {
  process: Pick<NodeJS.Process, "stdout" | "stderr" | "env" | "platform">;
  /** What is typed before a task */
  program: string | undefined;
  /** The installed till's program, as a service starts it; null: this is the project's */
  installed: string | null;
  /** The project's built entries */
  entries: string;
  /** Opens a vault in the system's keychain: of a folder that has one */
  openKeychain: OpenVault;
  /** ms since the epoch */
  now: number;
}

/** Runs a task by its arguments. @returns the exit code, when everything that was said has been written */
export async function maintainInstalled(task: string[], ports: InstalledPorts): Promise<ExitCode> {
  const code = await run(task, ports);
  const { stdout, stderr } = ports.process;
  // Where standard output is a pipe on Windows it is written later, and the process ends at once.
  await Promise.all([written(stdout), written(stderr)]);
  return code;
}

function run([word, ...rest]: string[], ports: InstalledPorts): Promise<ExitCode> | ExitCode {
  const { stdout, stderr, env, platform } = ports.process;
  if (word === "service") return serviceTask(rest, { ...ports, stdout, stderr, env, platform, run: runSystemProgram });
  // A file vault is opened as it is: moving it into the keychain is for a till, and looking changes nothing.
  const openVault: OpenVault = (folder, how) =>
    existsSync(vaultFiles(folder).keychain)
      ? ports.openKeychain(folder, how)
      : openFileVault(folder, { passphrase: how.passphrase, ...machineIdentity() });
  const task = word === undefined ? [] : [word, ...rest];
  return maintain(task, { stdout, stderr, env, now: ports.now, openVault, program: ports.program });
}

/** The profile of the till whose folder a task is about, where there is one. */
export function profileOf(task: string[], env: InstalledPorts["process"]["env"]): string | null {
  const read = readMaintenanceRequest(task, env);
  if (!read.ok || !("dataDir" in read.value)) return null;
  const profile = windowProfile(read.value.dataDir);
  return existsSync(profile) ? profile : null;
}

/** How the installed program is told to do a task; undefined: it is not installed, and npm does it. */
export function ownProgram(program: string, packaged: boolean): string | undefined {
  return packaged ? `${quoted(program)} --maintenance` : undefined;
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
