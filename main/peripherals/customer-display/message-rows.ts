/** Outcomes of registers' messages on the customer display. Their text is never stored. */
import type { ScreenAnswer, ScreenState, ScreenView } from "../../../contract/integration/registers.ts";
import type { StorageContext } from "../../storage/context.ts";
import type { Stored } from "../../storage/database/columns.ts";
import { transact } from "../../storage/database/database.ts";

export type EndState = Exclude<ScreenState, "waiting" | "shown">;

/** Retention of an outcome for queries. */
const KEPT_MS = 24 * 60 * 60_000;

export type MessageRows = ReturnType<typeof messageRows>;

export function messageRows({ clock, database }: Pick<StorageContext, "clock" | "database">) {
  const insert = database.prepare(
    "INSERT INTO screen_message (id, register, state, asked_at) VALUES (@screenId, @register, 'live', @now)",
  );
  const forget = database.prepare<[number]>("DELETE FROM screen_message WHERE asked_at < ?");
  const end = database.prepare<[EndState, ScreenAnswer | null, string]>(
    "UPDATE screen_message SET state = ?, answer = ? WHERE id = ?",
  );
  const find = database.prepare<[string, string, number], Stored>(
    "SELECT * FROM screen_message WHERE id = ? AND register = ? AND asked_at >= ?",
  );
  transact(database, () => database.exec("UPDATE screen_message SET state = 'expired' WHERE state = 'live'"));
  return {
    add(screenId: string, register: string, now: number) {
      forget.run(now - KEPT_MS);
      insert.run({ screenId, register, now });
    },
    end: (screenId: string, state: EndState, answer: ScreenAnswer | null = null) =>
      transact(database, () => void end.run(state, answer, screenId)),
    /** Returns a finished message of the last 24 hours, or null */
    find(register: string, screenId: string): ScreenView | null {
      const row = find.get(screenId, register, clock.now() - KEPT_MS);
      if (row === undefined) return null;
      // A message whose end could not be stored.
      const state = row.state === "live" ? "expired" : (row.state as EndState);
      return { screenId, state, answer: row.answer as ScreenAnswer | null };
    },
  };
}
