/**
 * Cursor-based lists (section 2.2), also in related services' variants: full addresses, bare cursors, whole entries.
 */
import { listResponse } from "../../../contract/wire/wire.ts";
import { unusable } from "./classify.ts";
import type { ApiClient } from "./client.ts";
import { json } from "./decode.ts";
import { type ApiResult, invalidInput } from "./errors.ts";
import { type Endpoints, idOf, isPathPart } from "./paths.ts";

/** Stops a service that always names another page. */
const MAX_PAGES = 10_000;

/** Yields the ids of a list, page by page. Stops after an error: an unreadable, repeated or foreign page. */
export async function* pagesOf(client: ApiClient, path: string): AsyncGenerator<ApiResult<string[]>, void> {
  for await (const page of entryPagesOf(client, path)) {
    yield page.ok ? { ...page, value: page.value.ids } : page;
  }
}

/** Yields the pages of a list with their entries as the service sent them. */
export async function* entryPagesOf(client: ApiClient, path: string): AsyncGenerator<ApiResult<ListPage>, void> {
  const visited = new Set<string>();
  for (let page: string | null = path; page !== null; ) {
    if (visited.has(page) || visited.size >= MAX_PAGES)
      return yield { ok: false, error: unusable("list: its pages form a loop") };
    visited.add(page);
    const result: ApiResult<ListPage> = await pageAt(client, page);
    yield result;
    page = result.ok ? result.value.next : null;
  }
}

export interface ListPage {
  ids: string[];
  /** In the order of `ids`: addresses, or the resources themselves */
  entries: readonly ListEntry[];
  /** Path of the next page; null at the end */
  next: string | null;
}

type ListEntry = string | Record<string, unknown>;

/** Fetches one page. `path` is the list's path, or the `next` of an earlier page. */
export async function pageAt(client: ApiClient, path: string): Promise<ApiResult<ListPage>> {
  const result = await client.send({ method: "GET", path, decode: json(listResponse) });
  if (!result.ok) return result;
  const { uris, next } = result.value;
  const ids = uris.map((entry) => idOfEntry(client.endpoints, entry));
  if (!ids.every((id) => id !== null)) return { ok: false, error: unusable("list: an entry at another address") };
  const nextPath = next ? client.endpoints.apiPathOf(isAddress(next) ? next : cursorUrl(client, path, next)) : null;
  if (next && nextPath === null) return { ok: false, error: unusable("list: the next page at another address") };
  return { ...result, value: { ids, entries: uris, next: nextPath } };
}

/** Returns the id of an entry, from its address or its fields; null for an address outside the API. */
function idOfEntry(endpoints: Endpoints, entry: ListEntry): string | null {
  const name = typeof entry === "string" ? entry : String(ID_FIELDS.map((field) => entry[field]).find(isName) ?? "");
  if (!isAddress(name)) return isPathPart(name) ? name : null;
  return endpoints.apiPathOf(name) === null ? null : idOf(name);
}

/** Fields that hold a resource's id. `uri` is last: a payment request's `uri` is its claim link. */
const ID_FIELDS = ["id", "tid", "rid", "value", "code", "uri"];

function isName(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\//i.test(text);
}

function cursorUrl({ endpoints }: ApiClient, path: string, cursor: string): string {
  const [list = path] = path.split("?", 1);
  return endpoints.api(list, { cursor }).href;
}

/** Collects all ids of a list. Returns the first error instead of a partial list. */
export async function allOf(
  pages: AsyncIterable<ApiResult<string[]>>,
): Promise<{ ok: true; value: string[] } | Extract<ApiResult<never>, { ok: false }>> {
  if (typeof pages?.[Symbol.asyncIterator] !== "function")
    return { ok: false, error: invalidInput("pages: expected the pages of a list") };
  const ids: string[] = [];
  for await (const page of pages) {
    if (!page.ok) return page;
    ids.push(...page.value);
  }
  return { ok: true, value: ids };
}
