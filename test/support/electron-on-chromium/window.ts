/** `BrowserWindow`: a Chromium window with one page, and a copy of its bounds. */
import { EventEmitter } from "node:events";
import type { BrowserWindowConstructorOptions, BrowserWindow as ElectronWindow, Rectangle } from "electron";
import { app } from "./app.ts";
import { ChromiumContents } from "./contents.ts";
import type { Chromium } from "./devtools.ts";
import { breakMembers, cannot, preventable, say } from "./events.ts";
import { makeTarget, ownScreen, ownTargetsAlone } from "./machine.ts";
import { onlyOnceReady } from "./ready.ts";
import { followDownloads } from "./session.ts";

type State = "normal" | "minimized" | "maximized" | "fullscreen";

/** Open windows in order of creation. */
export const windows = app.windows as BrowserWindow[];
let prepared: Promise<Chromium> | null = null;

/** Prepares Chromium before the first window. */
function prepare(): Promise<Chromium> {
  prepared ??= app.chromium().then(async (chromium) => {
    const ofFrame = (frameId: string) => windows.find(({ webContents }) => webContents.hasFrame(frameId));
    followDownloads(chromium, (frameId) => {
      const contents = ofFrame(frameId)?.webContents;
      return contents ? { session: contents.session, contents } : null;
    });
    chromium.browser.on("Target.targetDestroyed", ({ targetId }) => {
      windows.find((window) => window.target === targetId)?.gone();
    });
    await chromium.browser.send("Target.setDiscoverTargets", { discover: true });
    await ownTargetsAlone(chromium);
    return chromium;
  });
  return prepared;
}

/** Centres a window on the primary display, as Electron does without a position. */
function placeOf({ x, y, width = 800, height = 600 }: BrowserWindowConstructorOptions): Rectangle {
  const { workArea } = ownScreen.getPrimaryDisplay();
  const middle = (start: number, there: number, wide: number) => start + Math.max(0, Math.floor((there - wide) / 2));
  return {
    x: x ?? middle(workArea.x, workArea.width, width),
    y: y ?? middle(workArea.y, workArea.height, height),
    width,
    height,
  };
}

type Used = Pick<
  ElectronWindow,
  | "close"
  | "destroy"
  | "focus"
  | "getBounds"
  | "getNormalBounds"
  | "isDestroyed"
  | "isKiosk"
  | "isMaximized"
  | "isMinimized"
  | "loadURL"
  | "maximize"
  | "restore"
  | "setKiosk"
  | "show"
  | "showInactive"
>;

/** Members that a destroyed window no longer has. */
const NATIVE: (keyof Used | "webContents")[] = [
  "close",
  "focus",
  "getBounds",
  "getNormalBounds",
  "isKiosk",
  "isMaximized",
  "isMinimized",
  "loadURL",
  "maximize",
  "restore",
  "setKiosk",
  "show",
  "showInactive",
  "webContents",
];

/** A window on a Chromium page, configured as a till's: sandboxed, isolated, without Node. */
export class BrowserWindow extends EventEmitter implements Used {
  readonly webContents: ChromiumContents;
  /** Chromium's target id of the page */
  target = "";
  readonly #devTools: boolean;
  readonly #made: Promise<{ chromium: Chromium; windowId: number }>;
  #bounds: Rectangle;
  #normal: Rectangle;
  #state: State = "normal";
  #destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    onlyOnceReady("BrowserWindow");
    const { webPreferences = {}, kiosk = false, fullscreen = false } = options;
    const { sandbox, contextIsolation, nodeIntegration, nodeIntegrationInSubFrames, webSecurity } = webPreferences;
    if (!sandbox || !contextIsolation || nodeIntegration || nodeIntegrationInSubFrames || webSecurity === false) {
      cannot("make a window that is not sandboxed and isolated");
    }
    this.#devTools = webPreferences.devTools ?? true;
    this.#bounds = placeOf(options);
    this.#normal = this.#bounds;
    this.webContents = new ChromiumContents(webPreferences);
    this.webContents.once("did-finish-load", () => this.emit("ready-to-show"));
    this.webContents.on("page-resized", () => void this.#look().catch(() => undefined));
    this.webContents.on("page-close", () => this.close());
    windows.push(this);
    app.emit("web-contents-created", {}, this.webContents);
    app.emit("browser-window-created", {}, this);
    this.#made = this.#make();
    this.#made.catch((error: unknown) => {
      say("a window could not be made:", error);
      process.exit(70);
    });
    if (kiosk || fullscreen) this.#become("fullscreen");
  }

  loadURL(address: string): Promise<void> {
    say("load", address);
    const contents = this.webContents;
    return this.#made.then(() => contents.load(address));
  }

  /** Closes as a person or the page does: main may prevent it. The window is destroyed with its page. */
  close(): void {
    const event = preventable({});
    this.emit("close", event);
    if (event.defaultPrevented) {
      say("a window stays open");
      app.staysOpen();
    } else this.#closePage();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#closePage();
    this.gone();
  }

  #closePage(): void {
    void this.#made
      .then(({ chromium }) => chromium.browser.send("Target.closeTarget", { targetId: this.target }))
      .catch(() => undefined);
  }

  /** Handles the end of its page, for any reason. */
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.splice(windows.indexOf(this), 1);
    this.webContents.gone();
    breakMembers(this, NATIVE);
    this.emit("closed");
    if (windows.length === 0) app.allClosed();
  }

  /** Simulates the shortcut for the developer tools. */
  wantsDeveloperTools(): void {
    say("developer tools", this.#devTools ? "opened" : "refused");
  }

  isDestroyed = () => this.#destroyed;
  isMinimized = () => this.#state === "minimized";
  isMaximized = () => this.#state === "maximized";
  isKiosk = () => this.#state === "fullscreen";
  getBounds = () => this.#bounds;
  getNormalBounds = () => this.#normal;
  show = () => say("show", this.#bounds.x, this.#bounds.y);
  showInactive = () => say("show inactive", this.#bounds.x, this.#bounds.y);
  maximize = () => this.#become("maximized");
  restore = () => this.#become("normal");
  setKiosk = (on: boolean) => this.#become(on ? "fullscreen" : "normal");

  focus(): void {
    say("focus");
    void this.#made.then(({ chromium }) => chromium.browser.send("Target.activateTarget", { targetId: this.target }));
  }

  async #make(): Promise<{ chromium: Chromium; windowId: number }> {
    const contents = this.webContents;
    const chromium = await prepare();
    const browserContextId = await contents.session.context(chromium);
    const { targetId, sessionId } = await makeTarget(chromium, { browserContextId, bounds: this.#bounds });
    this.target = targetId;
    await contents.attach(chromium.page(sessionId));
    const { windowId } = await chromium.browser.send("Browser.getWindowForTarget", { targetId });
    return { chromium, windowId };
  }

  #become(windowState: State): void {
    this.#state = windowState;
    void this.#made
      .then(({ chromium, windowId }) =>
        chromium.browser.send("Browser.setWindowBounds", { windowId, bounds: { windowState } }),
      )
      .then(() => this.#look())
      .catch((error: unknown) => {
        if (!this.#destroyed) say("a window did not become", windowState, error);
      });
  }

  /** Reads the current bounds. Chromium reports moves to no other process, and a page knows its size only. */
  async #look(): Promise<void> {
    const { chromium, windowId } = await this.#made;
    const { bounds } = await chromium.browser.send("Browser.getWindowBounds", { windowId });
    if (this.#destroyed) return;
    const { left = 0, top = 0, width = 0, height = 0, windowState = "normal" } = bounds;
    const before = { bounds: this.#bounds, state: this.#state };
    this.#bounds = { x: left, y: top, width, height };
    this.#state = windowState as State;
    if (windowState === "normal") this.#normal = this.#bounds;
    if (this.#state !== before.state && this.#state === "maximized") this.emit("maximize");
    if (this.#state !== before.state && before.state === "maximized") this.emit("unmaximize");
    if (JSON.stringify(this.#bounds) === JSON.stringify(before.bounds)) return;
    say("bounds", JSON.stringify(this.#bounds), windowState);
    this.emit("resize");
    this.emit("move");
  }
}
