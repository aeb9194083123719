/** Users of a merchant (G22). Every request needs level KEY. */
import {
  type User,
  type UserInput,
  type UserUpdate,
  user,
  userInput,
  userUpdate,
} from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { create, read, remove, update } from "./resource.ts";

export function listUsers(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, "/user/");
}

/** Creates a user under the id in its input. Errors: refused 409 when that id exists with other data. */
export function createUser(client: ApiClient, input: UserInput): Promise<ApiResult<{ id: string }>> {
  return create(client, "user", userInput, input);
}

/** Returns a user without its secret. Errors: refused 404. */
export function getUser(client: ApiClient, id: string): Promise<ApiResult<User>> {
  return read(client, "user", id, user);
}

/** Changes roles, netmask, secret or public key. Omitted fields stay unchanged. Errors: refused 404, 409. */
export function updateUser(client: ApiClient, input: UserUpdate): Promise<ApiResult<undefined>> {
  return update(client, "user", input?.id, userUpdate, input);
}

export function deleteUser(client: ApiClient, id: string): Promise<ApiResult<undefined>> {
  return remove(client, "user", id);
}
