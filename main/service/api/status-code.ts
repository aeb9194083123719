/** Names of status codes the till does not have built in (G10). */
import { type StatusCode, statusCode } from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import { type ApiResult, invalidInput, isUnknown } from "./errors.ts";
import { entryPagesOf } from "./lists.ts";
import { read } from "./resource.ts";

const METHOD_NOT_ALLOWED = 405;

/** Returns the name of a code. Falls back to the list of all codes. Errors: refused 404 for an unknown code. */
export async function getStatusCode(client: ApiClient, code: number): Promise<ApiResult<StatusCode>> {
  if (!Number.isSafeInteger(code)) return { ok: false, error: invalidInput("code: expected a whole number") };
  const single = await read(client, "status_code", String(code), statusCode);
  if (single.ok) return single;
  const isListed = isUnknown(single.error) || single.error.status === METHOD_NOT_ALLOWED;
  return (isListed ? await findInList(client, code) : null) ?? single;
}

async function findInList(client: ApiClient, code: number): Promise<ApiResult<StatusCode> | null> {
  for await (const page of entryPagesOf(client, "/status_code/")) {
    if (!page.ok) return null;
    const entry = statusCode.safeParse(page.value.entries[page.value.ids.indexOf(String(code))]);
    if (entry.success) return { ...page, value: entry.data };
  }
  return null;
}
