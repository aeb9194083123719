/**
 * An id of this machine, which does not travel with a copied folder. Where the system has none
 * the random machine key alone protects the vault: a name that somebody may change would lock the shop out of its keys.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Which kind of id sealed a vault: only the same kind opens it, and `none` is sealed anew when there is one. */
export const MACHINE_ID_KINDS = ["machine-id", "platform-uuid", "machine-guid", "none"] as const;
export type MachineIdKind = (typeof MACHINE_ID_KINDS)[number];

export interface MachineIdentity {
  /** Empty for `none` */
  machineId: string;
  machineIdKind: MachineIdKind;
}

/** Runs a program of the system's and gives its output; throws when it cannot, fails, or takes too long. */
export type RunProgram = (file: string, args: readonly string[]) => string;

const NONE: MachineIdentity = { machineId: "", machineIdKind: "none" };
/** Asking the system takes some 20 ms; a machine that hangs here must start all the same. */
const PROGRAM_TIMEOUT_MS = 3000;

/** By absolute paths alone: a program of that name elsewhere on the path might be anybody's. */
const runProgram: RunProgram = (file, args) =>
  execFileSync(file, args, {
    encoding: "utf8",
    timeout: PROGRAM_TIMEOUT_MS,
    maxBuffer: 1024 * 1024,
    windowsHide: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: {},
  });

/** This machine's id: of systemd on Linux, of the board on macOS, of the installation on Windows. */
export function machineIdentity(
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): MachineIdentity {
  switch (platform) {
    case "darwin":
      return asked("platform-uuid", () =>
        readPlatformUuid(run("/usr/sbin/ioreg", ["-r", "-d1", "-c", "IOPlatformExpertDevice"])),
      );
    case "win32":
      return asked("machine-guid", () =>
        readMachineGuid(
          run("C:\\Windows\\System32\\reg.exe", [
            "query",
            "HKLM\\SOFTWARE\\Microsoft\\Cryptography",
            "/v",
            "MachineGuid",
            "/reg:64",
          ]),
        ),
      );
    default:
      return readMachineIdFile(["/etc/machine-id", "/var/lib/dbus/machine-id"]);
  }
}

function readMachineIdFile(paths: readonly string[]): MachineIdentity {
  const path = paths.find((candidate) => existsSync(candidate));
  const machineId = path ? readFileSync(path, "utf8").trim() : "";
  return machineId === "" ? NONE : { machineId, machineIdKind: "machine-id" };
}

function asked(machineIdKind: MachineIdKind, ask: () => string | null): MachineIdentity {
  try {
    const machineId = ask();
    return machineId === null ? NONE : { machineId, machineIdKind };
  } catch {
    return NONE;
  }
}

const UUID = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";

/** `"IOPlatformUUID" = "…"` of `ioreg`, in lower case; null when it is not there. */
export function readPlatformUuid(output: string): string | null {
  return new RegExp(`"IOPlatformUUID"\\s*=\\s*"(${UUID})"`).exec(output)?.[1]?.toLowerCase() ?? null;
}

/** `MachineGuid    REG_SZ    …` of `reg query`, in lower case; null when it is not there. */
export function readMachineGuid(output: string): string | null {
  return new RegExp(`^\\s*MachineGuid\\s+REG_SZ\\s+(${UUID})\\s*$`, "m").exec(output)?.[1]?.toLowerCase() ?? null;
}
