/** The whole desktop on fakes of Electron's objects: its windows, their permissions, and the system's services. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { TillEvent } from "../../../../../contract/bridge/events.ts";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Payment } from "../../../../../contract/payments/views.ts";
import type { DisplayView } from "../../../../../contract/receipts/display.ts";
import { keepContact } from "../../../../../main/app/breakdowns.ts";
import type { RunningTill } from "../../../../../main/app/context.ts";
import { kioskMode } from "../../../../../main/app/kiosk-mode.ts";
import type { Launched } from "../../../../../main/app/launch.ts";
import { createDispatch } from "../../../../../main/bridge/dispatch.ts";
import { createEventStream } from "../../../../../main/bridge/events.ts";
import type { AutoStarter } from "../../../../../main/shells/electron/auto-starter.ts";
import { desktopHost, openDesktop } from "../../../../../main/shells/electron/desktop.ts";
import { createManualClock } from "../../../../support/clock.ts";
import {
  CUSTOMER_FRAME,
  type FakeWindow,
  fakeApp,
  fakeDisplay,
  fakePower,
  fakeScreen,
  fakeSession,
  fakeWindow,
  TILL_FRAME,
} from "../../../../support/fake-electron.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { handlersWith, openTo, readableLog } from "../../bridge/test-bridge.ts";

const FIRST = fakeDisplay(1, { x: 0, y: 0, width: 1920, height: 1080 });
const SECOND = fakeDisplay(2, { x: 1920, y: 0, width: 1280, height: 800 });
const VIEW = { state: "idle" } as DisplayView;
const DRAFT = { posTid: "A", phase: "draft", late: null, operations: [], steps: [] } as Partial<Payment> as Payment;
const TILL = "load app://till/index.html";
const CUSTOMER = "load app://till/customer.html";

interface Wishes {
  displays?: (typeof FIRST)[];
  /** By the option or by the settings: the till reports its mode */
  kiosk?: boolean;
  folder?: string;
}

/** A desktop around a minimal till. */
async function desktop({ displays = [FIRST], kiosk = false, folder }: Wishes = {}) {
  const own = temporaryFolder();
  const dataDir = folder ?? own.path;
  const rendererDir = join(own.path, "renderer");
  mkdirSync(join(rendererDir), { recursive: true });
  for (const page of ["index.html", "customer.html"]) writeFileSync(join(rendererDir, page), page);
  const { log, lines } = readableLog();
  const clock = createManualClock();
  const events = createEventStream({
    keep: 100,
    onListenerError(error) {
      throw error;
    },
  });
  const heard: TillEvent[] = [];
  events.subscribe(({ event }) => heard.push(event));
  const dispatch = createDispatch({
    handlers: handlersWith({
      "display.get": () => done(VIEW),
      "payment.list": () => done({ items: [], next: null }),
      "staff.signOut": () => done({ role: null }),
    }),
    ...openTo("owner"),
    undoSignIn: () => undefined,
    log,
  });
  const windows: FakeWindow[] = [];
  const app = fakeApp();
  const screen = fakeScreen(displays);
  const power = fakePower();
  const sessions = { till: fakeSession(), customer: fakeSession() };
  const started = { enabled: false };
  const starter: AutoStarter = {
    view: () => ({ ...started, possible: true, reason: null, because: null, optionsKept: true }),
    set(enabled) {
      started.enabled = enabled;
      return done(starter.view());
    },
  };
  const browsed: string[] = [];
  const host = desktopHost(starter, screen.screen, (url) => void browsed.push(url), dataDir);
  const options = { shell: "electron", dataDir, configFile: null, port: null, kiosk: false, demo: false } as const;
  const running = { mode: kiosk ? "kiosk" : "counter" };
  const state = { stopping: false };
  const till = () => ({ terminal: () => running }) as unknown as RunningTill;
  const launched: Launched = { options, till, dispatch, events, bridge: null, onRefused: () => undefined, log };
  const opened = await openDesktop(launched, {
    electron: {
      app: app.app,
      createWindow(windowOptions) {
        const window = fakeWindow(windowOptions);
        windows.push(window);
        return window.window;
      },
      screen: screen.screen,
      powerSaveBlocker: power.powerSaveBlocker,
      session: sessions.till.session,
      customerSession: sessions.customer.session,
    },
    clock,
    rendererDir,
    preloads: { till: "/preload.cjs", customer: "/customer.cjs" },
    host,
    kiosk: kioskMode(launched),
    stopping: () => state.stopping,
  });
  const [window] = windows;
  if (!window) throw new Error("no window");
  return {
    browsed,
    ...{ window, windows, app, screen, power, sessions, host, events, heard, clock, lines, opened, dataDir, state },
    /** The till is set up again, and restarts in place */
    becomes(mode: "counter" | "kiosk") {
      running.mode = mode;
      events.publish({ type: "terminal.restarted" });
    },
    /** The customer's window that is open now */
    customer: () => windows.findLast(({ did }) => did.includes(CUSTOMER) && !did.includes("destroy")) ?? null,
    [Symbol.dispose]: () => own[Symbol.dispose](),
  };
}

describe("the till's window", () => {
  it("loads its page, and is shown when the page is ready", async () => {
    using world = await desktop();
    expect(world.window.did).toEqual([TILL]);
    expect(world.window.options.webPreferences).toMatchObject({
      sandbox: true,
      preload: "/preload.cjs",
      devTools: false,
    });
    world.window.emit("ready-to-show");
    expect(world.window.did).toEqual([TILL, "show"]);
  });

  it("has the IPC bridge, the locks, the crash policy and the blocker", async () => {
    using world = await desktop();
    const { window, sessions, power, events } = world;
    expect(await window.invoke("till:invoke", TILL_FRAME, "staff.signOut", {})).toEqual(done({ role: null }));
    expect([sessions.till.asks("media"), sessions.customer.asks("media")]).toEqual([false, false]);
    events.publish({
      type: "payment.changed",
      payment: DRAFT,
    });
    expect(power.blocking.size).toBe(1);
    window.emitContents("render-process-gone", {}, { reason: "crashed", exitCode: 1 });
    expect(window.did).toEqual([TILL, TILL]);
  });

  it("is shown again when the till is started a second time", async () => {
    using world = await desktop();
    world.window.minimised = true;
    world.app.emit("second-instance");
    expect(world.window.did).toEqual([TILL, "restore", "show", "focus"]);
  });

  it("stops the till when the user closes it, and releases everything", async () => {
    using world = await desktop();
    const { window, events, power, app } = world;
    events.publish({
      type: "payment.changed",
      payment: DRAFT,
    });
    window.closeByHand();
    // Events in between reach no window.
    world.becomes("kiosk");
    await world.opened.closed;
    await world.opened.close();
    expect(power.blocking.size).toBe(0);
    expect(window.channels()).toEqual([]);
    app.emit("second-instance");
    expect(window.did.at(-1)).toBe("destroy");
  });

  it("cannot be closed by a kiosk's customer, but by the till", async () => {
    using world = await desktop({ kiosk: true });
    world.window.closeByHand();
    expect(world.window.did).not.toContain("destroy");
    await world.opened.close();
    expect(world.window.did).toContain("destroy");
  });

  it("opens at its previous position and size", async () => {
    using first = await desktop({ displays: [FIRST, SECOND] });
    first.window.bounds = { x: 2000, y: 40, width: 1000, height: 700 };
    first.window.maximised = true;
    first.window.emit("resize");
    await first.opened.close();
    using again = await desktop({ displays: [FIRST, SECOND], folder: first.dataDir });
    expect(again.window.options).toMatchObject({ x: 2000, y: 40, width: 1000, height: 700 });
    again.window.emit("ready-to-show");
    expect(again.window.did).toEqual([TILL, "maximize", "show"]);
  });

  it("shows help for its audience: staff, or a kiosk's customers", async () => {
    using world = await desktop({ kiosk: true });
    keepContact(world.dataDir, { locale: "nb-NO", phone: "22 00 00 00", kiosk: true }, readableLog().log);
    const help = async () => (await world.sessions.till.fetch("app://till/help")).text();
    expect(await help()).toMatch(/Ute av drift[\s\S]*22 00 00 00/);
    world.becomes("counter");
    expect(await help()).toContain("Call for help");
  });

  it("saves no position of a kiosk or of a hidden window", async () => {
    using kiosk = await desktop({ kiosk: true });
    kiosk.window.emit("resize");
    await kiosk.opened.close();
    expect(() => readFileSync(join(kiosk.dataDir, "desktop.json"))).toThrow("ENOENT");
    using hidden = await desktop();
    hidden.window.minimised = true;
    hidden.window.emit("move");
    await hidden.opened.close();
    expect(() => readFileSync(join(hidden.dataDir, "desktop.json"))).toThrow("ENOENT");
  });

  it("follows the settings' mode when the till restarts in place: locked, and unlocked again", async () => {
    using world = await desktop();
    const { window, sessions } = world;
    world.becomes("counter");
    expect(window.did).toEqual([TILL]);
    world.becomes("kiosk");
    expect(window.did.at(-1)).toBe("kiosk true");
    expect(sessions.till.downloads("blob:app://till/1")).toBe(false);
    window.closeByHand();
    window.emit("resize");
    expect(window.did).not.toContain("destroy");
    expect(() => readFileSync(join(world.dataDir, "desktop.json"))).toThrow("ENOENT");
    world.becomes("counter");
    expect(window.did.at(-1)).toBe("kiosk false");
    expect(sessions.till.downloads("blob:app://till/1")).toBe(true);
    window.closeByHand();
    expect(window.did.at(-1)).toBe("destroy");
  });

  it("is a normal window after kiosk mode was left, and a kiosk's again with the next start", async () => {
    using world = await desktop({ kiosk: true });
    const { window, sessions, host } = world;
    expect(host.view().kiosk).toEqual({ left: false, possible: true, because: null });
    host.setKioskLeft(true);
    expect(host.view().kiosk).toEqual({ left: true, possible: true, because: null });
    expect(window.did).toEqual([TILL, "kiosk false"]);
    expect(sessions.till.downloads("blob:app://till/1")).toBe(true);
    expect(sessions.till.asks("clipboard-sanitized-write")).toBe(true);
    world.becomes("kiosk");
    expect([window.did.at(-1), host.view().kiosk.left]).toEqual(["kiosk true", false]);
    expect(sessions.till.downloads("blob:app://till/1")).toBe(false);
    window.closeByHand();
    expect(window.did).not.toContain("destroy");
    host.setKioskLeft(true);
    window.closeByHand();
    expect(window.did.at(-1)).toBe("destroy");
  });

  it("does not block a log-out as a kiosk, and keeps the customer's window enabled", async () => {
    using world = await desktop({ kiosk: true, displays: [FIRST, SECOND] });
    await world.host.openDisplay();
    world.state.stopping = true;
    world.customer()?.closeByHand();
    world.window.closeByHand();
    expect(world.window.did.at(-1)).toBe("destroy");
    expect(world.host.view().customerDisplay).toMatchObject({ open: false, wanted: true });
  });

  it("is notified of blocked actions in a kiosk", async () => {
    using world = await desktop({ kiosk: true });
    world.sessions.till.asks("clipboard-sanitized-write");
    world.sessions.till.downloads("blob:app://till/1");
    world.sessions.customer.downloads("blob:app://till/1");
    expect(world.heard.filter(({ type }) => type === "shell.refused")).toEqual([
      { type: "shell.refused", what: "copy" },
      { type: "shell.refused", what: "save" },
    ]);
  });

  it("may save its page's downloads, except at a kiosk; the customer's may save nothing", async () => {
    using counter = await desktop();
    using kiosk = await desktop({ kiosk: true });
    const made = "blob:app://till/1";
    expect([counter.sessions.till.downloads(made), counter.sessions.customer.downloads(made)]).toEqual([true, false]);
    expect(kiosk.sessions.till.downloads(made)).toBe(false);
  });
});

describe("the customer's window", () => {
  it("is opened by the user, fills the second display, and leaves the keyboard to the till", async () => {
    using world = await desktop({ displays: [FIRST, SECOND] });
    expect(world.customer()).toBeNull();
    expect(await world.host.openDisplay()).toEqual(done({ way: "window" }));
    const customer = world.customer();
    expect(customer?.options).toMatchObject({ ...SECOND.bounds, fullscreen: true, frame: false });
    expect(customer?.options.webPreferences).toMatchObject({ sandbox: true, preload: "/customer.cjs" });
    customer?.emit("ready-to-show");
    expect(customer?.did).toEqual([CUSTOMER, "showInactive"]);
    expect(world.host.view()).toMatchObject({ displays: 2, customerDisplay: { way: "window", open: true } });
    expect(world.heard.at(-1)).toMatchObject({ type: "shell.changed", shell: { customerDisplay: { open: true } } });
  });

  it("receives only its own screen, in a separate session with one page", async () => {
    using world = await desktop({ displays: [FIRST, SECOND] });
    await world.host.openDisplay();
    const customer = world.customer();
    expect(await customer?.invoke("display:get", CUSTOMER_FRAME)).toEqual(done(VIEW));
    await expect(customer?.invoke("till:invoke", CUSTOMER_FRAME, "staff.signOut", {})).rejects.toThrow();
    expect(customer?.options.webPreferences?.session).toBe(world.sessions.customer.session);
    expect((await world.sessions.customer.fetch("app://till/customer.html")).status).toBe(200);
    expect((await world.sessions.customer.fetch("app://till/index.html")).status).toBe(404);
    expect(await (await world.sessions.customer.fetch("app://till/help")).text()).toContain("ask the staff");
  });

  it("opens again with the next start, until the user closes it", async () => {
    using first = await desktop({ displays: [FIRST, SECOND] });
    await first.host.openDisplay();
    await first.opened.close();
    expect(first.customer()).toBeNull();
    using second = await desktop({ displays: [FIRST, SECOND], folder: first.dataDir });
    expect(second.customer()).not.toBeNull();
    await second.host.closeDisplay();
    expect(second.customer()).toBeNull();
    await second.opened.close();
    using third = await desktop({ displays: [FIRST, SECOND], folder: first.dataDir });
    expect(third.customer()).toBeNull();
  });

  it("closes with its display instead of covering the till, and returns with it", async () => {
    using world = await desktop({ displays: [FIRST, SECOND] });
    await world.host.openDisplay();
    world.screen.becomes([FIRST]);
    expect(world.customer()).toBeNull();
    expect(world.host.view()).toMatchObject({ displays: 1, customerDisplay: { open: false, wanted: true } });
    world.screen.becomes([FIRST, SECOND]);
    expect(world.customer()?.options).toMatchObject(SECOND.bounds);
  });

  it("fills its display after a change of size", async () => {
    using world = await desktop({ displays: [FIRST, SECOND] });
    await world.host.openDisplay();
    const larger = fakeDisplay(2, { x: 1920, y: 0, width: 1920, height: 1080 });
    world.screen.becomes([FIRST, larger]);
    expect(world.customer()?.options).toMatchObject(larger.bounds);
  });

  it("is a movable window on a single display, and is not opened there automatically", async () => {
    using world = await desktop();
    await world.host.openDisplay();
    expect(world.customer()?.options).not.toHaveProperty("fullscreen");
    await world.opened.close();
    using again = await desktop({ folder: world.dataDir });
    expect(again.customer()).toBeNull();
  });

  it("stays closed after the user closed it", async () => {
    using world = await desktop({ displays: [FIRST, SECOND] });
    await world.host.openDisplay();
    world.customer()?.closeByHand();
    expect(world.host.view().customerDisplay.open).toBe(false);
    world.screen.becomes([FIRST, SECOND]);
    expect(world.customer()).toBeNull();
  });

  it("is reloaded after a crash", async () => {
    using world = await desktop({ displays: [FIRST, SECOND] });
    await world.host.openDisplay();
    const customer = world.customer();
    customer?.emitContents("render-process-gone", {}, { reason: "oom", exitCode: 1 });
    expect(customer?.did).toEqual([CUSTOMER, CUSTOMER]);
  });

  it("is opened once for repeated requests", async () => {
    using world = await desktop({ displays: [FIRST, SECOND] });
    await world.host.openDisplay();
    await world.host.openDisplay();
    expect(world.windows).toHaveLength(2);
  });
});

describe("the desktop's host", () => {
  it("has no customer's window to open before the till has one", async () => {
    const starter = { view: () => ({}) as never, set: () => done({} as never) };
    const host = desktopHost(starter, fakeScreen([FIRST]).screen, () => undefined, ".");
    expect(await host.openDisplay()).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect(host.kiosk()).toMatchObject({ left: false, possible: false, because: "The till's window is not open yet." });
    await host.closeDisplay();
  });

  it("opens the system's browser with a page that only its user can read, and deletes the page", async () => {
    using world = await desktop();
    const remove = world.host.openInBrowser("https://service.example/authorize?state=S3CRET&nonce=n&code_challenge=c");
    const [address = ""] = world.browsed;
    expect(world.browsed).toHaveLength(1);
    // Every user of the machine can read a browser's arguments.
    expect(address).toMatch(/^file:/);
    expect(address).not.toContain("S3CRET");
    const path = fileURLToPath(address);
    expect(readFileSync(path, "utf8")).toContain(
      'content="0;url=https://service.example/authorize?state=S3CRET&amp;nonce=n&amp;code_challenge=c"',
    );
    if (process.platform !== "win32")
      expect([path, dirname(path)].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700]);
    remove?.();
    expect(existsSync(path)).toBe(false);
  });

  it("creates a page for each sign-in, and deletes a killed till's pages at startup", async () => {
    using world = await desktop();
    const [first, second] = ["a", "b"].map((state) => world.host.openInBrowser(`https://service.example/?${state}`));
    const [one = "", other = ""] = world.browsed.map((address) => fileURLToPath(address));
    first?.();
    expect([existsSync(one), existsSync(other)]).toEqual([false, true]);
    world.host.connect({ customer: {}, kiosk: {} } as never);
    expect(existsSync(other)).toBe(false);
    second?.();
  });

  it("reports the state of automatic start", async () => {
    using world = await desktop();
    expect(world.host.setAutoStart(true)).toMatchObject({
      ok: true,
      value: { displays: 1, autoStart: { enabled: true } },
    });
  });
});
