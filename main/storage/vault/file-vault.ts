import { type KeyObject, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeFileDurably } from "../database/durable-file.ts";
import { base64, seal, sealedFields, sealingKey, unseal, unsealBytes } from "./cipher.ts";
import { readJson, vaultFiles } from "./files.ts";
import { MACHINE_ID_KINDS, type MachineIdKind } from "./machine-id.ts";
import { type DerivedKey, deriveKey, SCRYPT_COST, secretOf, VAULT_COST } from "./scrypt-cost.ts";
import { bytesOf, createVault, STRONG, type Values, type VaultBackend } from "./values.ts";
import { type SecretName, type Vault, VaultError } from "./vault.ts";

const common = { salt: base64, ...sealedFields };
const envelopeSchema = z.union([
  z.object({
    version: z.literal(3),
    backend: z.literal("passphrase"),
    cost: z.int().min(2).max(SCRYPT_COST.N),
    ...common,
  }),
  z.object({ version: z.literal(2), backend: z.literal("passphrase"), ...common }),
  z.object({ version: z.literal(2), backend: z.literal("machine-key"), machine: z.enum(MACHINE_ID_KINDS), ...common }),
  // Before versions existed: no machine id kind is stored, and the sealed content is JSON.
  z.object({ version: z.undefined().optional(), backend: z.enum(["passphrase", "machine-key"]), ...common }),
]);

type Envelope = z.output<typeof envelopeSchema>;

export interface FileVaultOptions {
  passphrase?: string | undefined;
  /** Part of the key without a passphrase; see {@link MachineIdKind} */
  machineId: string;
  /** Default: `machine-id`, or `none` for an empty id */
  machineIdKind?: MachineIdKind;
  cost?: number;
  /** Upgrades an older file or a weaker machine id at once; requires the folder's lock */
  reseal?: boolean;
  ahead?: DerivedKey | null;
}

/** The derived key of a file. Derivation is slow on purpose, and runs once per start. */
interface Sealing {
  key: KeyObject;
  salt: Buffer;
  machine: MachineIdKind | null;
  cost: number;
}

/**
 * Opens a vault in one file, encrypted with AES-256-GCM. The key comes from a passphrase, or from a random machine key
 * (0600) and the machine's id, so that a copied folder does not open elsewhere. Throws VaultError.
 */
export function openFileVault(folder: string, options: FileVaultOptions): Vault {
  if (existsSync(vaultFiles(folder).keychain)) {
    throw new VaultError("the till's keys are in this machine's keychain, which only the desktop app can open");
  }
  const { values, write, backend } = openVaultFile(folder, options);
  return createVault(values, { ...STRONG, backend, write });
}

export interface OpenedFile extends Pick<VaultBackend, "backend" | "write"> {
  values: Values;
}

export function openVaultFile(folder: string, options: FileVaultOptions): OpenedFile {
  const { file } = vaultFiles(folder);
  const backend = options.passphrase === undefined ? "machine-key" : "passphrase";
  const envelope = existsSync(file) ? readEnvelope(file, backend) : null;
  const opened = envelope ? unsealFile(folder, envelope, options) : emptyVaultFile(folder, options);
  const { values } = opened;
  let { sealing } = opened;
  const write = (changed: Values) => writeFileDurably(file, JSON.stringify(sealFile(changed, sealing, backend)), 0o600);
  if (envelope && options.reseal && isOutdated(envelope, options)) {
    sealing = newSealing(folder, options);
    write(values);
  }
  return { values, backend, write };
}

function emptyVaultFile(folder: string, options: FileVaultOptions): { values: Values; sealing: Sealing } {
  return { values: new Map(), sealing: newSealing(folder, options) };
}

function kindOf({ machineId, machineIdKind }: FileVaultOptions): MachineIdKind {
  return machineIdKind ?? (machineId === "" ? "none" : "machine-id");
}

function isOutdated(envelope: Envelope, options: FileVaultOptions): boolean {
  if (envelope.version === undefined) return true;
  if (envelope.backend === "passphrase") return costOf(envelope, options) !== newCost(options);
  return envelope.backend === "machine-key" && envelope.machine !== kindOf(options);
}

function newSealing(folder: string, options: FileVaultOptions): Sealing {
  return sealingUnder(folder, options, { salt: randomBytes(16), machine: kindOf(options), cost: newCost(options) });
}

/** A passphrase can be guessed, so each guess costs as much as one of a PIN. */
function newCost({ passphrase, cost }: FileVaultOptions): number {
  return cost ?? (passphrase === undefined ? VAULT_COST.machine : VAULT_COST.passphrase);
}

/** Version 3 stores the cost; older files use the machine key's. */
function costOf(envelope: Envelope, { cost = VAULT_COST.machine }: FileVaultOptions): number {
  return envelope.version === 3 ? envelope.cost : cost;
}

function sealingUnder(
  folder: string,
  { passphrase, machineId, ahead = null }: FileVaultOptions,
  { salt, machine, cost }: { salt: Buffer; machine: MachineIdKind; cost: number },
): Sealing {
  const secret = secretOf(passphrase, () => machineKey(folder), machine === "none" ? "" : machineId);
  const key = sealingKey(deriveKey({ secret, salt, cost }, ahead));
  return { key, salt, cost, machine: passphrase === undefined ? machine : null };
}

function machineKey(folder: string): string {
  const { machineKey: path } = vaultFiles(folder);
  if (!existsSync(path)) writeFileDurably(path, randomBytes(32).toString("base64"), 0o600);
  chmodSync(path, 0o600);
  return readFileSync(path, "utf8");
}

function sealFile(values: Values, { key, salt, machine, cost }: Sealing, backend: Envelope["backend"]): Envelope {
  const associatedData = machine === null ? passphraseData(cost) : fileData(backend, machine);
  const envelopeContent = { salt: salt.toString("base64"), ...seal(values, key, associatedData) };
  return machine === null
    ? { version: 3, backend: "passphrase", cost, ...envelopeContent }
    : { version: 2, backend: "machine-key", machine, ...envelopeContent };
}

function fileData(backend: Envelope["backend"], machine: MachineIdKind | null): string {
  return `till-vault 2 ${backend} ${machine ?? "-"}`;
}

function passphraseData(cost: number): string {
  return `till-vault 3 passphrase ${cost}`;
}

function readEnvelope(path: string, backend: Envelope["backend"]): Envelope {
  const { success, data: envelope } = envelopeSchema.safeParse(readJson(path));
  if (!success) throw new VaultError(`the vault's file cannot be read (${path})`);
  if (envelope.backend === backend) return envelope;
  throw new VaultError(
    envelope.backend === "passphrase"
      ? "the vault is protected by a passphrase: set TILL_PASSPHRASE"
      : "the vault is protected by this machine's key: start without TILL_PASSPHRASE",
  );
}

function unsealFile(
  folder: string,
  envelope: Envelope,
  options: FileVaultOptions,
): { values: Values; sealing: Sealing } {
  const salt = Buffer.from(envelope.salt, "base64");
  for (const machine of kindsToTry(envelope, options)) {
    const sealing = sealingUnder(folder, options, { salt, machine, cost: costOf(envelope, options) });
    const values = valuesOf(envelope, sealing);
    if (values) return { values, sealing };
  }
  throw new VaultError(
    envelope.backend === "passphrase"
      ? "the passphrase does not open the vault"
      : "the vault was made on another machine, or was changed",
  );
}

/** Unversioned files do not store the kind: they were sealed with this machine's id or none. */
function kindsToTry(envelope: Envelope, options: FileVaultOptions): MachineIdKind[] {
  const present = kindOf(options);
  if (envelope.backend === "passphrase") return ["none"];
  if (envelope.version === undefined) return present === "none" ? ["none"] : [present, "none"];
  if (envelope.machine === "none" || envelope.machine === present) return [envelope.machine];
  throw new VaultError(
    present === "none"
      ? "the vault is bound to this machine's id, which the system does not provide now: start again, or restart the machine"
      : "the vault was made on another machine",
  );
}

function valuesOf(envelope: Envelope, { key, machine, cost }: Sealing): Values | null {
  try {
    if (envelope.version === 3) return unseal(envelope, key, passphraseData(cost));
    return envelope.version === undefined
      ? valuesOfJson(unsealBytes(envelope, key, null))
      : unseal(envelope, key, fileData(envelope.backend, machine));
  } catch {
    return null;
  }
}

function valuesOfJson(plain: Buffer): Values {
  const entries: [SecretName, string][] = JSON.parse(plain.toString("utf8"));
  plain.fill(0);
  return new Map(entries.map(([name, text]) => [name, bytesOf(text)]));
}
