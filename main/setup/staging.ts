/**
 * What the wizard was given and what is not in force yet: keys and secrets, sealed in a vault of their own, and a note
 * of what its tests made at the service, so that finishing uses it and giving up takes it away.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { setupDraft } from "../../contract/setup-inputs.ts";
import { writeFileDurably } from "../store/durable-file.ts";
import { vaultFiles } from "../vault/files.ts";
import type { SecretName, Vault } from "../vault/vault.ts";
import { wipeVault } from "../vault/wipe.ts";
import { nextFolder, stagingFolder } from "./folders.ts";
import type { SetupHost } from "./host.ts";

/** What tests made at a service that was not there before, and how that service is reached. */
const madeSchema = z.object({
  at: setupDraft.pick({ preset: true, service: true, scheme: true, testbed: true }),
  /** The id of a POS */
  pos: z.string().nullable(),
  shortlink: z.object({ id: z.string(), value: z.string() }).nullable(),
});

export type Made = z.output<typeof madeSchema>;

const noteSchema = z.object({
  /** Where the staged key is from */
  key: z.enum(["made", "imported"]).nullable().default(null),
  /** The chain that belongs to the staged TLS key, PEM */
  tlsCertificate: z.string().nullable().default(null),
  made: madeSchema.nullable().default(null),
});

/** Nothing secret: beside the staging vault, in the clear. */
export type StagingNote = z.output<typeof noteSchema>;

export type StagedName = Extract<SecretName, "privateKey" | "secret" | "testbedToken" | "tlsKey">;

export interface Staging {
  /** A staged value; null when none was given */
  get(name: StagedName): Promise<string | null>;
  put(name: StagedName, value: string): Promise<void>;
  note(): StagingNote;
  remember(change: Partial<StagingNote>): void;
  /** Forgets all of it: keys and secrets are overwritten */
  clear(): void;
  close(): Promise<void>;
}

/** Opens what is staged in a data folder. Nothing is written before something is put. */
export function openStaging({ dataDir, openVault }: SetupHost): Staging {
  const folder = stagingFolder(dataDir);
  const noteFile = join(folder, "staged.json");
  let vault: Promise<Vault> | null = null;
  const open = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // What was staged under another passphrase, or on another machine, is of no use: it is given once more.
    vault ??= openVault(folder).catch(() => {
      clearStaging(dataDir);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return openVault(folder);
    });
    return vault;
  };
  return {
    async get(name) {
      if (vault === null && !hasVault(folder)) return null;
      return (await open()).get(name);
    },
    async put(name, value) {
      (await open()).put(name, value);
    },
    note: () => readNote(noteFile),
    remember(change) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileDurably(noteFile, `${JSON.stringify({ ...readNote(noteFile), ...change })}\n`, 0o600);
    },
    clear() {
      void vault?.then((opened) => opened.close());
      vault = null;
      clearStaging(dataDir);
    },
    async close() {
      (await vault)?.close();
      vault = null;
    },
  };
}

/** Overwrites what is staged in a data folder, and takes it away; a till that was to take this one's place too. */
export function clearStaging(dataDir: string): void {
  discardNext(dataDir);
  const folder = stagingFolder(dataDir);
  if (!existsSync(folder)) return;
  wipeVault(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Takes away a till that was to take this one's place, and never came to. */
export function discardNext(dataDir: string): void {
  const folder = nextFolder(dataDir);
  if (!existsSync(folder)) return;
  wipeVault(folder);
  rmSync(folder, { recursive: true, force: true });
}

function hasVault(folder: string): boolean {
  const { file, keychain } = vaultFiles(folder);
  return existsSync(file) || existsSync(keychain);
}

function readNote(path: string): StagingNote {
  const nothing = noteSchema.parse({});
  if (!existsSync(path)) return nothing;
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // What tests made at the service is no longer known; finishing finds or makes it again.
    return nothing;
  }
}
