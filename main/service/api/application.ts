/** Applications of the standard flow (1, G30). All of it needs level KEY. */
import { type Application, type ApplicationInput, application, applicationInput } from "../../../contract/wire.ts";
import type { ApiClient } from "./client.ts";
import { body } from "./decode.ts";
import { encode } from "./encode.ts";
import type { ApiResult } from "./errors.ts";
import { path } from "./paths.ts";
import { remove } from "./resource.ts";

/** Registers one. Its secret is told this once. Errors: refused 404 or 405 where the service registers by hand alone. */
export function createApplication(client: ApiClient, input: ApplicationInput): Promise<ApiResult<Application>> {
  return client.send({
    method: "POST",
    path: path("application"),
    body: encode(applicationInput, input),
    decode: (answer) => body(answer, application),
  });
}

/** Removes one, and ends what its tokens may read. Errors: refused 404. */
export function deleteApplication(client: ApiClient, id: string): Promise<ApiResult<undefined>> {
  return remove(client, "application", id);
}
