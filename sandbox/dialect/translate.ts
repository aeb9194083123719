/** Translates responses from the specification's format to a dialect, and requests back. */
import { STATUS_CODES } from "../../contract/wire/wire.ts";
import type { Wording } from "./dialect.ts";

/** An undocumented field, which clients must ignore (section 9). */
const EXTRA = { x_internal: { shard: 7, tags: ["a", null] } };

type Fields = Record<string, unknown>;

export function translate(wording: Wording, body: unknown, origin: string): unknown {
  if (!isFields(body)) return body;
  const { uris, next } = body;
  if (Array.isArray(uris)) return listIn(wording, uris.map(String), typeof next === "string" ? next : null, origin);
  return withExtras(wording, worded(wording, body, origin));
}

export function translateMessage(wording: Wording, { meta, object }: { meta: Fields; object?: unknown }): object {
  const { seqno, timestamp, ...named } = meta;
  const translatedMeta = withExtras(wording, wording.metaExtras ? { ...named, seqno, timestamp } : named);
  return object === undefined
    ? { meta: translatedMeta }
    : { meta: translatedMeta, object: translate(wording, object, "") };
}

/** Translates a request body back, and removes read-only fields. */
export function translateRequest(body: unknown): unknown {
  if (!isFields(body)) return body;
  const { label, x_internal: _ours, ...rest } = body;
  return label === undefined ? rest : { ...rest, description: rest.description ?? label };
}

function listIn(wording: Wording, uris: readonly string[], next: string | null, origin: string): unknown {
  const areCodes = uris.some((uri) => uri.includes("/status_code/"));
  const entries = areCodes && wording.statusCodes === "whole" ? uris.map((uri) => codeAt(wording, uri)) : null;
  // The status codes are one array, not a page.
  if (entries) return entries;
  const items = uris.map((uri) => entryIn(wording, uri, origin));
  const after = next === null ? null : nextIn(wording, next, origin);
  return withExtras(wording, wording.list === "items" ? { items, cursor: after } : { uris: items, next: after });
}

function entryIn({ entries }: Wording, uri: string, origin: string): unknown {
  if (entries === "resources") return { id: idOf(uri) };
  return entries === "addresses" ? origin + uri : uri;
}

function nextIn({ next }: Wording, uri: string, origin: string): string {
  if (next === "cursor") return new URLSearchParams(uri.split("?")[1]).get("cursor") ?? "";
  return next === "address" ? origin + uri : uri;
}

function codeAt(wording: Wording, uri: string): object {
  const value = Number(idOf(uri));
  return worded(wording, { value, ...STATUS_CODES[value] }, "");
}

function idOf(uri: string): string {
  return decodeURIComponent(uri.split("/").at(-2) ?? "");
}

function worded(wording: Wording, body: Fields, origin: string): Fields {
  const fields = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    if (value === null && wording.nulls === "omitted") return [];
    if (name === "action" && wording.action === "auth") return [[name, String(value).toLowerCase()]];
    if (name === "value" && "name" in body && wording.statusCode === "code") return [["code", value]];
    if (name === "description" && "shortlink_value" in body) return labelled(wording, value);
    if (isFields(value)) return [[name, worded(wording, value, origin)]];
    return [[name, isTime(value) && wording.times === "iso" ? `${value.replace(" ", "T")}Z` : value]];
  });
  return Object.fromEntries(fields);
}

function labelled({ label }: Wording, value: unknown): [string, unknown][] {
  const both: [string, unknown][] = [
    ["description", value],
    ["label", value],
  ];
  return both.filter(([name]) => label === "both" || label === name);
}

function withExtras({ extras }: Wording, body: Fields): Fields {
  return extras ? { ...body, ...EXTRA } : body;
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value);
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
