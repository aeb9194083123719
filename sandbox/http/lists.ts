/** Cursor lists (2.2): paths without a host, in order of creation or reversed. */
import { API_BASE, type Service } from "../context.ts";
import { invalid } from "../problem.ts";
import { all } from "../state/database.ts";
import { type Answer, type Call, queryValue } from "./endpoint.ts";

/** Tables of the lists, with the column of the detail URL. */
const LISTS = {
  pos: { table: "pos", column: "id" },
  shortlink: { table: "shortlink", column: "id" },
  user: { table: "merchant_user", column: "id" },
  application: { table: "application", column: "client_id" },
  payment_request: { table: "payment", column: "tid" },
} as const;

export function listPage(service: Service, resource: keyof typeof LISTS, call: Call): Answer {
  const { table, column } = LISTS[resource];
  const { pageSize: size, newestFirst } = service.settings;
  const order = newestFirst ? "seq < ? ORDER BY seq DESC" : "seq > ? ORDER BY seq";
  const sql = `SELECT seq, ${column} AS id FROM ${table} WHERE merchant_id = ? AND ${order} LIMIT ?`;
  const from = readCursor(queryValue(call, "cursor")) ?? (newestFirst ? Number.MAX_SAFE_INTEGER : 0);
  const rows = all<{ seq: number; id: string }>(service.db, sql, call.caller.merchantId, from, size + 1);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const next = rows.length > size && last ? `${API_BASE}/${resource}/?cursor=${makeCursor(last.seq)}` : null;
  return listAnswer(
    resource,
    page.map(({ id }) => id),
    next,
  );
}

export function listAnswer(resource: string, ids: readonly (string | number)[], next: string | null = null): Answer {
  return { status: 200, body: { uris: ids.map((id) => detailPath(resource, String(id))), next } };
}

/** Returns a resource's path, as in `uris` and `Location`. */
export function detailPath(resource: string, id: string): string {
  return `${API_BASE}/${resource}/${encodeURIComponent(id)}/`;
}

function makeCursor(seq: number): string {
  return Buffer.from(`after ${seq}`).toString("base64url");
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const seq = /^after (\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"))?.[1];
  if (seq === undefined) throw invalid({ cursor: "expected the cursor of a page's `next`" });
  return Number(seq);
}
