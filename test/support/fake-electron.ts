/**
 * Hand-written stand-ins for Electron's objects, typed by the parts that the shell uses. Each imitates the little
 * behaviour needed, and records its calls.
 */
import { EventEmitter } from "node:events";
import type {
  App,
  BrowserWindowConstructorOptions,
  Display,
  IpcMainInvokeEvent,
  LoginItemSettings,
  Rectangle,
  RelaunchOptions,
  Settings,
  WebContents,
} from "electron";
import type { AutoStarterPorts } from "../../main/shells/electron/auto-starter.ts";
import type { Electron, MainWindow, ShellSession } from "../../main/shells/electron/desktop.ts";
import type { LockedContents } from "../../main/shells/electron/lock-down.ts";
import { breakMembers } from "./electron-on-chromium/events.ts";

/** Electron's `on` has dozens of overloads; an emitter satisfies all of them. */
function standIn<T>(parts: object): T {
  return parts as unknown as T;
}

/** Creates an event that a listener may prevent. */
function preventable(details: object = {}) {
  const state = { prevented: false };
  const preventDefault = () => {
    state.prevented = true;
  };
  return { event: { ...details, preventDefault }, wasPrevented: () => state.prevented };
}

type IpcHandler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** The claimed sender of a message. */
export interface FakeFrame {
  origin: string;
  url: string;
  /** True for a frame inside the page */
  inner?: boolean;
}

export const TILL_FRAME: FakeFrame = { origin: "app://till", url: "app://till/index.html" };
export const CUSTOMER_FRAME: FakeFrame = { origin: "app://till", url: "app://till/customer.html" };

export interface FakeWindow {
  window: MainWindow;
  options: BrowserWindowConstructorOptions;
  /** Recorded calls in order: `show`, `load app://till/index.html`, … */
  did: string[];
  /** Messages sent to its page */
  sent: { channel: string; value: unknown }[];
  /** The page's end of the messages, as seen by its preload */
  page: EventEmitter;
  /** Emits an event of the window */
  emit(event: string, ...args: unknown[]): void;
  /** Emits an event of its web contents */
  emitContents(event: string, ...args: unknown[]): void;
  /** Calls main from a frame; arguments and results are cloned as in Electron */
  invoke(channel: string, frame: FakeFrame | null, ...args: unknown[]): Promise<unknown>;
  /** Channels with a listener for the page's messages */
  channels(): string[];
  /** Closes the window as a person does */
  closeByHand(): void;
  bounds: Rectangle;
  minimised: boolean;
  maximised: boolean;
}

/** Creates a window as `new BrowserWindow` does. */
export function fakeWindow(options: BrowserWindowConstructorOptions = {}): FakeWindow {
  const own = new EventEmitter();
  const contents = new EventEmitter();
  const handlers = new Map<string, IpcHandler>();
  const state = { destroyed: false };
  const { x = 0, y = 0, width = 800, height = 600 } = options;
  const self = { did: [] as string[], sent: [] as FakeWindow["sent"], page: new EventEmitter(), options };
  const note = (what: string) => () => void self.did.push(what);
  const destroy = () => {
    if (state.destroyed) return;
    state.destroyed = true;
    self.did.push("destroy");
    breakMembers(contents, ["send", "forcefullyCrashRenderer"]);
    breakMembers(own, Object.keys(natives()));
    own.emit("closed");
  };
  const webContents = Object.assign(contents, {
    send(channel: string, value: unknown) {
      const copy = structuredClone(value);
      self.sent.push({ channel, value: copy });
      self.page.emit(channel, { sender: "everything that Electron has" }, copy);
    },
    ipc: {
      handle(channel: string, handler: IpcHandler) {
        if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
        handlers.set(channel, handler);
      },
      removeHandler: (channel: string) => void handlers.delete(channel),
    },
    forcefullyCrashRenderer() {
      self.did.push("crash");
      contents.emit("render-process-gone", {}, { reason: "killed", exitCode: 9 });
    },
  });
  /** Members that a destroyed window no longer has */
  const natives = () => ({
    webContents,
    loadURL: async (url: string) => void self.did.push(`load ${url}`),
    show: note("show"),
    showInactive: note("showInactive"),
    focus: note("focus"),
    isMinimized: () => fake.minimised,
    isMaximized: () => fake.maximised,
    getBounds: () => fake.bounds,
    getNormalBounds: () => fake.bounds,
    restore: note("restore"),
    maximize: note("maximize"),
    setKiosk: (flag: boolean) => void self.did.push(`kiosk ${flag}`),
  });
  const fake: FakeWindow = Object.assign(self, {
    bounds: { x, y, width, height },
    minimised: false,
    maximised: false,
    emit: (event: string, ...args: unknown[]) => void own.emit(event, ...args),
    emitContents: (event: string, ...args: unknown[]) => void contents.emit(event, ...args),
    channels: () => [...handlers.keys()],
    async invoke(channel: string, frame: FakeFrame | null, ...args: unknown[]) {
      const handler = handlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const event = { sender: webContents, senderFrame: frame && { ...frame, parent: frame.inner ? {} : null } };
      return structuredClone(await handler(event as unknown as IpcMainInvokeEvent, ...structuredClone(args)));
    },
    closeByHand() {
      const { event, wasPrevented } = preventable();
      own.emit("close", event);
      if (!wasPrevented()) destroy();
    },
    window: standIn<MainWindow>(Object.assign(own, natives(), { destroy, isDestroyed: () => state.destroyed })),
  });
  return fake;
}

export interface FakeContents {
  contents: LockedContents;
  /** Simulates the page's navigation. @returns whether it is allowed */
  go(event: "will-navigate" | "will-frame-navigate" | "will-redirect", url: string): boolean;
  attachWebview(): boolean;
  /** Simulates `window.open`. @returns main's decision */
  open(url: string): unknown;
}

/** Creates web contents for the creation event. */
export function fakeContents(): FakeContents {
  const emitter = new EventEmitter();
  let opening: (details: { url: string }) => unknown = () => ({ action: "allow" });
  const allowed = (event: string, details: object) => {
    const happening = preventable(details);
    emitter.emit(event, happening.event, {}, {});
    return !happening.wasPrevented();
  };
  return {
    contents: standIn<LockedContents>(
      Object.assign(emitter, {
        setWindowOpenHandler(handler: typeof opening) {
          opening = handler;
        },
      }),
    ),
    go: (event, url) => allowed(event, { url }),
    attachWebview: () => allowed("will-attach-webview", {}),
    open: (url) => opening({ url }),
  };
}

export interface FakeSession {
  session: ShellSession;
  /** Simulates a permission check. @returns the answer; undefined without a handler, which Electron allows */
  asks(permission: string, requestingUrl?: string): boolean | undefined;
  checks(permission: string, origin?: string): boolean | undefined;
  device(type: string): boolean | undefined;
  pairs(): unknown;
  captures(): unknown;
  downloads(url: string): boolean;
  fetch(url: string, how?: { method?: string; initiatorOrigin?: string }): Promise<Response>;
}

/** Creates a session, which allows everything by default. */
export function fakeSession(): FakeSession {
  const emitter = new EventEmitter();
  const set = new Map<string, (...args: never[]) => unknown>();
  const setter = (name: string) => (handler: (...args: never[]) => unknown) => void set.set(name, handler);
  const call = (name: string, ...args: unknown[]) => set.get(name)?.(...(args as never[]));
  const answered = (name: string, ...args: unknown[]) => {
    let answer: unknown;
    call(name, ...args, (given: unknown) => {
      answer = given;
    });
    return answer;
  };
  return {
    session: standIn<ShellSession>(
      Object.assign(emitter, {
        setPermissionRequestHandler: setter("request"),
        setPermissionCheckHandler: setter("check"),
        setDevicePermissionHandler: setter("device"),
        setBluetoothPairingHandler: setter("bluetooth"),
        setDisplayMediaRequestHandler: setter("capture"),
        protocol: { handle: (scheme: string, handler: (...args: never[]) => unknown) => void set.set(scheme, handler) },
      }),
    ),
    asks(permission, requestingUrl = "app://till/index.html") {
      let answer: unknown;
      const callback = (given: unknown) => {
        answer = given;
      };
      call("request", {}, permission, callback, { requestingUrl });
      return answer as boolean | undefined;
    },
    checks: (permission, origin = "app://till/") => call("check", {}, permission, origin, {}) as boolean | undefined,
    device: (deviceType) => call("device", { deviceType }) as boolean | undefined,
    pairs: () => answered("bluetooth", {}),
    captures: () => answered("capture", {}),
    downloads(url) {
      const { event, wasPrevented } = preventable();
      emitter.emit("will-download", event, { getURL: () => url }, {});
      return !wasPrevented();
    },
    fetch: (url, { method = "GET", initiatorOrigin } = {}) =>
      call("app", { url, method, initiatorOrigin }) as Promise<Response>,
  };
}

export interface FakeApp {
  app: Electron["app"] & Pick<App, "relaunch" | "on" | "whenReady"> & AutoStarterPorts["app"];
  emit(event: string, ...args: unknown[]): void;
  /** Simulates a quit by a person or the system. @returns whether the app quits */
  quit(): boolean;
  relaunches: RelaunchOptions[];
  loginItem: Settings;
  packaged: boolean;
}

/** Creates the app of one start. */
export function fakeApp({ packaged = true }: { packaged?: boolean } = {}): FakeApp {
  const emitter = new EventEmitter();
  const self = { relaunches: [] as RelaunchOptions[], loginItem: {} as Settings, packaged };
  return Object.assign(self, {
    emit: (event: string, ...args: unknown[]) => void emitter.emit(event, ...args),
    quit() {
      const { event, wasPrevented } = preventable();
      emitter.emit("before-quit", event);
      return !wasPrevented();
    },
    app: standIn<FakeApp["app"]>(
      Object.assign(emitter, {
        isPackaged: packaged,
        whenReady: async () => undefined,
        relaunch: (options: RelaunchOptions) => void self.relaunches.push(options),
        setLoginItemSettings: (settings: Settings) => void Object.assign(self.loginItem, settings),
        getLoginItemSettings: () => ({ openAtLogin: self.loginItem.openAtLogin ?? false }) as LoginItemSettings,
      }),
    ),
  });
}

export interface FakeScreen {
  screen: Electron["screen"];
  displays: Display[];
  /** Adds, removes or changes displays */
  becomes(displays: Display[]): void;
}

/** Creates a connected display of this size. */
export function fakeDisplay(id: number, bounds: Rectangle): Display {
  return { id, bounds, workArea: bounds } as Display;
}

export function fakeScreen(displays: Display[]): FakeScreen {
  const emitter = new EventEmitter();
  const self = { displays };
  const on = ({ x, y }: Rectangle) =>
    self.displays.find(({ bounds: b }) => x >= b.x && x < b.x + b.width && y >= b.y && y < b.y + b.height);
  return Object.assign(self, {
    becomes(after: Display[]) {
      const more = after.length - self.displays.length;
      const event = more === 0 ? "display-metrics-changed" : more > 0 ? "display-added" : "display-removed";
      self.displays = after;
      emitter.emit(event, {}, after[0]);
    },
    screen: standIn<Electron["screen"]>(
      Object.assign(emitter, {
        getAllDisplays: () => self.displays,
        getPrimaryDisplay: () => self.displays[0],
        getDisplayMatching: (bounds: Rectangle) => on(bounds) ?? self.displays[0],
      }),
    ),
  });
}

/** Creates a power blocker that reports its state. */
export function fakePower() {
  const blocking = new Map<number, string>();
  let last = 0;
  return {
    blocking,
    powerSaveBlocker: {
      start(type: "prevent-app-suspension" | "prevent-display-sleep") {
        last += 1;
        blocking.set(last, type);
        return last;
      },
      stop: (id: number) => blocking.delete(id),
    } satisfies Electron["powerSaveBlocker"],
  };
}

/** Creates a shell that records opened links. */
export function fakeShell() {
  const opened: string[] = [];
  return {
    opened,
    shell: {
      openExternal: async (url: string) => {
        opened.push(url);
      },
    },
  };
}

/** Emits the creation of web contents to listeners, as Electron does. */
export function announce(app: FakeApp, { contents }: FakeContents): void {
  app.emit("web-contents-created", {}, contents as unknown as WebContents);
}
