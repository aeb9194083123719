/** What speaks against a step of a rotation. Nothing was changed when one of these is the answer. */
import type { CommandInput } from "../../contract/commands.ts";
import { failed, type Result } from "../../contract/errors.ts";
import type { ServiceAddress } from "../api/client.ts";
import type { Vault } from "../vault/vault.ts";
import type { Material } from "./prepare.ts";
import { credentialsOf, markIn, markOf } from "./slots.ts";

type Refusal = Extract<Result<never>, { ok: false }>;

/** Whether anything may be prepared at this till. */
export function refusalToPrepare(
  { vault, demo, service }: { vault: Vault; demo: boolean; service: ServiceAddress },
  kind: CommandInput<"keys.prepare">["kind"],
): Refusal | null {
  if (demo) return failed("illegal_state", { reason: DEMO });
  if (vault.weak) return failed("illegal_state", { reason: WEAK });
  if (kind === "secret" && service.integrator !== null) {
    return failed("invalid_input", { fields: [{ field: "kind", expected: "a key: an integrator may only sign" }] });
  }
  return null;
}

/** Whether what was brought is what is in force already. */
export function sameAgain(vault: Vault, { scheme, value }: Material): Refusal | null {
  if (markIn(vault, "current", scheme) !== markOf(credentialsOf(scheme, value))) return null;
  const field = scheme === "SECRET" ? "value" : "pem";
  return failed("invalid_input", { fields: [{ field, expected: "another one than the one in force" }] });
}

/** Whether something may be put in force that the service was not seen to accept. */
export function refusalUnproven({ force, reason }: CommandInput<"keys.activate">): Refusal | null {
  if (force !== true) return failed("illegal_state", { reason: UNPROVEN });
  if (reason !== undefined) return null;
  return failed("invalid_input", { fields: [{ field: "reason", expected: "why it is put in force untested" }] });
}

const DEMO = "A demo's key belongs to its own sandbox and is not exchanged. Nothing was changed.";
const WEAK =
  "This machine has no keychain, and the owner has not accepted that yet: nothing was kept. Accept it, or set a passphrase.";
const UNPROVEN =
  "The service has not accepted the new key yet. Test it first, or put it in force with a reason. Nothing was changed.";
