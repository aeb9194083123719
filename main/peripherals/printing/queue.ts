/**
 * System print queues: `lp` of CUPS, or the Windows spooler through PowerShell. A queue accepts raw bytes and reports
 * no result of the printer.
 */
import { execFile } from "node:child_process";
import type { PrinterFault } from "../../../contract/receipts/receipts.ts";
import { printerQueue } from "../../../contract/receipts/receipts-commands.ts";
import type { PrinterConnection } from "./connection.ts";
import { WINDOWS_SPOOL } from "./windows-spool.ts";

/** PowerShell compiles the spooler calls first, which takes seconds on a slow machine. */
const LIST_MS = 5000;
const PRINT_MS = 20_000;

export interface SystemQueue {
  name: string;
  isStopped: boolean;
}

export interface QueuePorts {
  platform: NodeJS.Platform;
  /** Prepended to program paths, for tests */
  root: string;
  closing: AbortSignal;
  printMs?: number;
}

/** Returns usable queues; empty when the system has none or no program to list them. */
export async function systemQueues(ports: QueuePorts): Promise<SystemQueue[]> {
  const isWindows = ports.platform === "win32";
  const file = isWindows ? "C:\\Windows\\System32\\reg.exe" : "/usr/bin/lpstat";
  const args = isWindows ? ["query", REGISTRY, "/s", "/v", "Port"] : ["-p", "-a"];
  const output = (await run(file, args, ports, { timeoutMs: LIST_MS })) ?? "";
  const queues = isWindows ? readRegistry(output) : readLpstat(output);
  return queues.filter(({ name }) => printerQueue.safeParse(name).success);
}

/** Returns the fault when nothing can be printed; nothing was sent then. */
export async function openQueue(name: string, ports: QueuePorts): Promise<PrinterConnection | PrinterFault> {
  const queue = (await systemQueues(ports)).find((candidate) => candidate.name === name);
  if (queue === undefined) return "unreachable";
  if (queue.isStopped) return "queue_stopped";
  return {
    ask: async () => null,
    async print(bytes) {
      // A failed program may already have submitted the job.
      const output = await spool(name, bytes, ports);
      return output === null ? { outcome: "unknown", fault: "interrupted" } : { outcome: "printed", confirmed: false };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function spool(queue: string, bytes: Uint8Array, ports: QueuePorts): Promise<string | null> {
  const timeoutMs = ports.printMs ?? PRINT_MS;
  if (ports.platform !== "win32")
    return run("/usr/bin/lp", ["-d", queue, "-o", "raw", "-t", "Till"], ports, { timeoutMs, input: bytes });
  const powershell = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
  // Base64 lines and an environment variable avoid inserting data into the script.
  const runOptions = { timeoutMs, input: Buffer.from(bytes).toString("base64"), queue };
  return run(powershell, ["-NoProfile", "-NonInteractive", "-Command", WINDOWS_SPOOL], ports, runOptions);
}

const REGISTRY = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Print\\Printers";
/** Queues without a printer: save to file, fax, discard. */
const NO_PRINTER = /^(PORTPROMPT|SHRFAX|FILE|NUL):/i;

/** Parses `reg query … /s /v Port`: a key per printer, followed by its port. */
export function readRegistry(output: string): SystemQueue[] {
  const found = output.matchAll(/\\Print\\Printers\\([^\\\r\n]+)\r?\n\s+Port\s+REG_SZ\s+(\S.*)/g);
  return Array.from(found, ([, name = "", port = ""]) => ({ name, port }))
    .filter(({ port }) => !NO_PRINTER.test(port))
    .map(({ name }) => ({ name, isStopped: false }));
}

export function readLpstat(output: string): SystemQueue[] {
  const stopped = Array.from(
    output.matchAll(/^(?:printer (\S+) disabled|(\S+) not accepting) /gm),
    (m) => m[1] ?? m[2],
  );
  const names = Array.from(output.matchAll(/^printer (\S+) /gm), ([, name = ""]) => name);
  return names.map((name) => ({ name, isStopped: stopped.includes(name) }));
}

/** Runs a system program without a shell and without the till's environment. Returns null on failure or timeout. */
function run(
  file: string,
  args: readonly string[],
  { root, closing }: QueuePorts,
  { timeoutMs, input = "", queue }: { timeoutMs: number; input?: string | Uint8Array; queue?: string },
): Promise<string | null> {
  // On macOS, CUPS ignores LANG unless SOFTWARE is set. PowerShell compiles in TEMP.
  const english = { LANG: "C", LC_ALL: "C", SOFTWARE: "Till" };
  const env = { ...english, SystemRoot: "C:\\Windows", TEMP: process.env.TEMP, TILL_QUEUE: queue };
  return new Promise((resolve) => {
    const options = { env, signal: closing, timeout: timeoutMs, killSignal: "SIGKILL", windowsHide: true } as const;
    const child = execFile(root + file, args, options, (error, stdout) => resolve(error === null ? stdout : null));
    // Ignores a program that exits before reading its input; its exit code is enough.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}
