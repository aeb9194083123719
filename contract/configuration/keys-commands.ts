import { z } from "zod";
import { type CommandRow, noInput, oneLine, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import type { KeysRegistration, KeysTest, KeysUser, KeysView, VaultView } from "./keys.ts";
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
  "keys.get": { input: noInput, needs: "access", automatic: true, returns: shape<KeysView>() },
  "keys.prepare": {
    input: keysPrepare,
    needs: "access",
    /** Creates or imports a key or secret in the vault without activating it */
    returns: shape<KeysView>(),
  },
  "keys.user": { input: noInput, needs: "access", automatic: true, returns: shape<KeysUser>() },
  "keys.register": {
    input: noInput,
    needs: "access",
    /** Registers, tests and activates the prepared key; a rejected key stays prepared for manual registration */
    returns: shape<KeysRegistration>(),
  },
  "keys.test": { input: noInput, needs: "access", returns: shape<KeysTest>() },
  "keys.activate": {
    input: keysActivate,
    needs: "access",
    /** Activates the prepared key; the previous one stays usable for the overlap */
    returns: shape<KeysView>(),
  },
  "keys.discard": { input: noInput, needs: "access", returns: shape<KeysView>() },
  "keys.retire": { input: noInput, needs: "access", returns: shape<KeysView>() },
  "vault.get": { input: noInput, needs: "access", firstRun: true, automatic: true, returns: shape<VaultView>() },
  "vault.acceptWeak": { input: vaultAcceptWeak, needs: "access", firstRun: true, returns: shape<VaultView>() },
} as const satisfies Record<string, CommandRow>;
