import { type LazyModule, lazyModule } from "../kit/lazy-module.ts";
import { type ActionPorts, createCaller, showNotice } from "../store/ports.ts";
import type { Actions, TillStore } from "../store/store.ts";
import { startupActions } from "./startup-actions.ts";

const UNSEEN_MS = 500;

type Action = (...args: unknown[]) => unknown;

/**
 * Calls made before the actions are loaded are deferred; such actions return nothing or a promise.
 * @returns all actions, and the part that is loaded later
 */
export function createActionsProxy(ports: ActionPorts): { actions: Actions; lazy: LazyModule<object> } {
  const caller = createCaller(ports);
  const startup = startupActions(ports, caller);
  const lazy = lazyModule(async () => {
    await firstScreenPainted(ports.store);
    return (await import("./lazy-actions.ts")).lazyActions(ports, caller, startup);
  });
  const deferredActions = new Map<string | symbol, Action>();
  const defer =
    (name: string | symbol): Action =>
    (...args) => {
      const module = lazy.module();
      if (module !== null) return callAction(module, name, args);
      return lazy
        .load()
        .then((fetched) => (fetched === null ? showNotice(ports, "notFetched") : callAction(fetched, name, args)));
    };
  const actions = new Proxy(startup, {
    get(own, name, self) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name, self);
      const known = deferredActions.get(name) ?? defer(name);
      deferredActions.set(name, known);
      return known;
    },
  });
  return { actions: actions as Actions, lazy };
}

const screens = Promise.withResolvers<void>();

/** Called after the screens are rendered, because the window may be idle between slices. */
export function reportScreensDrawn(): void {
  screens.resolve();
}

/** Resolves after the first screen is painted. Automatic requests wait for it. */
export function firstScreenPainted(store: TillStore): Promise<void> {
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

function callAction(all: object, name: string | symbol, args: unknown[]): unknown {
  return (Reflect.get(all, name) as Action)(...args);
}
