/** `app`: the program's start, folders, lock and exit. */
import { EventEmitter } from "node:events";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, watch, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { App as ElectronApp, LoginItemSettings, RelaunchOptions } from "electron";
import type { Chromium } from "./devtools.ts";
import { preventable, say } from "./events.ts";
import { endChromium, theChromium } from "./machine.ts";
import { entryEvaluated, isReady, onceReady, onlyBeforeReady, whenReady } from "./ready.ts";

const packaged = process.env.STAND_IN_PACKAGED === "1";
const entry = dirname(process.argv[1] ?? "");
/** For a packaged program, the package whose main file is the entry: `out/main/electron.js` */
const appPath = packaged ? join(entry, "../..") : entry;
if (packaged) {
  // The program finds its entry without an argument.
  process.argv.splice(1, 1);
  Object.defineProperty(process, "resourcesPath", { value: dirname(appPath) });
}

type Used = Pick<
  ElectronApp,
  | "enableSandbox"
  | "exit"
  | "getAppPath"
  | "getLoginItemSettings"
  | "getName"
  | "getPath"
  | "getVersion"
  | "isPackaged"
  | "isReady"
  | "quit"
  | "relaunch"
  | "releaseSingleInstanceLock"
  | "requestSingleInstanceLock"
  | "setLoginItemSettings"
  | "setPath"
  | "whenReady"
>;

/** The parts of Electron's app that the desktop uses. */
export class App extends EventEmitter implements Used {
  isPackaged = packaged;
  /** Open windows in order of creation. */
  readonly windows: { close(): void }[] = [];
  readonly #paths = new Map([["userData", process.env.STAND_IN_FOLDER ?? ""]]);
  #quitting = false;

  constructor() {
    super();
    void whenReady().then(() => this.emit("ready", {}, {}));
  }

  /** Called by the runner of the entry */
  entryEvaluated = entryEvaluated;
  isReady = isReady;
  whenReady = whenReady;
  getAppPath = () => appPath;
  getLoginItemSettings = () => ({ openAtLogin: false }) as LoginItemSettings;
  setLoginItemSettings = () => undefined;
  getName = () => "till";
  getVersion = () => "1.0.0";
  relaunch = (options: RelaunchOptions = {}) => say("relaunch", JSON.stringify(options));
  getPath = (name: string) => this.#paths.get(name) ?? process.env.STAND_IN_FOLDER ?? "";

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
    say("path", name, path);
  }

  enableSandbox(): void {
    onlyBeforeReady("app.enableSandbox()");
    say("sandbox");
  }

  /** Returns the browser of this start, with its profile in the start's folder. */
  chromium = (): Promise<Chromium> => theChromium(this.getPath("userData"));

  /** Quits after the last window has closed. Main and each window may prevent it. */
  quit(): void {
    const event = preventable({});
    this.emit("before-quit", event);
    if (event.defaultPrevented) say("a quit was prevented");
    else this.#closeAll();
  }

  #closeAll(): void {
    this.#quitting = true;
    if (this.windows.length === 0) this.#shutDown();
    // Closing one window may destroy another.
    for (const window of this.windows.toReversed()) if (this.windows.includes(window)) window.close();
  }

  /** Cancels quitting when a window does not close. */
  staysOpen(): void {
    if (this.#quitting) say("a quit was prevented");
    this.#quitting = false;
  }

  /** Handles the last window's closing. Emits the event unless the program is quitting; without a listener it quits. */
  allClosed(): void {
    if (this.#quitting) this.#shutDown();
    else if (!this.emit("window-all-closed")) this.quit();
  }

  #shutDown(): void {
    const event = preventable({});
    this.emit("will-quit", event);
    if (!event.defaultPrevented) this.exit(0);
  }

  exit(code: number): void {
    this.emit("quit", {}, code);
    endChromium();
    process.exit(code);
  }

  /** Allows one start per folder: the second start gets `false`, and the first receives its command line. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath("userData");
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, "stand-in.lock");
    if (isHeld(lock)) {
      const told = { argv: process.argv, cwd: process.cwd() };
      writeFileSync(join(folder, `stand-in-second-${process.pid}.json`), JSON.stringify(told));
      return false;
    }
    rmSync(lock, { force: true });
    symlinkSync(String(process.pid), lock);
    watch(folder, () => this.#hearSeconds(folder)).unref();
    return true;
  }

  releaseSingleInstanceLock(): void {
    rmSync(join(this.getPath("userData"), "stand-in.lock"), { force: true });
  }

  #hearSeconds(folder: string): void {
    for (const name of readdirSync(folder).filter((file) => file.startsWith("stand-in-second-"))) {
      const text = readFileSync(join(folder, name), "utf8");
      // The file is not complete yet; another change follows.
      if (!text.endsWith("}")) continue;
      rmSync(join(folder, name), { force: true });
      const { argv, cwd } = JSON.parse(text) as { argv: string[]; cwd: string };
      this.emit("second-instance", {}, argv, cwd, null);
    }
  }
}

function isHeld(lock: string): boolean {
  try {
    process.kill(Number(readlinkSync(lock)), 0);
    return true;
  } catch {
    return false;
  }
}

export const app = new App();

/** The machine's power events; only shutdown is emitted. */
export const systemPower = new EventEmitter();
export const powerMonitor = onceReady("powerMonitor", systemPower);
