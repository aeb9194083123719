/** All actions of a window whose first screen has those of the counter alone: the others follow it. */
import { type Part, part } from "../kit/part.tsx";
import { type ActionPorts, createCaller, tell } from "../store/ports.ts";
import type { Actions } from "../store/store.tsx";
import type { TillStore } from "../store/till-store.ts";
import { nearActions } from "./near-actions.ts";

const UNSEEN_MS = 500;

type Action = (...args: unknown[]) => unknown;

/**
 * What is called before it is here is done as soon as it is: every one of the others gives nothing, or a promise.
 * @returns all actions, and the part that most of them are in
 */
export function lateActions(ports: ActionPorts): { actions: Actions; far: Part<object> } {
  const caller = createCaller(ports);
  const near = nearActions(ports, caller);
  const far = part(async () => {
    await firstScreen(ports.store);
    return (await import("./far-actions.ts")).farActions(ports, caller, near);
  });
  const asked = new Map<string | symbol, Action>();
  const ask =
    (name: string | symbol): Action =>
    (...args) => {
      const here = far.module();
      if (here !== null) return call(here, name, args);
      return far.load().then((fetched) => (fetched === null ? tell(ports, "notFetched") : call(fetched, name, args)));
    };
  const actions = new Proxy(near, {
    get(own, name, self) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name, self);
      // The same function at each look, as of every other action.
      const known = asked.get(name) ?? ask(name);
      asked.set(name, known);
      return known;
    },
  });
  return { actions: actions as Actions, far };
}

const screens = Promise.withResolvers<void>();

/** To be called by what draws the screens, when they are drawn: in slices, between which the window may be idle. */
export function screensAreDrawn(): void {
  screens.resolve();
}

/** Resolves when the till is known and its screen has been drawn: what is asked by itself meanwhile waits so long. */
export function firstScreen(store: TillStore): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A window that nobody sees draws nothing.
  const drawn = async () => {
    await Promise.race([screens.promise, sleep(2 * UNSEEN_MS)]);
    requestIdleCallback(() => resolve(), { timeout: UNSEEN_MS });
  };
  if (store.getState().terminal !== null) void drawn();
  else {
    const unsubscribe = store.subscribe(({ terminal }) => {
      if (terminal === null) return;
      unsubscribe();
      void drawn();
    });
  }
  return promise;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function call(all: object, name: string | symbol, args: unknown[]): unknown {
  return (Reflect.get(all, name) as Action)(...args);
}
