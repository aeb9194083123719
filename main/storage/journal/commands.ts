import { done } from "../../../contract/calls/errors.ts";
import type { JournalProgress } from "../../../contract/journal/journal.ts";
import type { StorageContext } from "../context.ts";
import { journalBrowser } from "./browse.ts";

const PROGRESS_MS = 250;

export interface JournalContext extends Pick<StorageContext, "clock" | "database" | "journal"> {
  onProgress(progress: JournalProgress): void;
}

export function journalCommands({ clock, database, journal, onProgress }: JournalContext) {
  const browser = journalBrowser(database);
  return {
    "journal.list": browser.list,
    "journal.names": browser.names,
    async "journal.verify"() {
      let notifiedAt = clock.monotonic();
      const checked = await journal.verifyAsync((entries) => {
        if (clock.monotonic() - notifiedAt < PROGRESS_MS) return;
        notifiedAt = clock.monotonic();
        onProgress({ checked: entries, total: journal.head().entries });
      });
      return done(checked);
    },
  };
}
