/** The two carriers of the contract, as a client sees them: loopback HTTP, and Electron's IPC with a typed stand-in for Electron. */
import type { CommandName } from "../../contract/commands.ts";
import type { Result } from "../../contract/errors.ts";
import type { TillEvent } from "../../contract/events.ts";
import { createDispatch } from "../../main/bridge/dispatch.ts";
import { startHttpBridge } from "../../main/bridge/http.ts";
import { createLog } from "../../main/lib/log.ts";
import type { TestTill } from "./test-till.ts";

export interface Carried extends AsyncDisposable {
  call(name: CommandName | "no.such.command", input: unknown): Promise<Result<unknown>>;
  /** Events as they arrive, from now on. */
  events: TillEvent[];
  /** Resolves when an event of this type has arrived. */
  heard(type: TillEvent["type"]): Promise<TillEvent>;
}

/** Collects events for a test that waits for one. */
export function listener() {
  const events: TillEvent[] = [];
  const waiting = new Set<() => void>();
  return {
    events,
    hear(event: TillEvent) {
      events.push(event);
      for (const wake of waiting) wake();
    },
    heard: (type: TillEvent["type"]) =>
      new Promise<TillEvent>((resolve) => {
        const look = () => {
          const found = events.find((event) => event.type === type);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The carrier of the browser and none shells. */
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
  const ears = listener();
  const stop = new AbortController();
  const stream = await fetch(`${base}/bridge/events`, { headers: { authorization }, signal: stop.signal });
  const reading = readEvents(stream, ears.hear).catch(() => undefined);
  return {
    ...ears,
    async call(name, input) {
      const answer = await fetch(`${base}/bridge/${name}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      return (await answer.json()) as Result<unknown>;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await reading;
      await bridge.close();
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
