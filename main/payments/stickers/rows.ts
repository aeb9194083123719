import type { StickerState } from "../../../contract/payments/stickers.ts";
import type { Database } from "../../storage/database/database.ts";
import { cacheTables } from "../../storage/database/row-cache.ts";

/** A stored sticker. Times in ms since the epoch. */
export interface StickerRow {
  id: string;
  name: string;
  state: StickerState;
  /** When its shortlink was first requested: from then on the service may have one */
  askedAt: number | null;
  shortlinkId: string | null;
  link: string | null;
  madeAt: number;
  lastScanAt: number | null;
}

export type StickerRows = ReturnType<typeof stickerRows>;

/** @param baseUrl URL of the active service; stickers of other services are ignored */
export function stickerRows(database: Database, baseUrl: string) {
  const columns = `id, name, state, asked_at AS askedAt, shortlink_id AS shortlinkId, link, made_at AS madeAt,
    last_scan_at AS lastScanAt`;
  const insert = database.prepare(
    "INSERT INTO sticker (id, name, state, base_url, made_at) VALUES (@id, @name, 'making', @baseUrl, @madeAt)",
  );
  const byId = database.prepare<[string, string], StickerRow>(
    `SELECT ${columns} FROM sticker WHERE id = ? AND base_url = ?`,
  );
  const allRows = database.prepare<[string], StickerRow>(
    `SELECT ${columns} FROM sticker WHERE base_url = ? ORDER BY state = 'retired', made_at DESC, id`,
  );
  const update = database.prepare(
    `UPDATE sticker SET name = @name, state = @state, asked_at = @askedAt, shortlink_id = @shortlinkId, link = @link,
       last_scan_at = @lastScanAt
     WHERE id = @id`,
  );
  const find = (id: string) => byId.get(id, baseUrl) ?? null;
  // Cached, because each change of a payment reads all stickers.
  const all = cacheTables(database, [{ table: "sticker", key: "id" }], (): readonly StickerRow[] =>
    allRows.all(baseUrl),
  );
  return {
    insert: (sticker: Pick<StickerRow, "id" | "name" | "madeAt">) => void insert.run({ ...sticker, baseUrl }),
    find,
    /** Newest first, retired ones last */
    all,
    change(id: string, change: Partial<Omit<StickerRow, "id" | "madeAt">>) {
      const row = find(id);
      if (row === null) throw new Error(`sticker ${id} is not in the database`);
      const { madeAt: _fixed, ...next } = { ...row, ...change };
      update.run(next);
    },
  };
}

export function isInUse({ state }: Pick<StickerRow, "state">): boolean {
  return state === "active";
}
