import type { ConnectedClient } from "../../kit/client/connection.ts";
import type { TillStore } from "../../store/store.ts";
import type { journalActions } from "./actions.ts";

/** Delay after the last typed character before the rows are read. */
const SEARCH_PAUSE_MS = 250;

export function followJournal(
  store: TillStore,
  client: ConnectedClient,
  actions: ReturnType<typeof journalActions>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe(({ journal }, before) => {
    if (journal.search === before.journal.search) return;
    clearTimeout(timer);
    const typed = journal.search.query !== before.journal.search.query;
    timer = setTimeout(() => void actions.readJournal(), typed ? SEARCH_PAUSE_MS : 0);
  });
  const unsubscribeEvents = client.on((event) => {
    if (event.type === "journal.progress") {
      store.setState(({ journal }) =>
        journal.check.kind === "running"
          ? { journal: { ...journal, check: { kind: "running", progress: event.progress } } }
          : {},
      );
    }
    if (event.type === "export.progress") {
      store.setState(({ exports }) => (exports.isMaking ? { exports: { ...exports, progress: event.progress } } : {}));
    }
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unsubscribeEvents();
  };
}
