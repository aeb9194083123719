/**
 * What a customer granted access to (section 4.1, G25), read with the access token of a permission request. These
 * paths stand under the base URL itself and have no trailing slash. Errors: credentials 401 for a token that has
 * expired, 403 for a scope that was not granted; neither says anything about the till's own credentials.
 */
import {
  type PersonalId,
  personalId,
  type ShippingAddress,
  shippingAddress,
  type UserInfo,
  userInfo,
} from "../../../contract/wire.ts";
import type { ApiClient } from "./client.ts";
import { json } from "./decode.ts";
import type { ApiResult } from "./errors.ts";

const ROOT = "/oauth2/v1";

/** The claims of the scopes address, phone, email and profile, as far as granted. */
export function getUserInfo(client: ApiClient, accessToken: string): Promise<ApiResult<UserInfo>> {
  return client.sendAsBearer({ path: `${ROOT}/userinfo`, accessToken, decode: json(userInfo) });
}

/** Scope `shipping_address`. */
export function getShippingAddress(client: ApiClient, accessToken: string): Promise<ApiResult<ShippingAddress>> {
  return client.sendAsBearer({
    path: `${ROOT}/scope/shipping_address`,
    accessToken,
    decode: json(shippingAddress),
  });
}

/** Scope `fodselsnummer`: the verified national id number, with its proofs. */
export function getNationalId(client: ApiClient, accessToken: string): Promise<ApiResult<PersonalId>> {
  return client.sendAsBearer({
    path: `${ROOT}/scope/personal_id/no/id`,
    accessToken,
    decode: json(personalId),
  });
}

/** Scope `bankid`: the same from the bank identity scheme, with exactly one proof. */
export function getBankId(client: ApiClient, accessToken: string): Promise<ApiResult<PersonalId>> {
  return client.sendAsBearer({
    path: `${ROOT}/scope/personal_id/no/bankid`,
    accessToken,
    decode: json(personalId.refine(({ proofs }) => proofs.length === 1)),
  });
}
