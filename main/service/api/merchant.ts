/** Merchants: list and read (section 4.1, G23). */
import { type Merchant, merchant } from "../../../contract/wire.ts";
import type { ApiClient } from "./client.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { read } from "./resource.ts";

/** Pages of the ids of the merchants that these credentials may see. */
export function listMerchants(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, "/merchant/");
}

/** One merchant. Errors: refused 404 when there is none. */
export function getMerchant(client: ApiClient, id: string): Promise<ApiResult<Merchant>> {
  return read(client, "merchant", id, merchant);
}
