/** The customer's screen of a test till, as a browser page over real HTTP. */
import { once } from "node:events";
import type { Result } from "../../contract/calls/errors.ts";
import type { DisplayView } from "../../contract/receipts/display.ts";
import { plainHost } from "../../main/app/plain-host.ts";
import { createDispatch } from "../../main/bridge/dispatch.ts";
import { createLog } from "../../main/lib/log.ts";
import { customerPages } from "../../main/peripherals/customer-display/pages.ts";
import { createTillWithRegisters } from "./registers.ts";
import { type TestTill, type TestTillOptions, until } from "./test-till.ts";

export interface CustomerPage extends AsyncDisposable {
  /** Sends the customer's yes or no to a question. */
  answer(screenId: string, answer: "yes" | "no"): Promise<Result<DisplayView>>;
}

export interface TillWithPages {
  world: TestTill;
  /** Opens the page. Resolves when the till has registered it. */
  open(): Promise<CustomerPage>;
  /** Resolves with the customer's view when it fulfils the condition. */
  shown(holds: (display: DisplayView) => boolean): Promise<DisplayView>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Creates a till with registers that serves the customer's page. No page is open yet. */
export async function createTillWithPages(options: TestTillOptions = {}): Promise<TillWithPages> {
  await using cleanup = new AsyncDisposableStack();
  const pages = cleanup.use(customerPages());
  const host = plainHost(pages);
  const world = cleanup.use(await createTillWithRegisters({ ...options, host }));
  const log = createLog({ write: () => undefined });
  const changes = new EventTarget();
  pages.connect({
    // Uses the current till, which changes after a restart.
    dispatch: (...asked) => createDispatch({ ...world.till, log })(...asked),
    events: world.till.events,
    rendererDir: null,
    log,
    onChange() {
      world.till.events.publish({ type: "shell.changed", shell: host.view() });
      changes.dispatchEvent(new Event("change"));
    },
  });
  const resources = cleanup.move();
  const isOpen = async (wanted: boolean) => {
    while (pages.isOpen() !== wanted) await once(changes, "change");
  };
  return {
    world,
    async open() {
      const opened = await world.must("display.open", {});
      if (opened.way !== "page") throw new Error("no page");
      const { origin, hash } = new URL(opened.url);
      const ask = (path: string, token: string, init: RequestInit = {}) =>
        fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
      const exchanged = await ask("/session", hash.replace("#ticket=", ""), { method: "POST" });
      const session = ((await exchanged.json()) as { value: { session: string } }).value.session;
      const stopping = new AbortController();
      const received = await ask("/bridge/events", session, { signal: stopping.signal });
      // Reads the body to its end: an unread body keeps its connection open, even after an abort.
      const ended = received.text().catch(() => undefined);
      await isOpen(true);
      return {
        async answer(screenId, answer) {
          const headers = { "content-type": "application/json" };
          const body = JSON.stringify({ screenId, answer });
          const answered = await ask("/bridge/display.answer", session, { method: "POST", headers, body });
          return (await answered.json()) as Result<DisplayView>;
        },
        async [Symbol.asyncDispose]() {
          stopping.abort();
          await ended;
          await isOpen(false);
        },
      };
    },
    shown: (holds) =>
      until(
        world,
        holds,
        () => world.must("display.get", {}),
        (event) => (event.type === "display.changed" ? event.display : null),
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
