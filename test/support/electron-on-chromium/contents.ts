/** A window's page: navigation, protocol handlers, preload messages and crashes. */
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import type { HandlerDetails, WebContents, WebPreferences, WindowOpenHandlerResponse } from "electron";
import { fromChromium, schemeOf, toChromium } from "./addresses.ts";
import type { Devtools } from "./devtools.ts";
import { breakMembers, cannot, preventable, say } from "./events.ts";
import { isolatedWorldScript, mainWorldScript, type Names, WORLD } from "./injected.ts";
import { Handlers, ipcMain } from "./ipc.ts";
import type { FromPage, ToPage } from "./page-side.ts";
import type { ChromiumSession } from "./session.ts";
import { type Packed, pack, unpack } from "./values.ts";

/** A frame from main's point of view. */
interface Frame {
  origin: string;
  url: string;
  parent: Frame | null;
}

type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse;

interface Paused {
  requestId: string;
  request: { url: string; method: string; headers: Record<string, string> };
  frameId: string;
  resourceType: string;
  redirectedRequestId?: string;
}

/** Rejects values as Electron does: functions and promises cannot be cloned. */
function uncloneable(): never {
  throw new Error("An object could not be cloned.");
}

type Used = Pick<WebContents, "forcefullyCrashRenderer" | "isDestroyed" | "send" | "setWindowOpenHandler"> & {
  ipc: Pick<WebContents["ipc"], "handle" | "removeHandler">;
};

/** Web contents on one Chromium page. */
export class ChromiumContents extends EventEmitter implements Used {
  readonly ipc = new Handlers();
  readonly session: ChromiumSession;
  readonly #preload: string;
  readonly #names: Names;
  readonly #frames = new Map<string, Frame>();
  /** Isolated worlds by context id: the frame of each */
  readonly #worlds = new Map<number, string>();
  /** Navigations requested by frames; all others come from main or a person */
  readonly #asked = new Map<string, string>();
  /** Frames whose next document was served but has not been committed by Chromium */
  readonly #arriving = new Map<string, PromiseWithResolvers<void>>();
  readonly #page = Promise.withResolvers<Devtools>();
  #mainFrame = "";
  #open: OpenHandler = () => ({ action: "allow" });
  #destroyed = false;

  constructor({ session, preload }: WebPreferences) {
    super();
    this.session = (session as unknown as ChromiumSession) ?? cannot("make a window without a session");
    this.#preload = readFileSync(preload ?? cannot("make a window without a preload"), "utf8");
    const name = () => `electron${randomBytes(12).toString("hex")}`;
    this.#names = { secret: name(), binding: name(), receiver: name() };
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler;
  }

  /** Sends to the main frame's preload; a closed page ignores it. */
  send(channel: string, ...args: unknown[]): void {
    const message: ToPage = { kind: "message", channel, args: pack(structuredClone(args), uncloneable) };
    for (const [context, frame] of this.#worlds) if (frame === this.#mainFrame) this.#tell(context, message);
  }

  forcefullyCrashRenderer(): void {
    void this.#page.promise.then((page) => page.send("Page.crash")).catch(() => undefined);
  }

  /** Resolves when the page has loaded. @throws as Electron does: the error's name, and the address */
  async load(address: string): Promise<void> {
    const page = await this.#page.promise;
    const loaded = new Promise<void>((resolve) => this.once("did-finish-load", () => resolve()));
    const { errorText } = await page.send("Page.navigate", { url: toChromium(address) });
    if (errorText !== undefined) throw new Error(`${errorText} loading '${address}'`);
    await loaded;
  }

  /** Returns whether a Chromium frame belongs to this page. */
  hasFrame(frameId: string): boolean {
    return this.#frames.has(frameId);
  }

  /** Handles a page's request for a window. None is ever created. */
  wantsWindow(url: string): void {
    const { action } = this.#open({ url: fromChromium(url), frameName: "", features: "" } as HandlerDetails);
    if (action !== "deny") cannot(`open a window for ${url}`);
    say("window denied", fromChromium(url));
  }

  /** Handles a crash of the page's process. */
  crashed(): void {
    this.#worlds.clear();
    this.emit("render-process-gone", {}, { reason: "crashed", exitCode: 5 });
  }

  isDestroyed = () => this.#destroyed;

  /** Ignores events of a destroyed page. */
  override emit(name: string | symbol, ...args: unknown[]): boolean {
    return !this.#destroyed && super.emit(name, ...args);
  }

  /** Destroys the contents with their window. `ipc` is a separate object, as in Electron. */
  gone(): void {
    this.#destroyed = true;
    super.emit("destroyed");
    breakMembers(this, ["forcefullyCrashRenderer", "send", "setWindowOpenHandler"]);
  }

  /** Attaches to a page before it runs any script. */
  async attach(page: Devtools): Promise<void> {
    this.#follow(page);
    const { frameTree } = await page.send("Page.getFrameTree");
    this.#mainFrame = frameTree.frame.id;
    this.#frames.set(this.#mainFrame, { origin: "null", url: "", parent: null });
    const isolated = isolatedWorldScript(this.#names, this.#preload);
    await Promise.all([
      page.send("Page.enable"),
      page.send("Runtime.enable"),
      page.send("Runtime.addBinding", { name: this.#names.binding, executionContextName: WORLD }),
      page.send("Page.addScriptToEvaluateOnNewDocument", { source: mainWorldScript(this.#names) }),
      page.send("Page.addScriptToEvaluateOnNewDocument", { source: isolated, worldName: WORLD }),
      page.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
      page.send("Runtime.runIfWaitingForDebugger"),
    ]);
    this.#page.resolve(page);
  }

  #follow(page: Devtools): void {
    page.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
      this.#frames.set(frameId, { origin: "null", url: "", parent: this.#frames.get(parentFrameId) ?? null });
    });
    page.on("Page.frameDetached", ({ frameId }) => {
      this.#frames.delete(frameId);
      this.#arrived(frameId);
    });
    page.on("Page.frameStoppedLoading", ({ frameId }) => this.#arrived(frameId));
    page.on("Page.frameNavigated", ({ frame: { id, parentId, url, securityOrigin } }) => {
      const parent = parentId === undefined ? null : (this.#frames.get(parentId) ?? null);
      this.#frames.set(id, { origin: fromChromium(securityOrigin), url: fromChromium(url), parent });
      this.#arrived(id);
      if (parentId === undefined) this.emit("did-navigate", {}, fromChromium(url), 200, "OK");
    });
    page.on("Page.loadEventFired", () => this.emit("did-finish-load", {}));
    page.on("Page.frameRequestedNavigation", ({ frameId, url, disposition }) => {
      if (disposition !== "currentTab") this.wantsWindow(url);
      else if (/^https?:/.test(url)) this.#asked.set(frameId, url);
      else this.#goesElsewhere(frameId, url);
    });
    page.on("Page.windowOpen", ({ url }) => this.wantsWindow(url));
    page.on("Fetch.requestPaused", (paused) => {
      this.#answer(page, paused).catch((error: unknown) => say("a request was not answered:", error));
    });
    page.on("Runtime.executionContextCreated", ({ context: { id, name, auxData } }) => {
      if (name === WORLD) this.#worlds.set(id, (auxData as { frameId: string }).frameId);
    });
    page.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
      this.#worlds.delete(executionContextId);
    });
    page.on("Runtime.executionContextsCleared", () => this.#worlds.clear());
    page.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
      if (name === this.#names.binding) this.#hear(JSON.parse(payload) as FromPage, executionContextId);
    });
    page.on("Inspector.targetCrashed", () => this.crashed());
  }

  /** Handles navigation to a scheme without a page in Chromium. Main's allowed navigations are shown. */
  #goesElsewhere(frameId: string, url: string): void {
    if (this.#refuses(frameId, url)) return;
    if (toChromium(url) === url) cannot(`go to ${url}`);
    this.load(url).catch((error: unknown) => say("a page was not loaded:", error));
  }

  /** Asks main whether a page's own navigation is allowed. */
  #refuses(frameId: string, url: string, redirect = false): boolean {
    const frame = this.#frames.get(frameId) ?? null;
    const isMainFrame = frameId === this.#mainFrame;
    const details = { url: fromChromium(url), isMainFrame, isSameDocument: false, frame, initiator: frame };
    const names = redirect ? ["will-redirect"] : ["will-frame-navigate", ...(isMainFrame ? ["will-navigate"] : [])];
    return names.some((name) => {
      const event = preventable(details);
      this.emit(name, event, details.url);
      return event.defaultPrevented;
    });
  }

  async #answer(page: Devtools, paused: Paused): Promise<void> {
    const { requestId, request, frameId, resourceType, redirectedRequestId } = paused;
    const isPages = this.#asked.get(frameId) === request.url;
    if (resourceType === "Document") {
      const refused = isPages || redirectedRequestId ? this.#refuses(frameId, request.url, !isPages) : false;
      this.#asked.delete(frameId);
      // An aborted navigation leaves the page unchanged.
      if (refused) return void (await page.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }));
      this.#arriving.set(frameId, this.#arriving.get(frameId) ?? Promise.withResolvers());
    } else {
      // Subresources may be requested before the page's process reports their frame.
      await this.#arriving.get(frameId)?.promise;
    }
    const handler = this.session.handlerOf(schemeOf(request.url) ?? "");
    if (handler === undefined) return void (await page.send("Fetch.continueRequest", { requestId }));
    const answer = await handler(this.#electronsRequest(paused, isPages));
    await page.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: answer.status,
      responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await answer.arrayBuffer()).toString("base64"),
    });
  }

  #arrived(frameId: string): void {
    this.#arriving.get(frameId)?.resolve();
    this.#arriving.delete(frameId);
  }

  #electronsRequest({ request, frameId, resourceType }: Paused, isPages: boolean): Request {
    const frame = this.#frames.get(frameId);
    const asker = resourceType === "Document" && !isPages ? frame?.parent : frame;
    const { method, url, headers } = request;
    return Object.assign(new Request(fromChromium(url), { method, headers }), { initiatorOrigin: asker?.origin });
  }

  #hear(message: FromPage, context: number): void {
    if (this.#destroyed) return;
    const frameId = this.#worlds.get(context);
    const senderFrame = (frameId !== undefined && this.#frames.get(frameId)) || null;
    if (message.kind === "preload-error") {
      const error = Object.assign(new Error(message.message), { stack: message.stack });
      this.emit("preload-error", {}, "preload", error);
    }
    if (message.kind === "open") this.wantsWindow(message.url);
    if (message.kind === "resized" || message.kind === "close") this.emit(`page-${message.kind}`);
    if (message.kind === "invoke") {
      const { id, channel, args } = message;
      void this.#invoke(channel, args, senderFrame).then(
        (value) => this.#tell(context, { kind: "answer", id, ok: true, value }),
        // A page receives only the error's message.
        (error: unknown) => {
          const said = new Error(`Error invoking remote method '${channel}': ${error}`);
          this.#tell(context, { kind: "answer", id, ok: false, value: pack(said, uncloneable) });
        },
      );
    }
    if (message.kind === "permission") {
      const { id, permission, only } = message;
      const { origin = "null", url = "" } = senderFrame ?? {};
      const asked = { permission, origin, url, contents: this };
      const answer = only === "check" ? Promise.resolve(this.session.checks(asked)) : this.session.grants(asked);
      void answer.then((value) => this.#tell(context, { kind: "answer", id, ok: true, value }));
    }
  }

  async #invoke(channel: string, packed: Packed, senderFrame: Frame | null): Promise<Packed> {
    const handler = this.ipc.find(channel) ?? ipcMain.find(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const args = unpack(packed, uncloneable) as unknown[];
    const result = await handler({ type: "frame", sender: this, senderFrame } as never, ...args);
    return pack(structuredClone(result), uncloneable);
  }

  #tell(contextId: number, message: ToPage): void {
    const expression = `${this.#names.receiver}(${JSON.stringify(message)})`;
    void this.#page.promise
      .then((page) => page.send("Runtime.evaluate", { expression, contextId }))
      // The page closed while main handled the request.
      .catch(() => undefined);
  }
}
