/** User actions: each changes the store and calls the main process if needed. Screens never call the main process. */
import { type ActionPorts, createCaller } from "../store/ports.ts";
import { lazyActions } from "./lazy-actions.ts";
import { merge } from "./merge.ts";
import { startupActions } from "./startup-actions.ts";

declare module "../store/store.ts" {
  interface Actions extends ReturnType<typeof startupActions>, ReturnType<typeof lazyActions> {}
}

export function createActions(ports: ActionPorts) {
  const caller = createCaller(ports);
  const startup = startupActions(ports, caller);
  return merge(startup, lazyActions(ports, caller, startup));
}
