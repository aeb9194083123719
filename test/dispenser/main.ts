/** `npm run dispenser`: see `USAGE`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../../main/lib/clock.ts";
import { serveHttp } from "./http-side.ts";
import { keyHelp, pressed } from "./keys.ts";
import { createVendingMachine, type VendingMachine } from "./machine.ts";
import { plugCable } from "./pty.ts";
import { attach, serialSide } from "./serial-side.ts";

const USAGE = `npm run dispenser -- [--path PORT | --http PORT] [options]

A simulated vending machine. It shows what its motors do, and keys make it fail.

  (neither)      on a cable without hardware, by socat: prints the port for the till's settings
  --path PORT    on a serial port of this machine (/dev/ttyUSB1, COM4)
  --http PORT    over HTTP on this port of loopback (0: any)
  --baud N       baud rate (9600)
  --fill N       how many there are in each slot (10)
  --forgetful    a machine that remembers nothing over a power cut
`;

/** Runs the machine until the operator quits. @returns the exit code */
export async function runDispenser(argv: string[]): Promise<number> {
  const asked = readOptions(argv);
  if (asked === null) {
    console.error(USAGE);
    return 2;
  }
  if (asked.help) {
    console.log(USAGE);
    return 0;
  }
  const say = (event: string) => console.log(`${new Date().toISOString().slice(11, 23)}  ${event}`);
  const machine = createVendingMachine({
    clock: systemClock,
    filled: asked.filled,
    remembers: asked.forgetful ? 0 : 8,
    onEvent: say,
  });
  await using opened = new AsyncDisposableStack();
  try {
    const { settings, gone } = await connect(machine, asked, opened, (line) => say(`    ${line}`));
    console.log(`${settings}\n${process.stdin.isTTY ? keyHelp() : "Keys need a terminal, and stdin is not one."}\n`);
    return (await Promise.race([gone, untilQuit(machine, say)])) === "quit" ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

interface Asked {
  path: string | null;
  http: number | null;
  baudRate: number;
  filled: number;
  forgetful: boolean;
  help: boolean;
}

function readOptions(argv: string[]): Asked | null {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        path: { type: "string" },
        http: { type: "string" },
        baud: { type: "string", default: "9600" },
        fill: { type: "string", default: "10" },
        forgetful: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const http = values.http === undefined ? null : Number(values.http);
    const [baudRate, filled] = [Number(values.baud), Number(values.fill)];
    const counts = [http ?? 0, baudRate, filled].every((count) => Number.isSafeInteger(count) && count >= 0);
    if (!counts || baudRate === 0 || (http ?? 0) > 65_535 || (http !== null && values.path !== undefined)) return null;
    return { path: values.path ?? null, http, baudRate, filled, forgetful: values.forgetful, help: values.help };
  } catch {
    return null;
  }
}

/** @returns the till's settings, and a promise that resolves when the connection ends */
async function connect(
  machine: VendingMachine,
  { path, http, baudRate }: Asked,
  opened: AsyncDisposableStack,
  onLine: (line: string) => void,
): Promise<{ settings: string; gone: Promise<void> }> {
  if (http !== null) {
    const { url } = opened.use(await serveHttp(machine, http, onLine));
    return { settings: `"dispenser": ${JSON.stringify({ driver: "http", url })}`, gone: new Promise(() => undefined) };
  }
  const side = serialSide(machine, onLine);
  const ends = path === null ? opened.use(await plugCable(temporaryFolder(opened))) : { till: path, machine: path };
  const { gone } = opened.use(await attach(side, { path: ends.machine, baudRate }));
  // With a real cable, the till's own port has another name.
  const settings = { driver: "serial", path: path === null ? ends.till : "…", baudRate };
  return { settings: `"dispenser": ${JSON.stringify(settings)}`, gone };
}

function temporaryFolder(opened: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), "till-dispenser-"));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Handles keys until the operator quits; without a terminal there are none. */
function untilQuit(machine: VendingMachine, say: (event: string) => void): Promise<"quit"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve("quit"));
    if (!process.stdin.isTTY) return;
    process.stdin.setRawMode(true);
    process.stdin.on("data", (typed: Buffer) => {
      for (const key of typed.toString("latin1")) {
        if (key === "q" || key === "\u0003") {
          process.stdin.setRawMode(false);
          process.stdin.pause();
          resolve("quit");
        } else pressed(machine, key, say);
      }
    });
  });
}
