/** Maintenance tasks of the installed program, with the desktop's keychain. */
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
  program: string | undefined;
  /** Path of the installed program, as a service starts it; null in the project */
  installed: string | null;
  entries: string;
  openKeychain: OpenVault;
  now: number;
}

/** Runs a task. Returns the exit code after all output is written. */
export async function maintainInstalled(task: string[], ports: InstalledPorts): Promise<ExitCode> {
  const code = await run(task, ports);
  const { stdout, stderr } = ports.process;
  // On Windows, writes to a pipe are asynchronous and would be lost at exit.
  await Promise.all([written(stdout), written(stderr)]);
  return code;
}

function run([word, ...rest]: string[], ports: InstalledPorts): Promise<ExitCode> | ExitCode {
  const { stdout, stderr, env, platform } = ports.process;
  if (word === "service") return serviceTask(rest, { ...ports, stdout, stderr, env, platform, run: runSystemProgram });
  // Opens a file vault in place. Only a till moves it into the keychain.
  const openVault: OpenVault = (folder, how) =>
    existsSync(vaultFiles(folder).keychain)
      ? ports.openKeychain(folder, how)
      : openFileVault(folder, { passphrase: how.passphrase, ...machineIdentity() });
  const task = word === undefined ? [] : [word, ...rest];
  return maintain(task, { stdout, stderr, env, now: ports.now, openVault, program: ports.program });
}

/** Returns the profile of the till whose folder the task uses, if it exists. */
export function profileOf(task: string[], env: InstalledPorts["process"]["env"]): string | null {
  const read = readMaintenanceRequest(task, env);
  if (!read.ok || !("dataDir" in read.value)) return null;
  const profile = windowProfile(read.value.dataDir);
  return existsSync(profile) ? profile : null;
}

/** Returns the command that runs tasks; undefined if not installed, where npm runs them. */
export function ownProgram(program: string, packaged: boolean): string | undefined {
  return packaged ? `${quoted(program)} --maintenance` : undefined;
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
