import { z } from "zod";
import { type CommandRow, noInput, pin } from "../calls/command-row.ts";

const refundKeyEnrol = z.strictObject({ pin, person: z.string().min(1).max(64), personPin: pin });

export const REFUND_KEY_COMMANDS = {
  "refundKey.get": { input: noInput, needs: "access", automatic: true },
  /** `pin`: the signed-in owner's */
  "refundKey.make": { input: z.strictObject({ pin }), needs: "access" },
  /** A private key (PEM). The vault never returns it */
  "refundKey.import": { input: z.strictObject({ pem: z.string().min(1).max(20_000), pin }), needs: "access" },
  /** `pin`: of a user who can unlock the key; `personPin`: of the new user */
  "refundKey.enrol": { input: refundKeyEnrol, needs: "access" },
  "refundKey.remove": { input: noInput, needs: "access" },
} as const satisfies Record<string, CommandRow>;
