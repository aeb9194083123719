/** A real loopback bridge with minimal handlers, and raw requests that a browser or fetch would not send. */
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMANDS, type CommandName } from "../../../../contract/bridge/commands.ts";
import { done, failed } from "../../../../contract/calls/errors.ts";
import { DEFAULT_POLICY } from "../../../../contract/people/staff.ts";
import type { StaffRole } from "../../../../contract/values/roles.ts";
import { type CommandHandlers, type CommandPorts, createDispatch } from "../../../../main/bridge/dispatch.ts";
import { createEventStream, type EventStream } from "../../../../main/bridge/events.ts";
import { type HttpBridge, startHttpBridge } from "../../../../main/bridge/http.ts";
import type { LoopbackLimits } from "../../../../main/bridge/loopback.ts";
import type { RefusedExchange } from "../../../../main/bridge/window-sessions.ts";
import { createLog, type Log } from "../../../../main/lib/log.ts";

export const TOKEN = "unit-test-token-0123456789";

export interface LogLines {
  log: Log;
  lines: string[];
}

/** A real log whose lines can be read. */
export function readableLog(): LogLines {
  const lines: string[] = [];
  return { lines, log: createLog({ write: (line) => void lines.push(line) }, "trace") };
}

/** Handlers that answer `not_found` unless the test provides one. */
export function handlersWith(own: Partial<CommandHandlers> = {}): CommandHandlers {
  const names = Object.keys(COMMANDS) as CommandName[];
  const silent = Object.fromEntries(names.map((name) => [name, () => failed("not_found")]));
  return { ...(silent as unknown as CommandHandlers), ...own };
}

/** Command ports of a till with the default rules and one signed-in role. */
export function openTo(role: StaffRole | (() => StaffRole | null)): Omit<CommandPorts, "handlers"> {
  const acting = typeof role === "function" ? role : () => role;
  return {
    access: () => ({ role: acting(), policy: DEFAULT_POLICY, kiosk: false, firstRun: () => false }),
    begin: (act) => act(),
    conditions: async (_row, _input, run) => run(),
    seen: { isLocked: () => false, isOnScreen: () => true, canSeePayment: () => true, canSeePhoneCheck: () => false },
    touch: () => undefined,
  };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json(): { ok: boolean; value?: unknown; error?: { code: string; message: string; details: Record<string, unknown> } };
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface TestBridge extends AsyncDisposable {
  bridge: HttpBridge;
  events: EventStream;
  log: LogLines;
  /** Reasons of refused exchanges */
  refused: RefusedExchange[];
  folder: string;
  /** Sends exactly these headers, plus Host */
  raw(request: RawRequest): Promise<Answer>;
  /** Makes a valid call with the token */
  call(command: string, input?: unknown): Promise<Answer>;
  /** Opens a stream and reads it as it arrives */
  listen(headers?: Record<string, string>, path?: string): Promise<Listener>;
}

export interface Listener {
  response: IncomingMessage;
  /** Resolves with all text so far as soon as it matches */
  until(pattern: RegExp): Promise<string>;
  ended: Promise<void>;
  close(): void;
}

export interface TestBridgeOptions {
  handlers?: Partial<CommandHandlers>;
  role?: () => StaffRole | null;
  undoSignIn?: () => void;
  keep?: number;
  heartbeatMs?: number;
  rendererDir?: (folder: string) => string | null;
  limits?: LoopbackLimits;
}

export async function createTestBridge(options: TestBridgeOptions = {}): Promise<TestBridge> {
  const folder = mkdtempSync(join(tmpdir(), "till-bridge-"));
  const log = readableLog();
  const events = createEventStream({ keep: options.keep ?? 100 });
  const refused: RefusedExchange[] = [];
  const handlers = handlersWith({ "staff.signOut": () => done({ role: null }), ...options.handlers });
  const bridge = await startHttpBridge({
    dispatch: createDispatch({
      handlers,
      ...openTo(() => options.role?.() ?? null),
      undoSignIn: options.undoSignIn ?? (() => undefined),
      log: log.log,
    }),
    events,
    port: 0,
    token: TOKEN,
    rendererDir: options.rendererDir?.(folder) ?? null,
    log: log.log,
    ...{ heartbeatMs: options.heartbeatMs, limits: options.limits },
    onRefused: (because) => refused.push(because),
  });
  const raw = (request: RawRequest) => send(bridge.port, request);
  return {
    bridge,
    events,
    log,
    refused,
    folder,
    raw,
    call: (command, input) =>
      raw({
        path: `/bridge/${command}`,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        body: input === undefined ? undefined : JSON.stringify(input),
      }),
    listen: (headers = {}, path = "/bridge/events") =>
      listen(bridge.port, path, { authorization: `Bearer ${TOKEN}`, ...headers }),
    async [Symbol.asyncDispose]() {
      await bridge.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends exactly this request, without the headers that fetch would add. */
export function send(port: number, { method = "POST", path, headers = {}, body }: RawRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const status = response.statusCode ?? 0;
        resolve({ status, headers: response.headers, text, json: () => JSON.parse(text) });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

function listen(port: number, path: string, headers: Record<string, string>): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      const received = { text: "" };
      const changed = new EventTarget();
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        received.text += chunk;
        changed.dispatchEvent(new Event("text"));
      });
      const ended = new Promise<void>((end) => response.once("close", () => end()));
      response.on("error", () => {});
      const until = (pattern: RegExp) =>
        new Promise<string>((found) => {
          const look = () => {
            if (!pattern.test(received.text)) return;
            changed.removeEventListener("text", look);
            found(received.text);
          };
          changed.addEventListener("text", look);
          look();
        });
      resolve({ response, until, ended, close: () => request.destroy() });
    });
    request.on("error", reject);
    request.end();
  });
}
