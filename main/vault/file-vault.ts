import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileDurably } from "../store/durable-file.ts";
import { type Vault, VaultError } from "./vault.ts";

// RFC 7914's interactive parameters, doubled: opening takes about 0.1 s, once per start.
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);
const envelopeSchema = z.object({
  backend: z.enum(["passphrase", "machine-key"]),
  salt: base64,
  nonce: base64,
  tag: base64,
  sealed: base64,
});

type Envelope = z.output<typeof envelopeSchema>;

/** A key with the salt that it was derived with: deriving is slow on purpose, and done once per start. */
interface SealingKey {
  key: Buffer;
  salt: Buffer;
}

/**
 * A vault in one file: AES-256-GCM under a key that scrypt makes of a passphrase, or, without one, of a random
 * machine key (0600, beside the vault) and this machine's id, so that a copied folder does not open elsewhere.
 * @throws VaultError when the file cannot be opened with this passphrase or on this machine
 */
export function openFileVault(folder: string, options: { passphrase?: string; machineId: string }): Vault {
  const path = join(folder, "vault.json");
  const backend = options.passphrase === undefined ? "machine-key" : "passphrase";
  const envelope = existsSync(path) ? readEnvelope(path, backend) : null;
  const salt = envelope ? Buffer.from(envelope.salt, "base64") : randomBytes(16);
  const secret = options.passphrase ?? `${machineKey(folder)}:${options.machineId}`;
  const sealing = { key: scryptSync(secret, salt, 32, SCRYPT), salt };
  const values = envelope ? unseal(envelope, sealing.key) : new Map<string, string>();
  return {
    backend,
    get: (name) => values.get(name) ?? null,
    put(name, value) {
      values.set(name, value);
      writeFileDurably(path, JSON.stringify(seal(values, sealing, backend)), 0o600);
    },
  };
}

function machineKey(folder: string): string {
  const path = join(folder, "machine.key");
  if (!existsSync(path)) writeFileDurably(path, randomBytes(32).toString("base64"), 0o600);
  chmodSync(path, 0o600);
  return readFileSync(path, "utf8");
}

function seal(values: Map<string, string>, { key, salt }: SealingKey, backend: Envelope["backend"]): Envelope {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify([...values]), "utf8"), cipher.final()]);
  return {
    backend,
    salt: salt.toString("base64"),
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    sealed: sealed.toString("base64"),
  };
}

function readEnvelope(path: string, backend: Envelope["backend"]): Envelope {
  const envelope = readJson(path);
  if (envelope === null) throw new VaultError(`the vault's file cannot be read (${path})`);
  if (envelope.backend === backend) return envelope;
  throw new VaultError(
    envelope.backend === "passphrase"
      ? "the vault is under a passphrase: set TILL_PASSPHRASE"
      : "the vault is under this machine's key: start without TILL_PASSPHRASE",
  );
}

function readJson(path: string): Envelope | null {
  try {
    return envelopeSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

function unseal({ backend, nonce, tag, sealed }: Envelope, key: Buffer): Map<string, string> {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
    decipher.setAuthTag(Buffer.from(tag, "base64"));
    const text = Buffer.concat([decipher.update(Buffer.from(sealed, "base64")), decipher.final()]);
    return new Map(JSON.parse(text.toString("utf8")));
  } catch {
    throw new VaultError(
      backend === "passphrase"
        ? "the passphrase does not open the vault"
        : "the vault was made on another machine, or was changed",
    );
  }
}
