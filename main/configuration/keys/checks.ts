import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { ServiceAddress } from "../../service/api/client.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import type { Material } from "./prepare.ts";
import { credentialsOf, markIn, markOf } from "./slots.ts";

type Refusal = Extract<Result<never>, { ok: false }>;

export function refusalToPrepare(
  { vault, demo, service }: { vault: Vault; demo: boolean; service: ServiceAddress },
  kind: CommandInput<"keys.prepare">["kind"],
): Refusal | null {
  if (demo) return failed("illegal_state", { because: reasonFor("keys_demo") });
  if (vault.weak) return failed("illegal_state", { because: reasonFor("keys_no_keychain") });
  if (kind === "secret" && service.integrator !== null) {
    return failed("invalid_input", { fields: [invalidField("kind", reasonFor("keys_integrator"))] });
  }
  return null;
}

export function refusalSameKey(vault: Vault, { scheme, value }: Material): Refusal | null {
  if (markIn(vault, "current", scheme) !== markOf(credentialsOf(scheme, value))) return null;
  const field = scheme === "SECRET" ? "value" : "pem";
  return failed("invalid_input", { fields: [invalidField(field, reasonFor("keys_another"))] });
}

export function refusalUntested({ force, reason }: CommandInput<"keys.activate">): Refusal | null {
  if (force !== true) return failed("illegal_state", { because: reasonFor("keys_unproven") });
  if (reason !== undefined) return null;
  return failed("invalid_input", { fields: [invalidField("reason", reasonFor("keys_why_untested"))] });
}
