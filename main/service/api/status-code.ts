/** The names of status codes that the till does not know by heart (G10). */
import { type StatusCode, statusCode } from "../../../contract/wire.ts";
import type { ApiClient } from "./client.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { read } from "./resource.ts";

/** A code's name. Errors: refused 404 for a code that the service does not know either. */
export function getStatusCode(client: ApiClient, code: number): Promise<ApiResult<StatusCode>> {
  return read(client, "status_code", String(code), statusCode);
}

/** Pages of all codes, as texts. */
export function listStatusCodes(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, "/status_code/");
}
