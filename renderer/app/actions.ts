/** User actions: each changes the store and calls the main process if needed. Screens never call the main process. */
import { type ActionPorts, createCaller } from "../store/ports.ts";
import { farActions } from "./far-actions.ts";
import { merge } from "./merge.ts";
import { nearActions } from "./near-actions.ts";

declare module "../store/store.tsx" {
  interface Actions extends ReturnType<typeof nearActions>, ReturnType<typeof farActions> {}
}

export function createActions(ports: ActionPorts) {
  const caller = createCaller(ports);
  const near = nearActions(ports, caller);
  return merge(near, farActions(ports, caller, near));
}
