/** Lists by cursor (section 2.2): page after page, until a page names no next one. */
import { listResponse } from "../../../contract/wire.ts";
import { unusable } from "./classify.ts";
import type { ApiClient } from "./client.ts";
import { json } from "./decode.ts";
import type { ApiResult } from "./errors.ts";
import { idOf } from "./paths.ts";

/** What no list of one merchant comes near to: a service that always names another page ends here. */
const MAX_PAGES = 10_000;

/**
 * The ids of a resource's entries, a page at a time. An error is the last thing it yields: an unreadable page, one
 * that leads to another host or out of the API, or one that was there before.
 * @param path the list's path, like `/pos/`
 */
export async function* pagesOf(client: ApiClient, path: string): AsyncGenerator<ApiResult<string[]>, void> {
  const seen = new Set<string>();
  for (let page: string | null = path; page !== null; ) {
    if (seen.has(page) || seen.size >= MAX_PAGES) return yield { ok: false, error: unusable("list: a loop of pages") };
    seen.add(page);
    const result: ApiResult<ListPage> = await pageAt(client, page);
    if (!result.ok) return yield result;
    yield { ...result, value: result.value.ids };
    page = result.value.next;
  }
}

/** One page of a list: its entries' ids, and the path of the page after it, null at the end. */
export interface ListPage {
  ids: string[];
  next: string | null;
}

/** Reads one page. @param path the list's path, or the `next` of an earlier page */
export async function pageAt(client: ApiClient, path: string): Promise<ApiResult<ListPage>> {
  const result = await client.send({ method: "GET", path, decode: json(listResponse) });
  if (!result.ok) return result;
  const { uris, next } = result.value;
  const ids = uris.map((uri) => (client.endpoints.apiPathOf(uri) === null ? null : idOf(uri)));
  if (!ids.every((id) => id !== null)) return { ok: false, error: unusable("list: an entry elsewhere") };
  // An empty cursor ends the list like a missing one.
  const after = next ? client.endpoints.apiPathOf(next) : null;
  if (next && after === null) return { ok: false, error: unusable("list: a next page elsewhere") };
  return { ...result, value: { ids, next: after } };
}

/** All ids of a list at once; the first error instead of a part of them. */
export async function allOf(
  pages: AsyncIterable<ApiResult<string[]>>,
): Promise<{ ok: true; value: string[] } | Extract<ApiResult<never>, { ok: false }>> {
  const ids: string[] = [];
  for await (const page of pages) {
    if (!page.ok) return page;
    ids.push(...page.value);
  }
  return { ok: true, value: ids };
}
