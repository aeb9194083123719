/** Users of a merchant (G22). All of it needs level KEY. */
import { type User, type UserInput, type UserUpdate, user, userInput, userUpdate } from "../../../contract/wire.ts";
import type { ApiClient } from "./client.ts";
import type { ApiResult } from "./errors.ts";
import { pagesOf } from "./lists.ts";
import { create, read, remove, update } from "./resource.ts";

/** Pages of the ids of the merchant's users. */
export function listUsers(client: ApiClient): AsyncGenerator<ApiResult<string[]>, void> {
  return pagesOf(client, "/user/");
}

/** Creates a user under the id in its input. Errors: refused 409 when that id exists with other data. */
export function createUser(client: ApiClient, input: UserInput): Promise<ApiResult<{ id: string }>> {
  return create(client, "user", userInput, input);
}

/** One user; the service never gives a secret back. Errors: refused 404. */
export function getUser(client: ApiClient, id: string): Promise<ApiResult<User>> {
  return read(client, "user", id, user);
}

/**
 * Changes a user's roles, netmask, secret or public key. What is left out is not named in the request: a secret, which
 * cannot be read back, stays as the service has it. Errors: refused 404, 409.
 */
export function updateUser(client: ApiClient, input: UserUpdate): Promise<ApiResult<undefined>> {
  return update(client, "user", input?.id, userUpdate, input);
}

/** Removes a user. Errors: refused 404. */
export function deleteUser(client: ApiClient, id: string): Promise<ApiResult<undefined>> {
  return remove(client, "user", id);
}
