/** Permission requests and their outcome (section 2.4; G15, G16). */
import { z } from "zod";
import {
  created as createdBody,
  type PermissionOutcome,
  type PermissionRequestInput,
  permissionOutcome,
  permissionRequestInput,
} from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import { created, json } from "./decode.ts";
import { type Encoded, encode } from "./encode.ts";
import type { ApiResult } from "./errors.ts";
import { path } from "./paths.ts";

export type PermissionRequestData = z.output<typeof permissionRequestData>;
const permissionRequestData = z.looseObject({
  customer: z.string().nullish(),
  scope: z.string().nullish(),
  pos_id: z.string().nullish(),
  pos_tid: z.string().nullish(),
});

/** Encodes the body of a permission request canonically (G15): equal inputs give equal bytes. */
export function encodePermissionRequest(input: PermissionRequestInput): Encoded {
  return encode(permissionRequestInput, input);
}

const createdPermission = created(
  "permission_request",
  createdBody.transform(({ id }) => ({ rid: id })),
);

/** Requests access to a customer's data. Idempotent by `pos_id` and `pos_tid`. Errors: refused 400, 409. */
export function postPermissionRequest(
  client: ApiClient,
  request: PermissionRequestInput | Uint8Array,
): Promise<ApiResult<{ rid: string }>> {
  return client.send({
    method: "POST",
    path: path("permission_request"),
    body: request instanceof Uint8Array ? request : encodePermissionRequest(request),
    decode: createdPermission,
  });
}

/** Returns the request as the service stores it. Errors: refused 404. */
export function getPermissionRequest(client: ApiClient, rid: string): Promise<ApiResult<PermissionRequestData>> {
  return client.send({ method: "GET", path: path("permission_request", rid), decode: json(permissionRequestData) });
}

/** Returns the decision, with the access token, which is a secret (section 2.4). Errors: refused 404. */
export function getPermissionOutcome(client: ApiClient, rid: string): Promise<ApiResult<PermissionOutcome>> {
  return client.send({
    method: "GET",
    path: path("permission_request", rid, "outcome"),
    decode: json(permissionOutcome),
  });
}
