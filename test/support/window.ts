/** A window without screens: the browser's client and the store, on the bridge of a test till. */
import { vi } from "vitest";
import type { Payment } from "../../contract/payments/views.ts";
import { createDispatch } from "../../main/bridge/dispatch.ts";
import { startHttpBridge } from "../../main/bridge/http.ts";
import { createLog } from "../../main/lib/log.ts";
import { createActions } from "../../renderer/app/actions.ts";
import { takeEvent } from "../../renderer/app/binding.ts";
import type { ConnectedClient, Connection } from "../../renderer/kit/client/connection.ts";
import { httpClient } from "../../renderer/kit/client/http.ts";
import type { TillState } from "../../renderer/store/state.ts";
import { createTillStore } from "../../renderer/store/store.ts";
import type { TestTill } from "./test-till.ts";

export interface TestWindow extends AsyncDisposable {
  client: ConnectedClient;
  /** Connection states shown by the window, in order */
  connections: Connection[];
  shown(posTid: string): Payment | undefined;
  /** Resolves when the condition holds; checked at every change of the store or the connection. */
  until(holds: () => boolean): Promise<void>;
  /** Runs before each request; a rejection simulates a network failure. The open stream is not affected. */
  network: {
    before(path: string): Promise<void>;
    /** Runs after the till has answered; a rejection loses the response */
    after(path: string): Promise<void>;
  };
  actions: ReturnType<typeof createActions>;
  state(): TillState;
}

/** Opens a window on a till. It replaces the global `fetch` until it is closed. */
export async function openTestWindow({ till }: TestTill): Promise<TestWindow> {
  const log = createLog({ write: () => undefined });
  const { events } = till;
  const token = "window-token";
  const dispatch = createDispatch({ ...till, log });
  const bridge = await startHttpBridge({ dispatch, events, port: 0, token, rendererDir: null, log });
  const network: TestWindow["network"] = { before: async () => undefined, after: async () => undefined };
  const send = globalThis.fetch;
  vi.stubGlobal("sessionStorage", { getItem: () => token });
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (!path.startsWith("/")) return send(path, init);
    await network.before(path);
    const response = await send(`http://127.0.0.1:${bridge.port}${path}`, init);
    await network.after(path);
    return response;
  });
  const store = createTillStore(Date.now(), { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const client = httpClient(null);
  const connections: Connection[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  client.on((event) => takeEvent(store, event));
  const actions = createActions({ store, client, now: Date.now, savePreferences: () => undefined });
  store.subscribe(wake);
  client.onConnection((connection) => {
    connections.push(connection);
    wake();
  });
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  await until(() => connections.includes("ready"));
  const terminal = await client.call("terminal.get", {});
  if (terminal.ok) store.setState({ terminal: terminal.value });
  return {
    actions,
    state: store.getState,
    client,
    connections,
    network,
    until,
    shown: (posTid) => store.getState().payments[posTid],
    async [Symbol.asyncDispose]() {
      await bridge.close();
      vi.unstubAllGlobals();
    },
  };
}
