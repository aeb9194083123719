/** Applications of the standard flow (section 1, G30). Every request needs level KEY. */
import { type Application, type ApplicationInput, application, applicationInput } from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import { body } from "./decode.ts";
import { encode } from "./encode.ts";
import type { ApiResult } from "./errors.ts";
import { path } from "./paths.ts";
import { remove } from "./resource.ts";

/** Registers an application. The response alone contains its secret. Errors: refused 404 or 405 where unsupported. */
export function createApplication(client: ApiClient, input: ApplicationInput): Promise<ApiResult<Application>> {
  return client.send({
    method: "POST",
    path: path("application"),
    body: encode(applicationInput, input),
    decode: (answer) => body(answer, application),
  });
}

/** Removes an application and revokes its tokens. Errors: refused 404. */
export function deleteApplication(client: ApiClient, id: string): Promise<ApiResult<undefined>> {
  return remove(client, "application", id);
}
