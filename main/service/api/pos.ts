/** Points of sale (section 2.1, G23). */
import { type Pos, type PosInput, pos, posInput } from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { create, read, remove, update } from "./resource.ts";

export function listPos(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, "/pos/");
}

/** Registers a point of sale under the id in its input. Errors: refused 409 when that id exists with other data. */
export function createPos(client: ApiClient, input: PosInput): Promise<ApiResult<{ id: string }>> {
  return create(client, "pos", posInput, input);
}

export function getPos(client: ApiClient, id: string): Promise<ApiResult<Pos>> {
  return read(client, "pos", id, pos);
}

/** Changes name, type or location. Errors: refused 404, 409. */
export function updatePos(client: ApiClient, input: PosInput): Promise<ApiResult<undefined>> {
  return update(client, "pos", input?.id, posInput, input);
}

export function deletePos(client: ApiClient, id: string): Promise<ApiResult<undefined>> {
  return remove(client, "pos", id);
}
