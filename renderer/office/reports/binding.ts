import type { TillClient } from "../../../contract/bridge/events.ts";
import type { TillStore } from "../../store/store.ts";

export function followReports(store: TillStore, client: TillClient): () => void {
  const isShown = () => store.getState().reports.closing !== null;
  const isOpen = () => {
    const { route, reports } = store.getState();
    return isShown() && route === "reports" && reports.section === "close";
  };
  const compare = latestOf(isShown, async () => {
    const answer = await client.call("report.reconciliation", {});
    if (answer.ok && isShown())
      store.setState(({ reports }) => ({ reports: { ...reports, reconciliation: answer.value } }));
  });
  const preview = latestOf(isOpen, async () => {
    const answer = await client.call("report.preview", {});
    if (answer.ok && isOpen()) store.setState(({ reports }) => ({ reports: { ...reports, closing: answer.value } }));
  });
  return client.on(({ type }) => {
    if (type === "reconciliation.changed") void compare();
    if (type === "payment.changed" || type === "payment.moved" || type === "queue.changed") void preview();
  });
}

/** Runs one read at a time, and once more after events during it: its response may be outdated. */
function latestOf(isWanted: () => boolean, read: () => Promise<void>): () => Promise<void> {
  let reading = false;
  let isNews = false;
  return async () => {
    isNews = true;
    if (reading) return;
    reading = true;
    while (isNews && isWanted()) {
      isNews = false;
      await read();
    }
    reading = false;
  };
}
