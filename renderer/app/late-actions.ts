import { type Part, part } from "../kit/part.tsx";
import { type ActionPorts, createCaller, showNotice } from "../store/ports.ts";
import type { Actions } from "../store/store.tsx";
import type { TillStore } from "../store/till-store.ts";
import { nearActions } from "./near-actions.ts";

const UNSEEN_MS = 500;

type Action = (...args: unknown[]) => unknown;

/**
 * Calls made before the actions are loaded are deferred; such actions return nothing or a promise.
 * @returns all actions, and the part that is loaded later
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
      return far
        .load()
        .then((fetched) => (fetched === null ? showNotice(ports, "notFetched") : call(fetched, name, args)));
    };
  const actions = new Proxy(near, {
    get(own, name, self) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name, self);
      const known = asked.get(name) ?? ask(name);
      asked.set(name, known);
      return known;
    },
  });
  return { actions: actions as Actions, far };
}

const screens = Promise.withResolvers<void>();

/** Called after the screens are rendered, because the window may be idle between slices. */
export function screensAreDrawn(): void {
  screens.resolve();
}

/** Resolves after the first screen is painted. Automatic requests wait for it. */
export function firstScreen(store: TillStore): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A hidden window paints nothing.
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
