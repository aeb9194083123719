/** The customer's page over a real loopback server: allowed and forbidden requests. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../../../contract/bridge/commands.ts";
import { done } from "../../../../../contract/calls/errors.ts";
import type { DisplayView } from "../../../../../contract/receipts/display.ts";
import { createDispatch } from "../../../../../main/bridge/dispatch.ts";
import { createEventStream, type EventStream } from "../../../../../main/bridge/events.ts";
import { type HttpBridge, startHttpBridge } from "../../../../../main/bridge/http.ts";
import type { RefusedExchange } from "../../../../../main/bridge/window-sessions.ts";
import { type ConnectedPages, customerPages } from "../../../../../main/peripherals/customer-display/pages.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { handlersWith, openTo, readableLog, send } from "../../bridge/test-bridge.ts";

const VIEW = { state: "idle", text: "welcome", shop: "Kaffe & Kake" } as DisplayView;
const TOKEN = "the-tills-own-token";

let folder: ReturnType<typeof temporaryFolder>;
let events: EventStream;
let pages: ConnectedPages;
let bridge: HttpBridge;
let changes: boolean[];
let refused: RefusedExchange[];

beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, "assets"));
  for (const file of ["index.html", "customer.html", "assets/page.js", "secret.txt"]) {
    writeFileSync(join(folder.path, file), file);
  }
  events = createEventStream({ keep: 100 });
  changes = [];
  refused = [];
  const { log } = readableLog();
  const dispatch = createDispatch({
    handlers: handlersWith({
      "display.get": () => done(VIEW),
      "display.open": async () => done({ way: "page", url: "no" }),
    }),
    ...openTo("owner"),
    undoSignIn: () => undefined,
    log,
  });
  pages = customerPages();
  pages.connect({
    dispatch,
    events,
    rendererDir: folder.path,
    log,
    onChange: () => changes.push(pages.isOpen()),
    onRefused: (because) => refused.push(because),
  });
  bridge = await startHttpBridge({ dispatch, events, port: 0, token: TOKEN, rendererDir: folder.path, log });
});

afterEach(async () => {
  await pages.close();
  await bridge.close();
  folder[Symbol.dispose]();
});

/** Opens a page as a browser does. @returns its URL and session */
async function open() {
  const url = new URL(await pages.address());
  const ticket = url.hash.replace("#ticket=", "");
  const answer = await fetch(new URL("/session", url), { method: "POST", headers: bearer(ticket) });
  const { value } = (await answer.clone().json()) as { value?: { session: string } };
  return { url, ticket, answer, session: value?.session ?? "" };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, connection: "close" });
const post = (base: URL | string, path: string, headers: Record<string, string>) =>
  fetch(new URL(path, base), { method: "POST", headers: { connection: "close", ...headers } });

describe("the customer's page", () => {
  it("opens with a one-time ticket, and reads the screen", async () => {
    const { url, ticket, answer, session } = await open();
    expect(url.pathname).toBe("/customer.html");
    expect(url.hostname).toBe("127.0.0.1");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(await (await post(url, "/bridge/display.get", bearer(session))).json()).toEqual(done(VIEW));
    expect((await post(url, "/session", bearer(ticket))).status).toBe(401);
    // A second use of the ticket ends the page that was opened with it.
    expect((await post(url, "/bridge/display.get", bearer(session))).status).toBe(401);
    expect(refused).toEqual(["used_again"]);
  });

  it("may call only its own commands", async () => {
    const { url, session } = await open();
    const own = ["display.get", "display.chooseTip", "display.answer", "catalogue.picture"];
    const others = [...Object.keys(COMMANDS), "no.such.command", "__proto__"].filter((name) => !own.includes(name));
    for (const name of others) {
      const answer = await post(url, `/bridge/${name}`, bearer(session));
      expect([name, answer.status]).toEqual([name, 403]);
      expect(await answer.json()).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    }
  });

  it("shows nothing without a session", async () => {
    const { url, ticket } = await open();
    const strange = [{}, { cookie: "till-display-1=x" }, bearer(TOKEN), bearer(ticket)];
    for (const headers of strange as Record<string, string>[]) {
      expect((await post(url, "/bridge/display.get", headers)).status).toBe(401);
      expect((await fetch(new URL("/bridge/events", url), { headers })).status).toBe(401);
    }
    expect((await post(url, "/session", bearer(TOKEN))).status).toBe(401);
    expect((await post(url, "/session", {})).status).toBe(401);
  });

  it("has no access to the till itself, which is another origin", async () => {
    const { url, ticket, session } = await open();
    const till = new URL(bridge.url);
    const tries = [bearer(ticket), bearer(session), { cookie: `till-session-${till.port}=${session}` }];
    for (const headers of tries as Record<string, string>[]) {
      expect((await post(till, "/bridge/terminal.get", headers)).status).toBe(401);
      expect((await post(till, "/session", headers)).status).toBe(401);
    }
    const fromThePage = { ...bearer(TOKEN), origin: url.origin };
    expect((await post(till, "/bridge/terminal.get", fromThePage)).status).toBe(403);
  });

  it("receives changes of the screen, no other event and no event count", async () => {
    const { url, session } = await open();
    const stop = new AbortController();
    const stream = await fetch(new URL("/bridge/events", url), { headers: bearer(session), signal: stop.signal });
    expect(pages.isOpen()).toBe(true);
    events.publish({ type: "queue.changed", depth: 3, paused: false });
    events.publish({ type: "scan.received", posTid: "A1B2" });
    events.publish({ type: "terminal.restarted" });
    events.publish({ type: "display.changed", display: { ...VIEW, state: "pay" } });
    let text = "";
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("pay")) break;
    }
    stop.abort();
    await expect.poll(() => changes).toEqual([true, false]);
    const data = text.split("\n").filter((line) => line.startsWith("data: "));
    expect(data.map((line) => JSON.parse(line.slice(6)).type)).toEqual(["display.changed"]);
    expect(text).toMatch(/^id: [0-9a-f]+-1$/m);
    expect(text).not.toContain("A1B2");
  });

  it("serves only its own files", async () => {
    const { url } = await open();
    const status = async (path: string) =>
      (await fetch(new URL(path, url), { headers: { connection: "close" } })).status;
    expect(await status("/customer.html")).toBe(200);
    expect(await status("/assets/page.js")).toBe(200);
    for (const path of ["/", "/index.html", "/secret.txt", "/assets/..%2findex.html", "/assets/../secret.txt"]) {
      expect([path, [403, 404].includes(await status(path))]).toEqual([path, true]);
    }
    const page = await fetch(new URL("/customer.html", url), { headers: { connection: "close" } });
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  it("may be opened by the till's page on another server, which cannot reach it otherwise", async () => {
    const { url, session } = await open();
    const from = (headers: Record<string, string>, path = "/customer.html", method = "GET") =>
      send(Number(url.port), {
        method,
        path,
        headers: { "sec-fetch-site": "same-site", ...bearer(session), ...headers },
      });
    const opens = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await from(opens)).status).toBe(200);
    expect((await from(opens, "/bridge/display.get", "POST")).status).toBe(403);
    expect((await from(opens, "/bridge/events")).status).toBe(403);
    expect((await from(opens, "/assets/page.js")).status).toBe(403);
    const others: Record<string, string>[] = [
      { "sec-fetch-mode": "no-cors" },
      { "sec-fetch-dest": "iframe" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const other of others) {
      expect((await from({ ...opens, ...other })).status).toBe(403);
    }
  });

  it("closes with the screen, and reopens at another address", async () => {
    const first = await open();
    await pages.close();
    await expect(post(first.url, "/bridge/display.get", bearer(first.session))).rejects.toThrow();
    const second = await open();
    expect((await post(second.url, "/bridge/display.get", bearer(second.session))).status).toBe(200);
    expect((await post(second.url, "/bridge/display.get", bearer(first.session))).status).toBe(401);
  });

  it("cannot be opened before a till is running", async () => {
    await expect(customerPages().address()).rejects.toThrow("has not started");
  });
});
