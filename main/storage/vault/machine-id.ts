/**
 * An id of this machine that a copied folder does not carry. Without one, only the random machine key protects the
 * vault: a changeable id, such as a host name, could lock the shop out.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Kinds of machine ids. Only the same kind opens a vault; `none` is resealed once there is an id. */
export const MACHINE_ID_KINDS = ["machine-id", "platform-uuid", "machine-guid", "none"] as const;
export type MachineIdKind = (typeof MACHINE_ID_KINDS)[number];

export interface MachineIdentity {
  machineId: string;
  machineIdKind: MachineIdKind;
}

export type RunProgram = (file: string, args: readonly string[]) => string;

const NONE: MachineIdentity = { machineId: "", machineIdKind: "none" };
/** Normally 20 ms; startup must not depend on a hanging program. */
const PROGRAM_TIMEOUT_MS = 3000;

/** Runs absolute paths only: the search path might name a foreign program. */
const runProgram: RunProgram = (file, args) =>
  execFileSync(file, args, {
    encoding: "utf8",
    timeout: PROGRAM_TIMEOUT_MS,
    maxBuffer: 1024 * 1024,
    windowsHide: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: {},
  });

/** Returns this machine's id: systemd's on Linux, the board's on macOS, the installation's on Windows. */
export function machineIdentity(
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): MachineIdentity {
  switch (platform) {
    case "darwin":
      return identify("platform-uuid", () =>
        readPlatformUuid(run("/usr/sbin/ioreg", ["-r", "-d1", "-c", "IOPlatformExpertDevice"])),
      );
    case "win32":
      return identify("machine-guid", () =>
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

function identify(machineIdKind: MachineIdKind, ask: () => string | null): MachineIdentity {
  try {
    const machineId = ask();
    return machineId === null ? NONE : { machineId, machineIdKind };
  } catch {
    return NONE;
  }
}

const UUID = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";

/** Parses `"IOPlatformUUID" = "…"` of `ioreg`, in lower case; null when missing. */
export function readPlatformUuid(output: string): string | null {
  return new RegExp(`"IOPlatformUUID"\\s*=\\s*"(${UUID})"`).exec(output)?.[1]?.toLowerCase() ?? null;
}

/** Parses `MachineGuid    REG_SZ    …` of `reg query`, in lower case; null when missing. */
export function readMachineGuid(output: string): string | null {
  return new RegExp(`^\\s*MachineGuid\\s+REG_SZ\\s+(${UUID})\\s*$`, "m").exec(output)?.[1]?.toLowerCase() ?? null;
}
