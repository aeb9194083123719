/**
 * Lazily loaded parts of the window, prefetched when idle. A loaded part renders at once; React's `lazy` always delays
 * one frame and then keeps the old content.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from "react";

/** `failed`: the import failed. Chromium caches the failure, so only a reload retries it. */
export type PartState = "away" | "fetching" | "here" | "failed";

export interface Part<M> {
  state(): PartState;
  module(): M | null;
  /**
   * Loads the module once.
   * @returns null when it cannot be loaded
   */
  load(): Promise<M | null>;
  subscribe(listener: () => void): () => void;
}

let hasFailed = false;

export function hasFailedPart(): boolean {
  return hasFailed;
}

export function part<M>(fetch: () => Promise<M>): Part<M> {
  const listeners = new Set<() => void>();
  let state: PartState = "away";
  let module: M | null = null;
  let pending: Promise<M | null> | null = null;
  const become = (next: PartState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const attempt = async (): Promise<M | null> => {
    try {
      module = await fetch();
      become("here");
    } catch {
      hasFailed = true;
      become("failed");
    }
    return module;
  };
  return {
    state: () => state,
    module: () => module,
    load() {
      if (pending === null) {
        become("fetching");
        pending = attempt();
      }
      return pending;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the state of a part and starts loading it. Null: no part is needed. */
export function usePart(wanted: Part<unknown> | null): PartState {
  useEffect(() => {
    if (wanted !== null && wanted.state() === "away") void wanted.load();
  }, [wanted]);
  const state = () => wanted?.state() ?? "here";
  return useSyncExternalStore(wanted?.subscribe ?? nothing, state, state);
}

const nothing = () => () => undefined;

export function Fetched<M>({ from, children }: { from: Part<M>; children: (all: M) => ReactNode }) {
  usePart(from);
  const all = from.module();
  return all === null ? null : children(all);
}

export function fetchWhenIdle(parts: readonly Part<unknown>[]): () => void {
  const left = [...parts];
  let handle = 0;
  const next = () => {
    handle = requestIdleCallback(async () => {
      const first = left.shift();
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
