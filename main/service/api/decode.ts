/** Decodes an answer: status and bytes become a value, or a reason why they say nothing certain. */
import { z } from "zod";
import { created as createdBody, parseJson } from "../../../contract/wire.ts";
import { fieldsOf } from "./fields.ts";
import { idWithin, isPathPart } from "./paths.ts";
import type { TransportAnswer } from "./transport.ts";

/** `because` names the part that did not fit, never what it held. */
export type Decoded<T> = { ok: true; value: T } | { ok: false; because: string };

/** Reads an answer with a 2xx status. A decoder that is not sure says so: the request is then asked again. */
export type Decode<T> = (answer: TransportAnswer) => Decoded<T>;

/** JSON of a schema, with 200 (section 7). */
export function json<T>(schema: z.ZodType<T>): Decode<T> {
  return (answer) => (answer.status === 200 ? body(answer, schema) : unexpected(answer));
}

/** A change without a value: 204 (section 4.1), or a 200 that holds nothing or JSON; not the page of a gateway. */
export const nothing: Decode<undefined> = (answer) => {
  if (answer.status === 204) return { ok: true, value: undefined };
  if (answer.status !== 200) return unexpected(answer);
  if (answer.body?.length === 0) return { ok: true, value: undefined };
  const read = body(answer, anything);
  return read.ok ? { ok: true, value: undefined } : read;
};

const anything = z.unknown();

/** An id that can stand in a path: `..` would fit the identifiers' pattern, and lead elsewhere. */
const withUsableId = createdBody.refine(({ id }) => isPathPart(id), { path: ["id"] });

/** Why an answer does not say what was created. */
export const CONTRADICTORY_LOCATION = "location: contradicts the id";

/**
 * A created resource: 201, or 200 (G5), with its JSON or, when that cannot be read, its `Location`. A `Location` of another
 * id, or two of them, leave open what was created.
 * @param resource the path's word, like `payment_request`: a `Location` elsewhere says nothing about it
 * @param schema   reads a body with an `id`; of a `Location` only `{id}` is known
 */
export function created<T>(resource: string, schema: z.ZodType<T, z.output<typeof createdBody>>): Decode<T> {
  const answerSchema = withUsableId.pipe(schema);
  return (answer) => {
    if (answer.status !== 201 && answer.status !== 200) return unexpected(answer);
    const { location = "" } = answer.headers;
    // Repeated headers are joined; a URI has no spaces.
    if (/,\s/.test(location)) return { ok: false, because: CONTRADICTORY_LOCATION };
    const named = idWithin(resource, location);
    const stated = named === null ? null : body(answer, withUsableId);
    if (stated?.ok && stated.value.id !== named) return { ok: false, because: CONTRADICTORY_LOCATION };
    const read = body(answer, answerSchema);
    if (read.ok) return read;
    const fromLocation = answerSchema.safeParse({ id: named });
    return fromLocation.success ? { ok: true, value: fromLocation.data } : read;
  };
}

/** The answer's body by a schema, whatever its status. */
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
