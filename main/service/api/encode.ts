/** Makes bodies: what fits a schema becomes bytes; what does not is an error with the fields' names. Nothing is thrown. */
import type { z } from "zod";
import { canonicalBytes } from "../../../contract/wire.ts";
import { type InvalidInput, invalidInput } from "./errors.ts";
import { fieldsOf } from "./fields.ts";

/** The body of a request, to be sent now or stored and sent again; or why it cannot be one. */
export type Encoded = { ok: true; value: Uint8Array } | { ok: false; error: InvalidInput };

/** Canonical JSON of an input that fits the schema: equal inputs give equal bytes. */
export function encode(schema: z.ZodType, input: unknown): Encoded {
  const checked = schema.safeParse(input);
  return checked.success ? encodeJson(checked.data) : { ok: false, error: invalidInput(fieldsOf(checked.error)) };
}

/** Canonical JSON of anything that JSON can say. */
export function encodeJson(value: unknown): Encoded {
  try {
    return { ok: true, value: canonicalBytes(value) };
  } catch {
    return { ok: false, error: invalidInput("body: not JSON") };
  }
}
