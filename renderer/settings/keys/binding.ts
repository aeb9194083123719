/** The keys on the screen follow main: a rotation may go on elsewhere, and the service may turn to another key. */
import type { TillClient } from "../../../contract/events.ts";
import type { TillStore } from "../../store/till-store.ts";
import type { keysActions } from "./actions.ts";

/** Connects the store to them. @returns a function that lets go */
export function followKeys(store: TillStore, client: TillClient, actions: ReturnType<typeof keysActions>): () => void {
  const releases = [
    client.on((event) => {
      // Which of the till's keys the service has is another one, too, when they change their places here.
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
