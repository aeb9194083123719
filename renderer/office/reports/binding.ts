/** A comparison with the service goes on by itself: an operator with the close of the day open sees how far it is. */
import type { TillClient } from "../../../contract/events.ts";
import type { TillStore } from "../../store/till-store.ts";

/** Connects the store to it. @returns a function that lets go */
export function followReports(store: TillStore, client: TillClient): () => void {
  let reading = false;
  let isNews = false;
  const isShown = () => store.getState().reports.closing !== null;
  const read = async () => {
    isNews = true;
    if (reading) return;
    reading = true;
    // What is told while an answer is on its way is newer than the answer may be.
    while (isNews && isShown()) {
      isNews = false;
      const answer = await client.call("report.reconciliation", {});
      if (answer.ok && isShown())
        store.setState(({ reports }) => ({ reports: { ...reports, reconciliation: answer.value } }));
    }
    reading = false;
  };
  return client.on((event) => {
    if (event.type === "reconciliation.changed") void read();
  });
}
