/** Starts headless Chromium with its DevTools protocol: a pipe for this process, a port for the test. */
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { CDPSession } from "playwright";

/** A DevTools session of the browser or a page. */
export interface Devtools {
  send: CDPSession["send"];
  on: CDPSession["on"];
}

export interface Chromium {
  browser: Devtools;
  page(sessionId: string): Devtools;
  /** Endpoint for the test */
  endpoint: string;
  /** Profile folder */
  profile: string;
  /** Kills the browser. */
  kill(): void;
}

/** A display in Chromium's coordinates. */
export interface DisplaySize {
  x: number;
  y: number;
  width: number;
  height: number;
}

const FLAGS = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--remote-debugging-port=0",
  "--no-startup-window",
  "--no-first-run",
  "--no-default-browser-check",
  "--password-store=basic",
  "--hide-scrollbars",
  "--mute-audio",
  "--lang=en-US",
  "--force-color-profile=srgb",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-breakpad",
  // As in playwright.config.ts
  "--in-process-gpu",
  // A frame of another site would otherwise have its own process and session.
  "--disable-site-isolation-trials",
  // The last of several counts: Electron's windows have none of the popups either (scripts/tools.mjs).
  "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess",
  // Resolves local names only: tests never access other machines.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  // Simulates a hovering pointer, which a machine without a mouse lacks.
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
];

/**
 * Starts the browser from `TILL_TEST_BROWSER`.
 * @param profile its folder
 * @throws when it is missing or does not start
 */
export async function startChromium(profile: string, displays: readonly DisplaySize[]): Promise<Chromium> {
  const program = process.env.TILL_TEST_BROWSER;
  if (!program) throw new Error("the stand-in for Electron needs TILL_TEST_BROWSER, a Chromium's program");
  mkdirSync(profile, { recursive: true });
  const screens = displays.map(({ x, y, width, height }) => `{${x},${y} ${width}x${height}}`).join("");
  const own = JSON.parse(process.env.TILL_TEST_BROWSER_ARGUMENTS ?? "[]") as string[];
  const child = spawn(program, [...own, ...FLAGS, `--screen-info=${screens}`, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  const endpoint = await endpointOf(child);
  const { browser, page } = converse(child.stdio[3] as Writable, child.stdio[4] as Readable);
  return { browser, page, endpoint, profile, kill: () => void child.kill("SIGKILL") };
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (chunk) => {
      output += chunk;
      const address = /DevTools listening on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`Chromium ended (${code}): ${output}`)));
  });
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/** Implements the pipe protocol: JSON messages, each ended by a zero byte. */
function converse(out: Writable, into: Readable): Pick<Chromium, "browser" | "page"> {
  const asked = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  const sessions = new Map<string, EventEmitter>();
  const emitterOf = (sessionId: string) => {
    const emitter = sessions.get(sessionId) ?? new EventEmitter();
    sessions.set(sessionId, emitter);
    return emitter;
  };
  let last = 0;
  const receive = ({ id, sessionId = "", method = "", params, result, error }: Message) => {
    if (id === undefined) return void emitterOf(sessionId).emit(method, params);
    const waiting = asked.get(id);
    asked.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result as never);
  };
  let rest = Buffer.alloc(0);
  into.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.toString("utf8", 0, end)) as Message;
      rest = rest.subarray(end + 1);
      receive(message);
    }
  });
  // Chromium was killed, which is detected elsewhere.
  out.on("error", () => undefined);
  into.on("error", () => undefined);
  const conversation = (sessionId: string): Devtools => ({
    send: (method, params) =>
      new Promise((resolve, reject) => {
        asked.set(++last, { resolve, reject });
        const of = sessionId === "" ? undefined : sessionId;
        out.write(`${JSON.stringify({ id: last, method, params, sessionId: of })}\0`);
      }),
    on: emitterOf(sessionId).on.bind(emitterOf(sessionId)) as never,
  });
  return { browser: conversation(""), page: conversation };
}
