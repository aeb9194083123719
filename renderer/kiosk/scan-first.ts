/** A customer who scans a sticker first goes directly to the products; leaving drops the scan. */
import type { TillClient } from "../../contract/bridge/events.ts";
import { releaseAll } from "../kit/release-all.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";
import { outOfService, planOf } from "./select.ts";
import type { KioskStore } from "./store.ts";

interface FollowedPorts {
  kiosk: KioskStore;
  till: TillStore;
  client: TillClient;
}

/**
 * Follows scans, and notifies the main process when a visit ends.
 * @returns a function that stops it
 */
export function followScan({ kiosk, till, client }: FollowedPorts): () => void {
  const look = (state: TillState) => {
    const { isRestoring, session } = kiosk.getState();
    if (state.terminal?.scanFirst.ready == null || isRestoring || session.step !== "attract") return;
    if (outOfService(state, state.connection) === null) kiosk.dispatch({ type: "scanned", plan: planOf(state) });
  };
  const releases = [
    till.subscribe((state, before) => {
      if (state.terminal?.scanFirst.ready?.wordsOf !== before.terminal?.scanFirst.ready?.wordsOf) look(state);
    }),
    kiosk.subscribe(({ session }, { session: previous }) => {
      const isGone = session.step === "attract" && previous.step !== "attract" && previous.request === null;
      if (isGone && till.getState().terminal?.scanFirst.ready != null) void client.call("scan.forget", {});
    }),
  ];
  look(till.getState());
  return releaseAll(releases);
}
