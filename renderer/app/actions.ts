/** What people do: each action changes the store, and calls main where it must. No screen calls main itself. */
import { type ActionPorts, createCaller } from "../store/ports.ts";
import { farActions } from "./far-actions.ts";
import { merge } from "./merge.ts";
import { nearActions } from "./near-actions.ts";

declare module "../store/store.tsx" {
  interface Actions extends ReturnType<typeof nearActions>, ReturnType<typeof farActions> {}
}

/** All actions over one store and one client. */
export function createActions(ports: ActionPorts) {
  const caller = createCaller(ports);
  const near = nearActions(ports, caller);
  return merge(near, farActions(ports, caller, near));
}
