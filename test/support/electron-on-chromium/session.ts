/** Sessions: a browser context each, with its protocols, permissions and downloads. */
import { EventEmitter } from "node:events";
import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Session as ElectronSession, WebContents } from "electron";
import { fromChromium } from "./addresses.ts";
import type { Chromium } from "./devtools.ts";
import { preventable, say } from "./events.ts";
import { onceReady } from "./ready.ts";

type Handler = (request: Request) => Response | Promise<Response>;
type Check = Parameters<ElectronSession["setPermissionCheckHandler"]>[0];
type Ask = Parameters<ElectronSession["setPermissionRequestHandler"]>[0];
type Capture = Parameters<ElectronSession["setDisplayMediaRequestHandler"]>[0];

/** A page's permission request, and its frame. */
interface Asked {
  permission: string;
  origin: string;
  url: string;
  contents: object;
}

type Used = Pick<
  ElectronSession,
  | "setBluetoothPairingHandler"
  | "setDevicePermissionHandler"
  | "setDisplayMediaRequestHandler"
  | "setPermissionCheckHandler"
  | "setPermissionRequestHandler"
> & { protocol: Pick<ElectronSession["protocol"], "handle"> };

/** An Electron session: the default one, or an in-memory one of a partition. */
export class ChromiumSession extends EventEmitter implements Used {
  readonly #partition: string;
  readonly #handlers = new Map<string, Handler>();
  #check: Check = null;
  #request: Ask = null;
  #capture: Capture = null;
  #context: Promise<string | undefined> | null = null;

  constructor(partition: string) {
    super();
    if (partition.startsWith("persist:")) throw new Error("The stand-in for Electron has no second session on disk.");
    this.#partition = partition;
  }

  readonly protocol = {
    handle: (scheme: string, handler: Handler) => void this.#handlers.set(scheme, handler),
  };

  setPermissionCheckHandler(handler: Check): void {
    this.#check = handler;
  }

  setPermissionRequestHandler(handler: Ask): void {
    this.#request = handler;
  }

  setDisplayMediaRequestHandler(handler: Capture): void {
    this.#capture = handler;
  }

  /** Chromium finds no device unless a person chooses one, so the handler is never called. */
  setDevicePermissionHandler(): void {}

  /** Never called, as for devices. */
  setBluetoothPairingHandler(): void {}

  /** Returns the handler of a scheme. */
  handlerOf(scheme: string): Handler | undefined {
    return this.#handlers.get(scheme);
  }

  /** Browser context of the session's pages; undefined: the browser's default */
  context(chromium: Chromium): Promise<string | undefined> {
    this.#context ??= this.#open(chromium);
    return this.#context;
  }

  /** Returns the check's result; Electron allows it without a handler. */
  checks({ permission, origin, url, contents }: Asked): boolean {
    if (this.#check === null) return true;
    const details = { isMainFrame: true, requestingUrl: url };
    return this.#check(contents as WebContents, permission as never, `${origin}/`, details);
  }

  /** Returns a request's result: after a refused check, the request handler decides. */
  async grants(asked: Asked): Promise<boolean> {
    const { permission, url, contents } = asked;
    if (permission === "display-capture") return await this.#captures();
    if (this.#check !== null && this.checks(asked)) return true;
    const request = this.#request;
    if (request === null) return true;
    return await new Promise((resolve) => {
      const details = { isMainFrame: true, requestingUrl: url };
      request(contents as WebContents, permission as never, resolve, details as never);
    });
  }

  async #captures(): Promise<boolean> {
    const capture = this.#capture;
    if (capture === null) return false;
    const streams = await new Promise((resolve) => capture({} as never, resolve as never));
    return streams !== null && Object.keys(streams as object).length > 0;
  }

  async #open({ browser, profile }: Chromium): Promise<string | undefined> {
    const browserContextId =
      this.#partition === ""
        ? undefined
        : (await browser.send("Target.createBrowserContext", { disposeOnDetach: true })).browserContextId;
    const downloadPath = join(profile, "downloads");
    const how = { behavior: "allowAndName", downloadPath, eventsEnabled: true, browserContextId } as const;
    await browser.send("Browser.setDownloadBehavior", how);
    return browserContextId;
  }
}

/** A file download from the moment at which main may refuse it. */
class DownloadItem extends EventEmitter {
  #savePath = "";
  readonly #url: string;
  readonly #name: string;

  constructor(url: string, name: string) {
    super();
    this.#url = url;
    this.#name = name;
  }

  getURL = () => this.#url;
  getFilename = () => this.#name;
  getSavePath = () => this.#savePath;

  setSavePath(path: string): void {
    this.#savePath = path;
  }
}

/**
 * Handles a browser's downloads. Without a path from main, the save dialog returns a file in the folder of
 * `STAND_IN_SAVE_TO`; without that folder it is closed.
 * @param ownerOf the session and the web contents of the downloading frame
 */
export function followDownloads(
  { browser }: Chromium,
  ownerOf: (frameId: string) => { session: EventEmitter; contents: object } | null,
): void {
  const items = new Map<string, DownloadItem>();
  browser.on("Browser.downloadWillBegin", ({ frameId, guid, url, suggestedFilename }) => {
    const owner = ownerOf(frameId);
    const item = new DownloadItem(fromChromium(url), suggestedFilename);
    const event = preventable({});
    owner?.session.emit("will-download", event, item, owner.contents);
    const folder = process.env.STAND_IN_SAVE_TO;
    if (!event.defaultPrevented && item.getSavePath() === "" && folder) {
      item.setSavePath(join(folder, suggestedFilename));
    }
    if (event.defaultPrevented || item.getSavePath() === "") {
      say("download", event.defaultPrevented ? "refused" : "cancelled in the dialog", suggestedFilename);
      browser.send("Browser.cancelDownload", { guid }).catch(() => undefined);
      return;
    }
    items.set(guid, item);
  });
  browser.on("Browser.downloadProgress", ({ guid, state, filePath }) => {
    const item = items.get(guid);
    if (item === undefined || state === "inProgress") return;
    items.delete(guid);
    if (state === "completed" && filePath) renameSync(filePath, item.getSavePath());
    item.emit("done", {}, state === "completed" ? "completed" : "cancelled");
    say("download", state, item.getSavePath());
  });
}

const partitions = new Map<string, ChromiumSession>();

function sessionOf(partition: string): ChromiumSession {
  const session = partitions.get(partition) ?? new ChromiumSession(partition);
  partitions.set(partition, session);
  return session;
}

export const session = onceReady("session", {
  get defaultSession() {
    return sessionOf("");
  },
  fromPartition: sessionOf,
});
