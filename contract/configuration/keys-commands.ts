import { z } from "zod";
import { type CommandRow, noInput, oneLine } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { MAX_OVERLAP_DAYS, MIN_OVERLAP_DAYS, WEAK_VAULT_SENTENCES } from "./keys.ts";

const keysPrepare = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("make") }),
  /** A private key (PEM). The vault never returns it */
  z.strictObject({ kind: z.literal("import"), pem: z.string().min(1).max(20_000) }),
  z.strictObject({
    kind: z.literal("secret"),
    value: z
      .string()
      .min(8)
      .max(8192)
      .regex(/^[\x21-\x7e]+$/, expectedReason("field_visible")),
  }),
]);

const keysActivate = z.strictObject({
  /** Activates an untested key; requires a reason */
  force: z.boolean().optional(),
  reason: z.string().trim().min(1).max(150).optional(),
  /** How long the previous key is kept, now and later */
  overlapDays: z.int().min(MIN_OVERLAP_DAYS).max(MAX_OVERLAP_DAYS).optional(),
});

const vaultAcceptWeak = z.strictObject({
  sentence: z.enum([WEAK_VAULT_SENTENCES.en, WEAK_VAULT_SENTENCES.nb], expectedReason("field_as_shown")),
  /** Who accepts it, if no user can sign in yet */
  name: oneLine(100).optional(),
});

export const KEYS_COMMANDS = {
  "keys.get": { input: noInput, needs: "access", automatic: true },
  "keys.prepare": { input: keysPrepare, needs: "access" },
  "keys.user": { input: noInput, needs: "access", automatic: true },
  "keys.register": { input: noInput, needs: "access" },
  "keys.test": { input: noInput, needs: "access" },
  "keys.activate": { input: keysActivate, needs: "access" },
  "keys.discard": { input: noInput, needs: "access" },
  "keys.retire": { input: noInput, needs: "access" },
  "vault.get": { input: noInput, needs: "access", firstRun: true, automatic: true },
  "vault.acceptWeak": { input: vaultAcceptWeak, needs: "access", firstRun: true },
} as const satisfies Record<string, CommandRow>;
