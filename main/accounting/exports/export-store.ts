import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Export, ExportFile, ExportKind } from "../../../contract/accounting/exports.ts";
import type { Database } from "../../storage/database/database.ts";

const EXPORTS_KEPT = 50;

export interface NewExport {
  id: string;
  kind: ExportKind;
  from: number;
  to: number;
  madeAt: number;
  person: string | null;
  files: ExportFile[];
}

export interface ExportStore {
  readonly folder: string;
  path(name: string): string;
  /** Runs inside the caller's transaction. */
  put(made: NewExport): void;
  list(): Export[];
  find(exportId: string): Export | null;
  clear(): void;
}

interface Stored {
  id: string;
  kind: ExportKind;
  from_at: number;
  to_at: number;
  made_at: number;
  person: string | null;
  files: string;
}

/** Opens the store and deletes unfinished files of an interrupted export. */
export function openExportStore(database: Database, dataDir: string): ExportStore {
  const folder = join(dataDir, "exports");
  const insert = database.prepare(
    `INSERT INTO export (id, kind, from_at, to_at, made_at, person, files)
     VALUES (@id, @kind, @from, @to, @madeAt, @person, @files)`,
  );
  const newest = database.prepare<[number], Stored>("SELECT * FROM export ORDER BY made_at DESC, rowid DESC LIMIT ?");
  const byId = database.prepare<[string], Stored>("SELECT * FROM export WHERE id = ?");
  const path = (name: string) => join(folder, name);
  const toView = (row: Stored) => exportView(row, (name) => existsSync(path(name)));
  removeUnfinished(folder);
  return {
    folder,
    path(name) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return path(name);
    },
    put: (made) => insert.run({ ...made, files: JSON.stringify(made.files) }),
    list: () => newest.all(EXPORTS_KEPT).map(toView),
    find(exportId) {
      const row = byId.get(exportId);
      return row ? toView(row) : null;
    },
    clear() {
      const names = newest
        .all(2 * EXPORTS_KEPT)
        .slice(EXPORTS_KEPT)
        .flatMap((row) => filesOf(row).map(({ name }) => name));
      for (const name of names) rmSync(path(name), { force: true });
    },
  };
}

function removeUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.endsWith(".new")) rmSync(join(folder, name), { force: true });
}

function filesOf(row: Stored): ExportFile[] {
  return JSON.parse(row.files);
}

function exportView(row: Stored, fileExists: (name: string) => boolean): Export {
  const files = filesOf(row);
  const sum = (part: "rows" | "bytes") => files.reduce((total, file) => total + file[part], 0);
  return {
    exportId: row.id,
    kind: row.kind,
    from: new Date(row.from_at).toISOString(),
    to: new Date(row.to_at).toISOString(),
    madeAt: new Date(row.made_at).toISOString(),
    person: row.person,
    files,
    rows: sum("rows"),
    bytes: sum("bytes"),
    available: files.every(({ name }) => fileExists(name)),
  };
}
