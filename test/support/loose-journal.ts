import type { JournalValues } from "../../contract/journal/events.ts";
import type { Database } from "../../main/storage/database/database.ts";
import { createJournal, type Journal } from "../../main/storage/journal/journal.ts";

interface AnyEntry {
  event: string;
  posTid?: string | null;
  actor?: string | null;
  data?: JournalValues;
}

export type LooseJournal = Journal & { append(entry: AnyEntry, at: number): void };

/** Opens a journal that accepts any event and data, such as those of other versions. */
export const looseJournal = createJournal as (database: Database) => LooseJournal;
