/**
 * Print queues of the operating system, used through its own programs: `lp` of CUPS on Linux and macOS, the spooler by
 * PowerShell on Windows. A queue accepts bytes unchanged ("raw") and never says what the printer did with them.
 */
import { execFile } from "node:child_process";
import type { PrinterFault } from "../../../contract/receipts.ts";
import { printerQueue } from "../../../contract/receipts-commands.ts";
import type { PrinterConnection } from "./connection.ts";
import { WINDOWS_SPOOL } from "./windows-spool.ts";

/** A list comes from this machine. PowerShell compiles the calls of the spooler first, which takes seconds on a slow machine. */
const LIST_MS = 5000;
const PRINT_MS = 20_000;

export interface SystemQueue {
  name: string;
  /** Paused, or accepts no jobs */
  isStopped: boolean;
}

export interface QueuePorts {
  platform: NodeJS.Platform;
  /** Put before the absolute path of a program; for tests */
  root: string;
  closing: AbortSignal;
  /** How long a program may take to print, in milliseconds */
  printMs?: number;
}

/** Lists the queues that the till can use. Empty when the system has none, or no program to list them. */
export async function systemQueues(ports: QueuePorts): Promise<SystemQueue[]> {
  const isWindows = ports.platform === "win32";
  const file = isWindows ? "C:\\Windows\\System32\\reg.exe" : "/usr/bin/lpstat";
  const args = isWindows ? ["query", REGISTRY, "/s", "/v", "Port"] : ["-p", "-a"];
  const said = (await run(file, args, ports, { timeoutMs: LIST_MS })) ?? "";
  const queues = isWindows ? readRegistry(said) : readLpstat(said);
  return queues.filter(({ name }) => printerQueue.safeParse(name).success);
}

/** @returns why nothing can be printed; nothing was sent then */
export async function openQueue(name: string, ports: QueuePorts): Promise<PrinterConnection | PrinterFault> {
  const queue = (await systemQueues(ports)).find((candidate) => candidate.name === name);
  if (queue === undefined) return "unreachable";
  if (queue.isStopped) return "queue_stopped";
  return {
    ask: async () => null,
    async print(bytes) {
      // A program that fails or is stopped may have handed over the job before.
      const said = await spool(name, bytes, ports);
      return said === null ? { outcome: "unknown", fault: "interrupted" } : { outcome: "printed", confirmed: false };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function spool(queue: string, bytes: Uint8Array, ports: QueuePorts): Promise<string | null> {
  const timeoutMs = ports.printMs ?? PRINT_MS;
  if (ports.platform !== "win32")
    return run("/usr/bin/lp", ["-d", queue, "-o", "raw", "-t", "Till"], ports, { timeoutMs, input: bytes });
  const powershell = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
  // The script reads text lines, and has the name from its environment: nothing is put into its source.
  const given = { timeoutMs, input: Buffer.from(bytes).toString("base64"), queue };
  return run(powershell, ["-NoProfile", "-NonInteractive", "-Command", WINDOWS_SPOOL], ports, given);
}

const REGISTRY = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Print\\Printers";
/** Queues without a printer: those that ask where to save a file, fax, and discard. */
const NO_PRINTER = /^(PORTPROMPT|SHRFAX|FILE|NUL):/i;

/** Reads `reg query … /s /v Port`: a key per printer, and its port in the line below. */
export function readRegistry(output: string): SystemQueue[] {
  const found = output.matchAll(/\\Print\\Printers\\([^\\\r\n]+)\r?\n\s+Port\s+REG_SZ\s+(\S.*)/g);
  return Array.from(found, ([, name = "", port = ""]) => ({ name, port }))
    .filter(({ port }) => !NO_PRINTER.test(port))
    .map(({ name }) => ({ name, isStopped: false }));
}

/** Reads `lpstat -p -a` in English. */
export function readLpstat(output: string): SystemQueue[] {
  const stopped = Array.from(
    output.matchAll(/^(?:printer (\S+) disabled|(\S+) not accepting) /gm),
    (m) => m[1] ?? m[2],
  );
  const names = Array.from(output.matchAll(/^printer (\S+) /gm), ([, name = ""]) => name);
  return names.map((name) => ({ name, isStopped: stopped.includes(name) }));
}

/**
 * Runs a program of the system by its absolute path, without a shell and without the till's environment.
 * @returns what it printed; null when it could not be started, failed, took too long or the till closes
 */
function run(
  file: string,
  args: readonly string[],
  { root, closing }: QueuePorts,
  { timeoutMs, input = "", queue }: { timeoutMs: number; input?: string | Uint8Array; queue?: string },
): Promise<string | null> {
  // On macOS CUPS speaks the user's language, unless SOFTWARE says that LANG counts. PowerShell compiles in TEMP.
  const english = { LANG: "C", LC_ALL: "C", SOFTWARE: "Till" };
  const env = { ...english, SystemRoot: "C:\\Windows", TEMP: process.env.TEMP, TILL_QUEUE: queue };
  return new Promise((resolve) => {
    const options = { env, signal: closing, timeout: timeoutMs, killSignal: "SIGKILL", windowsHide: true } as const;
    const child = execFile(root + file, args, options, (error, stdout) => resolve(error === null ? stdout : null));
    // A program that ends before it has read everything reports that itself.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}
