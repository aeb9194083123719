/**
 * Parts of the window that the first screen does without: each is fetched when it is first wanted, or before, when the
 * window has nothing else to do. What is here is shown at once: React's own `lazy` lets a frame pass in any case, and
 * then keeps what it showed meanwhile for a while.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from "react";

/** `failed`: it could not be fetched. Chromium keeps a failed import: only the page that is loaded again fetches it. */
export type PartState = "away" | "fetching" | "here" | "failed";

export interface Part<M> {
  state(): PartState;
  /** What there is in it; null: it is not here yet */
  module(): M | null;
  /** Fetches it, once for all who want it. @returns null: it could not be fetched */
  load(): Promise<M | null>;
  /** Tells of every change of its state, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

let hasFailed = false;

/** Whether a part of this page could not be fetched: the page must be loaded again to have it. */
export function hasFailedPart(): boolean {
  return hasFailed;
}

/** Makes a part of what a dynamic `import()` gives. */
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

/** How a part does that is on the screen, or about to be: it is fetched with that. Null: nothing of the kind is wanted. */
export function usePart(wanted: Part<unknown> | null): PartState {
  useEffect(() => {
    if (wanted !== null && wanted.state() === "away") void wanted.load();
  }, [wanted]);
  const state = () => wanted?.state() ?? "here";
  return useSyncExternalStore(wanted?.subscribe ?? nothing, state, state);
}

const nothing = () => () => undefined;

/** What is drawn of a part. Until that is here it is nothing: whoever opens it keeps what was there before. */
export function Fetched<M>({ from, children }: { from: Part<M>; children: (all: M) => ReactNode }) {
  usePart(from);
  const all = from.module();
  return all === null ? null : children(all);
}

/** Fetches parts one after the other, each once the window has nothing to do. @returns a function that stops it */
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
