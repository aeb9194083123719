/** Decodes a response: status and bytes become a value, or the reason why they are inconclusive. */
import { z } from "zod";
import { created as createdBody, parseJson } from "../../../contract/wire/wire.ts";
import { fieldsOf } from "./fields.ts";
import { idWithin, isPathPart } from "./paths.ts";
import type { TransportAnswer } from "./transport.ts";

/** `because` names the invalid part, never its content. */
export type Decoded<T> = { ok: true; value: T } | { ok: false; because: string };

/** Decodes a 2xx response. An inconclusive response is an error, and the request is retried. */
export type Decode<T> = (answer: TransportAnswer) => Decoded<T>;

/** Decodes a 200 with a JSON body. */
export function json<T>(schema: z.ZodType<T>): Decode<T> {
  return (answer) => (answer.status === 200 ? body(answer, schema) : unexpected(answer));
}

/** Decodes a change without a value: 204 (section 4.1), or 200 with an empty body or JSON. */
export const noContent: Decode<undefined> = (answer) => {
  if (answer.status === 204) return { ok: true, value: undefined };
  if (answer.status !== 200) return unexpected(answer);
  if (answer.body?.length === 0) return { ok: true, value: undefined };
  const read = body(answer, anyJson);
  return read.ok ? { ok: true, value: undefined } : read;
};

const anyJson = z.unknown();

/** An id that is safe in a path: `..` matches the identifier pattern, but names another resource. */
const withUsableId = createdBody.refine(({ id }) => isPathPart(id), { path: ["id"] });

export const CONTRADICTORY_LOCATION = "location: contradicts the id";

/**
 * Decodes a created resource: 201 or 200 (G5), with its JSON or, when that is unreadable, its `Location`.
 * A contradicting `Location` is an error; one of another resource is ignored. `schema` must accept `{id}` alone.
 */
export function created<T>(resource: string, schema: z.ZodType<T, z.output<typeof createdBody>>): Decode<T> {
  const answerSchema = withUsableId.pipe(schema);
  return (answer) => {
    if (answer.status !== 201 && answer.status !== 200) return unexpected(answer);
    const { location = "" } = answer.headers;
    // Repeated headers are joined with `, `; a URI has no spaces.
    if (/,\s/.test(location)) return { ok: false, because: CONTRADICTORY_LOCATION };
    const locationId = idWithin(resource, location);
    const bodyId = locationId === null ? null : body(answer, withUsableId);
    if (bodyId?.ok && bodyId.value.id !== locationId) return { ok: false, because: CONTRADICTORY_LOCATION };
    const read = body(answer, answerSchema);
    if (read.ok) return read;
    const fromLocation = answerSchema.safeParse({ id: locationId });
    return fromLocation.success ? { ok: true, value: fromLocation.data } : read;
  };
}

export function body<T>(answer: TransportAnswer, schema: z.ZodType<T>): Decoded<T> {
  if (answer.body === null) return { ok: false, because: answer.broken?.code ?? "no body" };
  const parsed = parseJson(answer.body);
  if (!parsed.ok) return parsed;
  const checked = schema.safeParse(parsed.value);
  return checked.success ? { ok: true, value: checked.data } : { ok: false, because: fieldsOf(checked.error) };
}

function unexpected(answer: TransportAnswer): { ok: false; because: string } {
  return { ok: false, because: `unexpected status ${answer.status}` };
}
