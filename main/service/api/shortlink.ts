/** Shortlinks, which a till's QR code encodes, and their scans (G13, G14). */
import {
  type Scan,
  type Shortlink,
  type ShortlinkInput,
  scan,
  shortlink,
  shortlinkInput,
} from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import { type Decode, json } from "./decode.ts";
import { type ApiResult, invalidInput } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { path } from "./paths.ts";
import { create, read, remove, update } from "./resource.ts";

export function listShortlinks(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, "/shortlink/");
}

/** Creates a shortlink. Not idempotent: the service chooses the id. */
export function createShortlink(client: ApiClient, input: ShortlinkInput): Promise<ApiResult<{ id: string }>> {
  return create(client, "shortlink", shortlinkInput, input);
}

/** Returns a shortlink with the value of its QR code. Errors: refused 404. */
export function getShortlink(client: ApiClient, id: string): Promise<ApiResult<Shortlink>> {
  return read(client, "shortlink", id, shortlink);
}

/** Changes the callback address or the description. Errors: refused 404. */
export function updateShortlink(client: ApiClient, id: string, input: ShortlinkInput): Promise<ApiResult<undefined>> {
  return update(client, "shortlink", id, shortlinkInput, input);
}

/** Removes a shortlink. Its printed codes stop working. Errors: refused 404. */
export function deleteShortlink(client: ApiClient, id: string): Promise<ApiResult<undefined>> {
  return remove(client, "shortlink", id);
}

/**
 * Result of polling the last scan:
 * - `scan`: a customer scanned within the requested time
 * - `none`: no scan. `certain` is false for a 404, which a service without this endpoint also returns. Treat the first
 * 404 as `unsupported` (G14), and later ones as no scan after a scan or a certain `none`
 * - `unsupported`: the service has no such endpoint (405)
 */
export type LastScan = { kind: "scan"; scan: Scan } | { kind: "none"; certain: boolean } | { kind: "unsupported" };

/** Returns the last scan, at most `ttlSeconds` old (G14). */
export async function lastScan(client: ApiClient, id: string, ttlSeconds: number): Promise<ApiResult<LastScan>> {
  if (!(Number.isFinite(ttlSeconds) && ttlSeconds >= 0))
    return { ok: false, error: invalidInput("ttl: expected a number of seconds") };
  const result = await client.send({
    method: "GET",
    path: path("shortlink", id, "last_scan"),
    query: { ttl: ttlSeconds },
    decode: scanOrNone,
  });
  if (result.ok || result.error.kind !== "refused") return result;
  const { status } = result.error;
  if (status === 404) return { ok: true, status, headers: {}, value: { kind: "none", certain: false } };
  if (status === 405) return { ok: true, status, headers: {}, value: { kind: "unsupported" } };
  return result;
}

const scanOrNone: Decode<LastScan> = (answer) => {
  if (answer.status === 204) return { ok: true, value: { kind: "none", certain: true } };
  const read = json(scan)(answer);
  return read.ok ? { ok: true, value: { kind: "scan", scan: read.value } } : read;
};
