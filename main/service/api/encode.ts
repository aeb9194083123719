/** Encodes request bodies. Never throws: invalid input is an error that names its fields. */
import type { z } from "zod";
import { canonicalBytes } from "../../../contract/wire/wire.ts";
import { type InvalidInput, invalidInput } from "./errors.ts";
import { fieldsOf } from "./fields.ts";

export type Encoded = { ok: true; value: Uint8Array } | { ok: false; error: InvalidInput };

/** Encodes valid input as canonical JSON: equal inputs give equal bytes. */
export function encode(schema: z.ZodType, input: unknown): Encoded {
  const checked = schema.safeParse(input);
  return checked.success ? encodeJson(checked.data) : { ok: false, error: invalidInput(fieldsOf(checked.error)) };
}

export function encodeJson(value: unknown): Encoded {
  try {
    return { ok: true, value: canonicalBytes(value) };
  } catch {
    return { ok: false, error: invalidInput("body: not JSON") };
  }
}
