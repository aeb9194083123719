/** `npm run dispenser` as its own process. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../main/lib/clock.ts";
import { createLog } from "../../../main/lib/log.ts";
import { httpDispenser } from "../../../main/peripherals/dispenser/http.ts";
import { serialDispenser } from "../../../main/peripherals/dispenser/serial/serial.ts";
import { missing } from "../../faults/storage/process.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/run.mjs");
const SIGNAL = new AbortController().signal;

interface Running extends AsyncDisposable {
  /** The machine's values for the till's settings */
  settings: Record<string, string | number>;
  /** Stops the process as a user does. @returns its exit code */
  stop(): Promise<number | null>;
}

async function start(...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [SCRIPT, "dispenser", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const stop = async () => {
    child.kill("SIGINT");
    const [code] = await exited;
    return code;
  };
  const { dispenser } = JSON.parse(`{${line}}`);
  return { settings: dispenser, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

describe("npm run dispenser", () => {
  it("explains that it takes no keys when there is no terminal", async () => {
    const child = spawn(process.execPath, [SCRIPT, "dispenser", "--http", "0"], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout });
    const exited = once(child, "exit");
    const said: string[] = [];
    for await (const line of lines) if (said.push(line) === 2) break;
    child.kill("SIGINT");
    await exited;
    expect(said[1]).toBe("Keys need a terminal, and stdin is not one.");
  }, 30_000);

  it("runs a machine over HTTP until it is stopped", async () => {
    await using machine = await start("--http", "0");
    expect(machine.settings).toEqual({ driver: "http", url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/) });
    const till = httpDispenser(`${machine.settings.url}`);
    expect(await till.problem(SIGNAL)).toBeNull();
    expect(await till.pollVend("v1", SIGNAL)).toEqual({ state: "strange" });
    expect(await till.orderVend("v1", [{ slot: "A1", quantity: 11 }], SIGNAL)).toEqual({ emptySlot: null });
    expect(await till.orderVend("v1", [{ slot: "A1", quantity: 2 }], SIGNAL)).toBe("accepted");
    expect(await till.pollVend("v1", SIGNAL)).toEqual({ state: "pending", dropped: [] });
    await till.close();
    expect(await machine.stop()).toBe(0);
  }, 30_000);

  it("runs a machine on a serial port that it creates", async ({ skip }) => {
    const reason = missing("socat");
    if (reason !== null) skip(reason);
    await using machine = await start("--baud", "19200");
    const { path } = machine.settings;
    expect(machine.settings).toEqual({ driver: "serial", path: expect.stringMatching(/^\//), baudRate: 19_200 });
    const settings = { path: `${path}`, baudRate: 19_200 };
    const till = serialDispenser(settings, { clock: systemClock, log: createLog({ write: () => undefined }) });
    expect(await till.problem(SIGNAL)).toBeNull();
    await till.close();
    expect(await machine.stop()).toBe(0);
  }, 30_000);

  it.each([
    [["--http", "99999"], 2, "npm run dispenser --"],
    [["--http", "0", "--path", "/dev/null"], 2, "npm run dispenser --"],
    [["--fast"], 2, "npm run dispenser --"],
    [["--path", "/dev/no-such-port"], 1, "/dev/no-such-port"],
  ])("names the error for %j", (args, code, told) => {
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, "dispenser", ...args], { encoding: "utf8" });
    expect(status).toBe(code);
    expect(stderr).toContain(told);
  });
});
