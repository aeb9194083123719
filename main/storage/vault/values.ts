/** The vault's values in memory, in separate buffers that can be wiped, and their encoding. */
import type { SecretName, Vault, VaultChanges } from "./vault.ts";

export type Values = Map<SecretName, Buffer>;

/** Copies a text to unshared memory; small buffers usually come from a common pool. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

export function wipeValues(values: Values): void {
  for (const bytes of values.values()) bytes.fill(0);
  values.clear();
}

export function sameValues(left: Values, right: Values): boolean {
  return left.size === right.size && [...left].every(([name, bytes]) => right.get(name)?.equals(bytes) === true);
}

/** Encodes all values in one buffer, as length-prefixed names and contents. The caller wipes it. */
export function encodeValues(values: Values): Buffer {
  const size = [...values].reduce((sum, [name, bytes]) => sum + 1 + Buffer.byteLength(name) + 4 + bytes.length, 0);
  const encoded = Buffer.allocUnsafeSlow(size);
  let offset = 0;
  for (const [name, bytes] of values) {
    offset = encoded.writeUInt8(Buffer.byteLength(name), offset);
    offset += encoded.write(name, offset);
    offset = encoded.writeUInt32BE(bytes.length, offset);
    offset += bytes.copy(encoded, offset);
  }
  return encoded;
}

/** Decodes {@link encodeValues}. Throws RangeError for truncated bytes. */
export function decodeValues(encoded: Buffer): Values {
  const values: Values = new Map();
  for (let offset = 0; offset < encoded.length; ) {
    const name = encoded.toString("utf8", offset + 1, offset + 1 + encoded.readUInt8(offset)) as SecretName;
    offset += 1 + encoded.readUInt8(offset);
    const length = encoded.readUInt32BE(offset);
    if (offset + 4 + length > encoded.length) throw new RangeError("a stored value is truncated");
    const bytes = Buffer.allocUnsafeSlow(length);
    encoded.copy(bytes, 0, offset + 4, offset + 4 + length);
    values.set(name, bytes);
    offset += 4 + length;
  }
  return values;
}

export interface VaultBackend extends Pick<Vault, "backend" | "accept"> {
  weak(): boolean;
  consent(): Vault["consent"];
  /** Seals all values and writes them durably. */
  write(values: Values): void;
}

/** Consent of backends that need none; see {@link Vault.accept}. */
export const STRONG = {
  weak: () => false,
  consent: () => null,
  accept() {
    throw new Error("this vault needs no consent");
  },
} as const;

/** Creates a vault over values, and takes ownership of the map. */
export function createVault(values: Values, { backend, weak, consent, accept, write }: VaultBackend): Vault {
  let open = true;
  const read = (name: SecretName) => {
    if (!open) throw new Error("the vault is closed");
    return values.get(name);
  };
  const vault: Vault = {
    backend,
    get weak() {
      return weak();
    },
    get consent() {
      return consent();
    },
    get: (name) => read(name)?.toString("utf8") ?? null,
    use(name, make) {
      const bytes = read(name);
      return bytes === undefined ? null : make(bytes);
    },
    put: (name, value) => vault.change({ [name]: value }),
    change(changes) {
      if (!open) throw new Error("the vault is closed");
      const changed = changedValues(values, changes);
      // Written to disk first, so that memory never holds unsaved values.
      write(changed);
      for (const [name, bytes] of values) if (changed.get(name) !== bytes) bytes.fill(0);
      values = changed;
    },
    accept,
    close() {
      open = false;
      wipeValues(values);
    },
  };
  return vault;
}

function changedValues(values: Values, changes: VaultChanges): Values {
  const changed: Values = new Map(values);
  for (const [name, change] of Object.entries(changes) as [SecretName, VaultChanges[SecretName]][]) {
    if (change === undefined) continue;
    const bytes = typeof change === "string" ? bytesOf(change) : change && copyOf(values.get(change.from));
    if (bytes) changed.set(name, bytes);
    else changed.delete(name);
  }
  return changed;
}

function copyOf(bytes: Buffer | undefined): Buffer | null {
  if (bytes === undefined) return null;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
