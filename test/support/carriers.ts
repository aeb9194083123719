/** Calls the contract over loopback HTTP, over Electron's IPC, and for payments over `/api/v1` as a register. */
import type { CommandName } from "../../contract/bridge/commands.ts";
import type { TillEvent } from "../../contract/bridge/events.ts";
import type { Result } from "../../contract/calls/errors.ts";
import { createDispatch } from "../../main/bridge/dispatch.ts";
import { startHttpBridge } from "../../main/bridge/http.ts";
import { createLog } from "../../main/lib/log.ts";
import { MANAGER_PIN, type TestTill } from "./test-till.ts";

export interface Carried extends AsyncDisposable {
  call(name: CommandName | "no.such.command", input: unknown): Promise<Result<unknown>>;
  /** Events received from now on. */
  events: TillEvent[];
  /** Resolves when an event of this type that fulfils the condition has arrived. */
  heard<T extends TillEvent["type"]>(type: T, holds?: (event: EventOf<T>) => boolean): Promise<EventOf<T>>;
}

type EventOf<T extends TillEvent["type"]> = Extract<TillEvent, { type: T }>;

/** Payment commands available to every kind of caller. */
export type PaymentCommand = Extract<
  CommandName,
  `payment.${"start" | "get" | "list" | "capture" | "release" | "abort" | "refund"}`
>;

/** Calls payment commands as a user with or without the right to refund. */
export interface PaymentCaller extends Omit<Carried, "call"> {
  call(name: PaymentCommand | "no.such.command" | "__proto__", input: unknown): Promise<Result<unknown>>;
  asManager(): Promise<unknown>;
  asCashier(): Promise<unknown>;
}

/** Adapts a carrier to a person at the till, who signs in or out. */
export function byPerson(carried: Carried): PaymentCaller {
  return {
    ...carried,
    call: (name, input) => carried.call(name as CommandName, input),
    asManager: () => carried.call("staff.signIn", { pin: MANAGER_PIN }),
    asCashier: () => carried.call("staff.signOut", {}),
  };
}

/** Collects events for a test that waits for one. */
export function listener() {
  const events: TillEvent[] = [];
  const waiting = new Set<() => void>();
  return {
    events,
    deliver(event: TillEvent) {
      events.push(event);
      for (const wake of waiting) wake();
    },
    heard: <T extends TillEvent["type"]>(type: T, holds: (event: EventOf<T>) => boolean = () => true) =>
      new Promise<EventOf<T>>((resolve) => {
        const isMeant = (event: TillEvent): event is EventOf<T> => event.type === type && holds(event as EventOf<T>);
        const look = () => {
          const found = events.find(isMeant);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The carrier of the shells `browser` and `none`. */
export async function overHttp(world: TestTill): Promise<Carried> {
  const log = createLog({ write: () => undefined });
  const { till } = world;
  const token = "test-token";
  const bridge = await startHttpBridge({
    dispatch: createDispatch({ ...till, log }),
    events: till.events,
    port: 0,
    token,
    rendererDir: null,
    log,
  });
  const base = `http://127.0.0.1:${bridge.port}`;
  const authorization = `Bearer ${token}`;
  const listeners = await listen(`${base}/bridge/events`, authorization);
  return {
    ...listeners,
    async call(name, input) {
      const answer = await fetch(`${base}/bridge/${name}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      return (await answer.json()) as Result<unknown>;
    },
    async [Symbol.asyncDispose]() {
      await listeners.stop();
      await bridge.close();
    },
  };
}

/** Receives server-sent events from now on. */
export async function listen(url: string, authorization: string) {
  const listeners = listener();
  const ending = new AbortController();
  const stream = await fetch(url, { headers: { authorization }, signal: ending.signal });
  if (stream.status !== 200) throw new Error(`${url}: ${stream.status}`);
  const reading = readEvents(stream, listeners.deliver).catch(() => undefined);
  return {
    ...listeners,
    async stop() {
      ending.abort();
      await reading;
    },
  };
}

async function readEvents(answer: Response, hear: (event: TillEvent) => void): Promise<void> {
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString("utf8");
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (data && !block.includes("event: ")) hear(JSON.parse(data.slice(6)));
    }
  }
}
