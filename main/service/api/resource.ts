/** The operations of the resource convention (section 4.1), for the resources that have them (G23). */
import type { z } from "zod";
import { created as createdBody } from "../../../contract/wire/wire.ts";
import type { ApiClient } from "./client.ts";
import { created, json, noContent } from "./decode.ts";
import { encode } from "./encode.ts";
import type { ApiResult } from "./errors.ts";
import { path } from "./paths.ts";

export function read<T>(client: ApiClient, resource: string, id: string, schema: z.ZodType<T>): Promise<ApiResult<T>> {
  return client.send({ method: "GET", path: path(resource, id), decode: json(schema) });
}

const onlyId = createdBody.transform(({ id }) => ({ id }));

/** Creates a resource and returns its id: POST, 201. Repeating a creation returns the same response (rule 4). */
export function create<T>(
  client: ApiClient,
  resource: string,
  schema: z.ZodType<T>,
  input: T,
): Promise<ApiResult<{ id: string }>> {
  return client.send({
    method: "POST",
    path: path(resource),
    body: encode(schema, input),
    decode: created(resource, onlyId),
  });
}

/** Replaces a resource: PUT, 204. `id` is undefined when the input is not an object. */
export function update<T>(
  client: ApiClient,
  resource: string,
  id: string | undefined,
  schema: z.ZodType<T>,
  input: T,
): Promise<ApiResult<undefined>> {
  return client.send({ method: "PUT", path: path(resource, id), body: encode(schema, input), decode: noContent });
}

export function remove(client: ApiClient, resource: string, id: string): Promise<ApiResult<undefined>> {
  return client.send({ method: "DELETE", path: path(resource, id), decode: noContent });
}
