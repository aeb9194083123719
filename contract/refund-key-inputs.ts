/** The schemas of the commands about the refund key. */
import { z } from "zod";
import { expects } from "./reasons.ts";

const noInput = z.strictObject({});
const pin = z.string().regex(/^\d{4,12}$/, expects("pin_four_digits"));

export const REFUND_KEY_INPUTS = {
  "refundKey.get": noInput,
  /** `pin`: of the owner who is signed in */
  "refundKey.make": z.strictObject({ pin }),
  /** A private key in PEM: it goes into the vault and never comes back */
  "refundKey.import": z.strictObject({ pem: z.string().min(1).max(20_000), pin }),
  /** `pin`: of anybody who can unlock it now; `personPin`: of the person who is to */
  "refundKey.enrol": z.strictObject({ pin, person: z.string().min(1).max(64), personPin: pin }),
  "refundKey.remove": noInput,
} as const satisfies Record<string, z.ZodType>;
