/** Keeps the keys current: another window may continue a rotation, and the service may switch keys. */
import type { TillClient } from "../../../contract/events.ts";
import type { TillStore } from "../../store/till-store.ts";
import type { keysActions } from "./actions.ts";

/**
 * Connects the store.
 * @returns a function that disconnects it
 */
export function followKeys(store: TillStore, client: TillClient, actions: ReturnType<typeof keysActions>): () => void {
  const releases = [
    client.on((event) => {
      // A rotation changes which of the till's keys the service has.
      if (event.type === "keys.changed" && store.getState().keys.view !== null)
        void actions.readKeys().then(() => actions.readKeysUser());
    }),
    store.subscribe(({ route }, before) => {
      if (before.route === "settings" && route !== "settings") actions.forgetKeys();
    }),
  ];
  return () => {
    for (const release of releases) release();
  };
}
