/**
 * Stand-ins for Electron's objects, written by hand and typed by what the shell takes of the real ones: each does the
 * little that Electron does of it, and remembers what it was told.
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

/** Electron's `on` has dozens of overloads, and an emitter is all of them. */
function standIn<T>(parts: object): T {
  return parts as unknown as T;
}

/** An event whose default a listener may prevent. */
function preventable(details: object = {}) {
  const state = { prevented: false };
  const preventDefault = () => {
    state.prevented = true;
  };
  return { event: { ...details, preventDefault }, wasPrevented: () => state.prevented };
}

type IpcHandler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** Where a message says it comes from. */
export interface FakeFrame {
  origin: string;
  url: string;
  /** Whether it is a frame inside of the page */
  inner?: boolean;
}

export const TILL_FRAME: FakeFrame = { origin: "app://till", url: "app://till/index.html" };
export const CUSTOMER_FRAME: FakeFrame = { origin: "app://till", url: "app://till/customer.html" };

export interface FakeWindow {
  window: MainWindow;
  options: BrowserWindowConstructorOptions;
  /** What it was told to do, in order: `show`, `load app://till/index.html`, … */
  did: string[];
  /** What its page was sent */
  sent: { channel: string; value: unknown }[];
  /** The page's end of the messages, as its preload hears them */
  page: EventEmitter;
  /** Something happens to the window */
  emit(event: string, ...args: unknown[]): void;
  /** Something happens to its web contents */
  emitContents(event: string, ...args: unknown[]): void;
  /** A frame calls main, and what crosses is copied as Electron copies it */
  invoke(channel: string, frame: FakeFrame | null, ...args: unknown[]): Promise<unknown>;
  /** What listens to the page's messages */
  channels(): string[];
  /** A person closes it */
  closeByHand(): void;
  bounds: Rectangle;
  minimised: boolean;
  maximised: boolean;
}

/** A window as `new BrowserWindow` makes it. */
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
  /** What a destroyed window has no more */
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
  /** The page wants to go somewhere. @returns whether it may */
  go(event: "will-navigate" | "will-frame-navigate" | "will-redirect", url: string): boolean;
  attachWebview(): boolean;
  /** The page opens a window. @returns what main makes of it */
  open(url: string): unknown;
}

/** Web contents as they are announced when they are created. */
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
  /** The page asks for something. @returns the answer; undefined: nobody answers, and Electron says yes */
  asks(permission: string, requestingUrl?: string): boolean | undefined;
  checks(permission: string, origin?: string): boolean | undefined;
  device(type: string): boolean | undefined;
  pairs(): unknown;
  captures(): unknown;
  downloads(url: string): boolean;
  /** A request for `app://…` */
  fetch(url: string, how?: { method?: string; initiatorOrigin?: string }): Promise<Response>;
}

/** A session: by itself it allows whatever it is asked. */
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
  /** A person, or the system, wants the program to quit. @returns whether it does */
  quit(): boolean;
  relaunches: RelaunchOptions[];
  loginItem: Settings;
  packaged: boolean;
}

/** The app of one start. */
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
  /** Displays come, go or change */
  becomes(displays: Display[]): void;
}

/** A display that is this large and there. */
export function fakeDisplay(id: number, bounds: Rectangle): Display {
  return { id, bounds, workArea: bounds } as Display;
}

/** The machine's displays. */
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

/** Blocks sleep, and says whether it does. */
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

/** Opens links in the machine's browser. */
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

/** Announces web contents to whoever listens, as Electron does when they are made. */
export function announce(app: FakeApp, { contents }: FakeContents): void {
  app.emit("web-contents-created", {}, contents as unknown as WebContents);
}
