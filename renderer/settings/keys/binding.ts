import type { TillClient } from "../../../contract/bridge/events.ts";
import { releaseAll } from "../../kit/release-all.ts";
import type { TillStore } from "../../store/store.ts";
import type { keysActions } from "./actions.ts";

export function followKeys(store: TillStore, client: TillClient, actions: ReturnType<typeof keysActions>): () => void {
  return releaseAll([
    client.on((event) => {
      // A rotation changes which of the till's keys the service has.
      if (event.type === "keys.changed" && store.getState().keys.view !== null)
        void actions.readKeys().then(() => actions.readKeysUser());
    }),
    store.subscribe(({ route }, before) => {
      if (before.route === "settings" && route !== "settings") actions.forgetKeys();
    }),
  ]);
}
