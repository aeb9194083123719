import { z } from "zod";
import { type CommandRow, noInput, pin, shape } from "../calls/command-row.ts";
import type { RefundKeyView } from "./refund-key.ts";

const refundKeyEnrol = z.strictObject({ pin, person: z.string().min(1).max(64), personPin: pin });

export const REFUND_KEY_COMMANDS = {
  "refundKey.get": { input: noInput, needs: "access", automatic: true, returns: shape<RefundKeyView>() },
  /** `pin`: the signed-in owner's */
  "refundKey.make": {
    input: z.strictObject({ pin }),
    needs: "access",
    /** Creates a key; the calling owner's PIN unlocks it */
    returns: shape<RefundKeyView>(),
  },
  /** A private key (PEM). The vault never returns it */
  "refundKey.import": {
    input: z.strictObject({ pem: z.string().min(1).max(20_000), pin }),
    needs: "access",
    returns: shape<RefundKeyView>(),
  },
  /** `pin`: of a user who can unlock the key; `personPin`: of the new user */
  "refundKey.enrol": { input: refundKeyEnrol, needs: "access", returns: shape<RefundKeyView>() },
  "refundKey.remove": {
    input: noInput,
    needs: "access",
    /** Erases it permanently; refused during a refund */
    returns: shape<RefundKeyView>(),
  },
} as const satisfies Record<string, CommandRow>;
