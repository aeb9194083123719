/** Merchants (section 4.1, G23). */
import { type Merchant, merchant } from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { read } from "./resource.ts";

export function listMerchants(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, "/merchant/");
}

export function getMerchant(client: ApiClient, id: string): Promise<ApiResult<Merchant>> {
  return read(client, "merchant", id, merchant);
}
