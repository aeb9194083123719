/** The commands about the refund key. */
import { z } from "zod";
import { type CommandRow, noInput, pin } from "./command-row.ts";

const refundKeyEnrol = z.strictObject({ pin, person: z.string().min(1).max(64), personPin: pin });

export const REFUND_KEY_COMMANDS = {
  "refundKey.get": { input: noInput, needs: "access", automatic: true },
  /** `pin`: of the owner who is signed in */
  "refundKey.make": { input: z.strictObject({ pin }), needs: "access" },
  /** A private key in PEM: it goes into the vault and never comes back */
  "refundKey.import": { input: z.strictObject({ pem: z.string().min(1).max(20_000), pin }), needs: "access" },
  /** `pin`: of anybody who can unlock it now; `personPin`: of the person who is to */
  "refundKey.enrol": { input: refundKeyEnrol, needs: "access" },
  "refundKey.remove": { input: noInput, needs: "access" },
} as const satisfies Record<string, CommandRow>;
