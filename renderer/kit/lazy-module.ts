/**
 * Lazily loaded parts of the window, prefetched when idle. A loaded part renders at once; React's `lazy` always delays
 * one frame and then keeps the old content.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from "react";

/** `failed`: the import failed. Chromium caches the failure, so only a reload retries it. */
export type LoadState = "away" | "fetching" | "here" | "failed";

export type LazyModule<M> = ReturnType<typeof lazyModule<M>>;

let hasFailed = false;

export function hasFailedLoad(): boolean {
  return hasFailed;
}

export function lazyModule<M>(fetch: () => Promise<M>) {
  const listeners = new Set<() => void>();
  let state: LoadState = "away";
  let module: M | null = null;
  let pending: Promise<M | null> | null = null;
  const setState = (next: LoadState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const attempt = async (): Promise<M | null> => {
    try {
      module = await fetch();
      setState("here");
    } catch {
      hasFailed = true;
      setState("failed");
    }
    return module;
  };
  return {
    state: () => state,
    module: () => module,
    /**
     * Loads the module once.
     * @returns null when it cannot be loaded
     */
    load() {
      if (pending === null) {
        setState("fetching");
        pending = attempt();
      }
      return pending;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the state of a part and starts loading it. Null: no part is needed. */
export function useLazyModule(wanted: LazyModule<unknown> | null): LoadState {
  useEffect(() => {
    if (wanted !== null && wanted.state() === "away") void wanted.load();
  }, [wanted]);
  const state = () => wanted?.state() ?? "here";
  return useSyncExternalStore(wanted?.subscribe ?? nothing, state, state);
}

const nothing = () => () => undefined;

export function Loaded<M>({ from, children }: { from: LazyModule<M>; children: (all: M) => ReactNode }) {
  useLazyModule(from);
  const all = from.module();
  return all === null ? null : children(all);
}

export function loadWhenIdle(parts: readonly LazyModule<unknown>[]): () => void {
  const remaining = [...parts];
  let handle = 0;
  const next = () => {
    handle = requestIdleCallback(async () => {
      const first = remaining.shift();
      if (first === undefined) return;
      await first.load();
      if (handle !== -1) next();
    });
  };
  next();
  return () => {
    cancelIdleCallback(handle);
    handle = -1;
  };
}
