/**
 * Lists by cursor (section 2.2): page after page, until a page names no next one. Read as the specification writes them,
 * and as other services of the family do: full addresses, cursors that are no addresses, entries instead of their addresses.
 */
import { listResponse } from "../../../contract/wire.ts";
import { unusable } from "./classify.ts";
import type { ApiClient } from "./client.ts";
import { json } from "./decode.ts";
import { type ApiResult, invalidInput } from "./errors.ts";
import { type Endpoints, idOf, isPathPart } from "./paths.ts";

/** What no list of one merchant comes near to: a service that always names another page ends here. */
const MAX_PAGES = 10_000;

/**
 * The ids of a resource's entries, a page at a time. An error is the last thing it yields: an unreadable page, one
 * that leads to another host or out of the API, or one that was there before.
 * @param path the list's path, like `/pos/`
 */
export async function* pagesOf(client: ApiClient, path: string): AsyncGenerator<ApiResult<string[]>, void> {
  for await (const page of wholePagesOf(client, path)) {
    yield page.ok ? { ...page, value: page.value.ids } : page;
  }
}

/** The same, with the entries as the service sent them. */
export async function* wholePagesOf(client: ApiClient, path: string): AsyncGenerator<ApiResult<ListPage>, void> {
  const seen = new Set<string>();
  for (let page: string | null = path; page !== null; ) {
    if (seen.has(page) || seen.size >= MAX_PAGES) return yield { ok: false, error: unusable("list: a loop of pages") };
    seen.add(page);
    const result: ApiResult<ListPage> = await pageAt(client, page);
    yield result;
    page = result.ok ? result.value.next : null;
  }
}

/** One page of a list. */
export interface ListPage {
  ids: string[];
  /** In the same order, as the service sent them: addresses, or the resources themselves */
  entries: readonly ListEntry[];
  /** The path of the page after it; null at the end */
  next: string | null;
}

type ListEntry = string | Record<string, unknown>;

/** Reads one page. @param path the list's path, or the `next` of an earlier page */
export async function pageAt(client: ApiClient, path: string): Promise<ApiResult<ListPage>> {
  const result = await client.send({ method: "GET", path, decode: json(listResponse) });
  if (!result.ok) return result;
  const { uris, next } = result.value;
  const ids = uris.map((entry) => idOfEntry(client.endpoints, entry));
  if (!ids.every((id) => id !== null)) return { ok: false, error: unusable("list: an entry elsewhere") };
  // An empty cursor ends the list like a missing one.
  const after = next ? client.endpoints.apiPathOf(isAddress(next) ? next : cursorUrl(client, path, next)) : null;
  if (next && after === null) return { ok: false, error: unusable("list: a next page elsewhere") };
  return { ...result, value: { ids, entries: uris, next: after } };
}

/** The id of an entry: in its address, or in itself. @returns null for an address elsewhere, and where there is no id */
function idOfEntry(endpoints: Endpoints, entry: ListEntry): string | null {
  const name = typeof entry === "string" ? entry : String(ID_FIELDS.map((field) => entry[field]).find(isName) ?? "");
  if (!isAddress(name)) return isPathPart(name) ? name : null;
  return endpoints.apiPathOf(name) === null ? null : idOf(name);
}

/** What a resource is named by in itself; its address comes last, since the `uri` of a payment request is its claim link. */
const ID_FIELDS = ["id", "tid", "rid", "value", "code", "uri"];

function isName(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Whether it is an address, and no id or cursor by itself. */
function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\//i.test(text);
}

/** Where a list goes on that names its next page by a cursor alone. */
function cursorUrl({ endpoints }: ApiClient, path: string, cursor: string): string {
  const [list = path] = path.split("?", 1);
  return endpoints.api(list, { cursor }).href;
}

/** All ids of a list at once; the first error instead of a part of them. */
export async function allOf(
  pages: AsyncIterable<ApiResult<string[]>>,
): Promise<{ ok: true; value: string[] } | Extract<ApiResult<never>, { ok: false }>> {
  if (typeof pages?.[Symbol.asyncIterator] !== "function")
    return { ok: false, error: invalidInput("pages: those of a list wanted") };
  const ids: string[] = [];
  for await (const page of pages) {
    if (!page.ok) return page;
    ids.push(...page.value);
  }
  return { ok: true, value: ids };
}
