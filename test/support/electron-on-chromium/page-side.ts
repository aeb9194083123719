/**
 * Code that runs in a page: its two worlds, their bridge, and `require("electron")` for a preload. Each function is
 * injected as text, and uses nothing from this file except its parameters.
 */
import type { Packed, pack as packValue, unpack as unpackValue } from "./values.ts";

/** Messages from an isolated world to the process, sent as JSON through its binding. */
export type FromPage =
  | { kind: "invoke"; id: number; channel: string; args: Packed }
  | { kind: "send"; channel: string; args: Packed }
  | { kind: "permission"; id: number; permission: string; only: "check" | "request" }
  | { kind: "preload-error"; message: string; stack: string }
  | { kind: "resized" }
  | { kind: "open"; url: string }
  | { kind: "close" };

/** Messages from the process to an isolated world. */
export type ToPage =
  | { kind: "answer"; id: number; ok: boolean; value: Packed }
  | { kind: "message"; channel: string; args: Packed };

/** One end of the bridge between a page's two worlds. */
export interface WorldEnd {
  /** Packs a value for the other world; functions and promises become proxies. */
  pack(value: unknown): Packed;
  unpack(packed: Packed): unknown;
  tell(kind: string, detail: unknown): void;
  hear(kind: string, listener: (detail: never) => void): void;
}

/**
 * Connects two worlds of one page through events with secret names. Calls are synchronous, as over Electron's bridge.
 */
export function worldEnd(
  secret: string,
  side: "main" | "isolated",
  { pack, unpack }: { pack: typeof packValue; unpack: typeof unpackValue },
): WorldEnd {
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, PromiseWithResolvers<unknown>>();
  const returned: { value?: Packed; error?: string }[] = [];
  const other = side === "main" ? "isolated" : "main";
  const dispatch = document.dispatchEvent.bind(document);
  const Event = CustomEvent;
  let last = 0;
  const tell: WorldEnd["tell"] = (kind, detail) =>
    void dispatch(new Event(`${secret}:${other}:${kind}`, { detail: JSON.stringify(detail) }));
  const hear: WorldEnd["hear"] = (kind, listener) =>
    document.addEventListener(`${secret}:${side}:${kind}`, (event) => {
      listener(JSON.parse((event as CustomEvent<string>).detail) as never);
    });
  const packed = (value: unknown): Packed =>
    pack(value, (special) => {
      const id = ++last;
      if (typeof special === "function") functions.set(id, special as (...args: unknown[]) => unknown);
      else {
        (special as Promise<unknown>).then(
          (settled) => tell("settle", { id, ok: true, value: packed(settled) }),
          (error) => tell("settle", { id, ok: false, value: packed(error) }),
        );
      }
      return { t: typeof special === "function" ? "function" : "promise", v: id };
    });
  const call = (id: unknown, args: unknown[]) => {
    tell("call", { id, args: packed(args) });
    const answer = returned.pop();
    if (answer?.value === undefined) throw new Error(answer?.error ?? "The other world is gone.");
    return unpacked(answer.value);
  };
  const unpacked = (value: Packed): unknown =>
    unpack(value, ({ t, v }) => {
      if (t === "function") return (...args: unknown[]) => call(v, args);
      const waiting = Promise.withResolvers<unknown>();
      promises.set(v as number, waiting);
      return waiting.promise;
    });
  hear("call", ({ id, args }: { id: number; args: Packed }) => {
    try {
      tell("return", { value: packed(functions.get(id)?.(...(unpacked(args) as unknown[]))) });
    } catch (error) {
      tell("return", { error: error instanceof Error ? error.message : String(error) });
    }
  });
  hear("return", (answer: { value?: Packed; error?: string }) => void returned.push(answer));
  hear("settle", ({ id, ok, value }: { id: number; ok: boolean; value: Packed }) => {
    const waiting = promises.get(id);
    promises.delete(id);
    if (ok) waiting?.resolve(unpacked(value));
    else waiting?.reject(unpacked(value));
  });
  return { pack: packed, unpack: unpacked, tell, hear };
}

/** Sets up the page's own world: frozen preload APIs, and the decisions that Electron makes before Chromium. */
export function mainWorld(end: WorldEnd): void {
  const freeze = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    for (const inner of Object.values(value)) freeze(inner);
    return Object.freeze(value);
  };
  let ask: (permission: string, only: "check" | "request") => Promise<boolean> = async () => false;
  end.hear("expose", ({ name, api }: { name: string; api: Packed }) => {
    Object.defineProperty(window, name, { value: freeze(end.unpack(api)), enumerable: true });
  });
  end.hear("electron", ({ ask: given, close, open }: { ask: Packed; close: Packed; open: Packed }) => {
    ask = end.unpack(given) as typeof ask;
    window.close = end.unpack(close) as () => void;
    const denied = end.unpack(open) as (url: string) => void;
    // Chromium would create the window first in this page's process; closing it there can block the page permanently.
    window.open = (url = "", target = "_blank") => {
      if (["_self", "_parent", "_top"].includes(target)) throw new Error(`the stand-in opens nothing in ${target}`);
      denied(url === "" ? "about:blank" : new URL(url, document.baseURI).href);
      return null;
    };
  });
  /** Lets Electron's handlers decide instead of Chromium. */
  const guarded = (owner: object | undefined, method: string, permission: string) => {
    const real = (owner as Record<string, unknown> | undefined)?.[method];
    if (typeof real !== "function") return;
    const guard = async (...args: unknown[]) => {
      if (await ask(permission, "request")) return real.apply(owner, args);
      throw new DOMException("Permission denied.", "NotAllowedError");
    };
    Object.defineProperty(owner, method, { value: guard, configurable: true, writable: true });
  };
  guarded(navigator.clipboard, "writeText", "clipboard-sanitized-write");
  guarded(navigator.clipboard, "write", "clipboard-sanitized-write");
  guarded(navigator.clipboard, "readText", "clipboard-read");
  guarded(navigator.clipboard, "read", "clipboard-read");
  guarded(navigator.mediaDevices, "getUserMedia", "media");
  guarded(navigator.mediaDevices, "getDisplayMedia", "display-capture");
  guarded(document.documentElement ?? document, "requestFullscreen", "fullscreen");
  if ("Notification" in window) {
    const requestPermission = async () => ((await ask("notifications", "request")) ? "granted" : "denied");
    Object.defineProperty(Notification, "requestPermission", { value: requestPermission });
  }
  const query = async ({ name }: { name: string }) => {
    const permission = name === "clipboard-write" ? "clipboard-sanitized-write" : name;
    return { name, state: (await ask(permission, "check")) ? "granted" : "denied" };
  };
  if (navigator.permissions) Object.defineProperty(navigator.permissions, "query", { value: query });
}

/** Sets up the preload's world: `contextBridge` and `ipcRenderer` over the binding. @returns the preload's modules */
export function isolatedWorld(
  end: WorldEnd,
  names: { binding: string; receiver: string },
  { pack, unpack }: { pack: typeof packValue; unpack: typeof unpackValue },
): { contextBridge: object; ipcRenderer: object; failed(error: unknown): void } {
  const world = globalThis as unknown as Record<string, unknown>;
  const post = (message: FromPage) => (world[names.binding] as (text: string) => void)(JSON.stringify(message));
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  let last = 0;
  const none = (): never => {
    throw new Error("An object could not be cloned.");
  };
  const ask = (message: (id: number) => FromPage): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    asked.set(++last, answer);
    post(message(last));
    return answer.promise;
  };
  // Electron clones before sending: an uncloneable value throws at the caller.
  const cloned = (args: unknown[]) => pack(structuredClone(args), none);
  world[names.receiver] = (message: ToPage) => {
    if (message.kind === "answer") {
      const value = unpack(message.value, none);
      if (message.ok) asked.get(message.id)?.resolve(value);
      else asked.get(message.id)?.reject(value);
      asked.delete(message.id);
      return;
    }
    const args = unpack(message.args, none) as unknown[];
    for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({ sender: ipcRenderer }, ...args);
  };
  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]) => {
      const given = cloned(args);
      return ask((id) => ({ kind: "invoke", id, channel, args: given }));
    },
    send: (channel: string, ...args: unknown[]) => post({ kind: "send", channel, args: cloned(args) }),
    on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => end.tell("expose", { name, api: end.pack(api) }),
  };
  end.tell("electron", {
    ask: end.pack((permission: string, only: "check" | "request") =>
      ask((id) => ({ kind: "permission", id, permission, only })),
    ),
    close: end.pack(() => post({ kind: "close" })),
    open: end.pack((url: string) => post({ kind: "open", url })),
  });
  addEventListener("resize", () => post({ kind: "resized" }));
  const failed = (error: unknown) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    post({ kind: "preload-error", message, stack: stack ?? "" });
  };
  return { contextBridge, ipcRenderer, failed };
}
