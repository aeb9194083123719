import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { sameAddress } from "../../../contract/configuration/setup-folder.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { SecretName, Vault, VaultChanges } from "../../storage/vault/vault.ts";
import { type KeysChange, recordIn } from "../keys/record.ts";
import { supersedeKeys } from "../keys/rotation.ts";
import { credentialsOf, markOf, slotOf } from "../keys/slots.ts";
import type { Checked } from "./provision.ts";

const ROTATED: readonly SecretName[] = ["nextPrivateKey", "nextSecret", "previousPrivateKey", "previousSecret"];
const SERVICE_SECRETS: readonly SecretName[] = ["privateKey", "secret", "testbedToken"];

/** Returns the changed values; those equal to the vault's are left out. */
export function vaultChangesFor(
  vault: Vault,
  before: StoredSettings | null,
  { settings, secrets }: Pick<Checked, "settings" | "secrets">,
  now: number,
): { changes: VaultChanges; keysChange: KeysChange | null } {
  const { scheme } = settings.service;
  const moved = before !== null && isOtherService(before, settings);
  const removedSecrets = new Set<SecretName>([slotOf("current", scheme === "SECRET" ? "RSA-SHA256" : "SECRET")]);
  if (moved) for (const name of [...SERVICE_SECRETS, ...ROTATED]) removedSecrets.add(name);
  else if (before !== null && before.service.scheme !== scheme) for (const name of ROTATED) removedSecrets.add(name);
  if (moved || (before !== null && before.service.merchant !== settings.service.merchant))
    removedSecrets.add("refundKey");
  const targetSecrets: Partial<Record<SecretName, string | null>> = {
    ...Object.fromEntries([...removedSecrets].map((name) => [name, null])),
    ...secrets,
  };
  const keysChange = removedSecrets.has("nextSecret") ? supersededRecord(vault, { settings, secrets }, now) : null;
  if (keysChange) targetSecrets.keys = keysChange.text;
  const changes = Object.entries(targetSecrets).filter(([name, value]) => vault.get(name as SecretName) !== value);
  return { changes: Object.fromEntries(changes), keysChange: keysChange?.change ?? null };
}

/** The demo's service may use another port after a restart. */
function isOtherService(before: StoredSettings, after: StoredSettings): boolean {
  if (before.demo && after.demo) return false;
  return before.demo !== after.demo || !sameAddress(before.service.baseUrl, after.service.baseUrl);
}

/** Clears earlier keys, even when the same key is provisioned again. */
function supersededRecord(
  vault: Vault,
  { settings, secrets }: Pick<Checked, "settings" | "secrets">,
  now: number,
): { text: string; change: KeysChange } | null {
  const record = recordIn(vault);
  const { scheme } = settings.service;
  const value = secrets[slotOf("current", scheme)];
  if (record === null || value === undefined) return null;
  const { change: _change, ...before } = record;
  const mark = markOf(credentialsOf(scheme, value));
  const { state } = supersedeKeys(
    { ...before, replaced: before.replaced.filter((other) => other !== mark) },
    { scheme, mark },
  );
  const change = { id: randomIdentifier(12), at: now, event: "keys.superseded", actor: null, data: { scheme } };
  return { text: JSON.stringify({ ...state, change }), change };
}

/**
 * Removes a replaced key from a provisioning file, which would otherwise undo the rotation at every start. Returns null
 * when the whole file may be used, also at another service.
 */
export function withoutReplaced(
  vault: Vault,
  { settings, secrets, ...rest }: Checked,
  before: StoredSettings | null,
): Checked | null {
  if (before !== null && !sameAddress(before.service.baseUrl, settings.service.baseUrl)) return null;
  const record = recordIn(vault);
  const { scheme } = settings.service;
  const name = slotOf("current", scheme);
  const { [name]: given, ...others } = secrets;
  if (record === null || given === undefined) return null;
  if (!record.replaced.includes(markOf(credentialsOf(scheme, given)))) return null;
  const service = { ...settings.service, scheme: record.current.scheme };
  return { ...rest, settings: { ...settings, service }, secrets: others };
}
