/**
 * Data a customer granted (section 4.1, G25), read with an access token. Errors: token_expired (401), not_granted
 * (403).
 */
import { z } from "zod";
import {
  type PersonalId,
  permissionOutcome,
  personalId,
  type ShippingAddress,
  shippingAddress,
  type UserInfo,
  userInfo,
} from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import { json } from "./decode.ts";
import { encode } from "./encode.ts";
import type { ApiResult, BearerResult } from "./errors.ts";
import { path } from "./paths.ts";

const ROOT = "/oauth2/v1";

/** Returns the granted claims of the scopes address, phone, email and profile. */
export function getUserInfo(client: ApiClient, accessToken: string): Promise<BearerResult<UserInfo>> {
  return client.sendAsBearer({ path: `${ROOT}/userinfo`, accessToken, decode: json(userInfo) });
}

/** Scope `shipping_address`. */
export function getShippingAddress(client: ApiClient, accessToken: string): Promise<BearerResult<ShippingAddress>> {
  return client.sendAsBearer({
    path: `${ROOT}/scope/shipping_address`,
    accessToken,
    decode: json(shippingAddress),
  });
}

/** Scope `fodselsnummer`: the verified national id number with its proofs. */
export function getNationalId(client: ApiClient, accessToken: string): Promise<BearerResult<PersonalId>> {
  return client.sendAsBearer({
    path: `${ROOT}/scope/personal_id/no/id`,
    accessToken,
    decode: json(personalId),
  });
}

const provenId = personalId.refine(({ proofs }) => proofs.length === 1);

/** Scope `bankid`: the national id number from the bank identity scheme, with exactly one proof. */
export function getBankId(client: ApiClient, accessToken: string): Promise<BearerResult<PersonalId>> {
  return client.sendAsBearer({
    path: `${ROOT}/scope/personal_id/no/bankid`,
    accessToken,
    decode: json(provenId),
  });
}

export type RefreshedAccess = z.output<typeof refreshedAccess>;
const refreshInput = z.strictObject({ grant_type: z.literal("refresh_token"), refresh_token: z.string().min(1) });
const refreshedAccess = permissionOutcome.extend({ access_token: z.string().min(1) });

/**
 * Gets a new access token (section 2.4). A new refresh token in the response replaces the old one.
 * Errors: refused 400 for a refresh token that is unknown, used or withdrawn; credentials.
 */
export function refreshAccess(client: ApiClient, refreshToken: string): Promise<ApiResult<RefreshedAccess>> {
  return client.send({
    method: "POST",
    path: path("oauth2", "v1", "token"),
    body: encode(refreshInput, { grant_type: "refresh_token", refresh_token: refreshToken }),
    decode: json(refreshedAccess),
  });
}
