/** The schemas of the commands about the customer's screen. */
import { z } from "zod";
import { CUSTOMER_LANGUAGES } from "./display.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "./identifiers.ts";

const posTid = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN);
const noInput = z.strictObject({});

export const DISPLAY_INPUTS = {
  "display.get": noInput,
  /** Which payment the counter presents now; null: none. `instead`: the one that it presented until now */
  "display.show": z.strictObject({ posTid: posTid.nullable(), instead: posTid.optional() }),
  "display.setLanguage": z.strictObject({ language: z.enum(CUSTOMER_LANGUAGES) }),
  "display.open": noInput,
  "display.close": noInput,
} as const satisfies Record<string, z.ZodType>;
