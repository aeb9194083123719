/**
 * The staging area of the set-up, for what is not in force yet: keys and secrets, sealed in a vault of their own, and a
 * note of what its tests made at the service, so that finishing uses it and giving up takes it away.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { setupDraft } from "../../../contract/setup-commands.ts";
import { sameAddress } from "../../../contract/setup-folder.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { hasVault, wipeVault } from "../../storage/vault/files.ts";
import type { SecretName, Vault } from "../../storage/vault/vault.ts";
import { nextFolder, stagingFolder } from "./folders.ts";

/** What a till is given so that it can be set up anew while it runs. */
export interface SetupHost {
  /** The data folder, where what is being set up is staged */
  dataDir: string;
  /** Whether this start was told what the till is (`--demo`, `--config`): nobody is asked to set it up then */
  configuredAtStart: boolean;
  /** Opens the vault of another folder, kept as this till's own is; it is made when there is none. */
  openVault(folder: string): Promise<Vault>;
  /** Whether that was asked for: a command that is under way still begins nothing then that nobody would end */
  isRestarting(): boolean;
  /** Asks for this till to be closed and started again on what its folder holds then */
  restart(): void;
}

/** What tests made at a service that was not there before, and how that service is reached. */
const leftoversSchema = z.object({
  at: setupDraft.pick({ preset: true, service: true, scheme: true, testbed: true }),
  /** The id of a POS */
  pos: z.string().nullable(),
  shortlink: z.object({ id: z.string(), value: z.string() }).nullable(),
  /** What it was made with: see {@link credentialsMark} */
  by: z.string().default(""),
});

export type Leftovers = z.output<typeof leftoversSchema>;

/** What goes to a service as it is, and so to no other than the one that it was given for. */
const givenSchema = z.object({
  /** Changes with the value, and says nothing of it */
  id: z.string(),
  /** The service's address; null: the first one that it is used at */
  at: z.string().nullable(),
});

const noteSchema = z.object({
  /** Where the staged key is from */
  key: z.enum(["made", "imported"]).nullable().default(null),
  /** The chain that belongs to the staged TLS key, PEM */
  tlsCertificate: z.string().nullable().default(null),
  made: leftoversSchema.nullable().default(null),
  secret: givenSchema.nullable().default(null),
  testbedToken: givenSchema.nullable().default(null),
});

/** Nothing secret: beside the staging vault, in the clear. */
export type StagingNote = z.output<typeof noteSchema>;

export const STAGED_NAMES = ["privateKey", "secret", "testbedToken", "tlsKey"] as const satisfies readonly SecretName[];

export type StagedName = (typeof STAGED_NAMES)[number];

/** What a service is told as it is. What is signed with a key tells nothing of the key. */
export type BoundName = Extract<StagedName, "secret" | "testbedToken">;

export interface Staging {
  /** A staged value; null when none was given */
  get(name: StagedName): Promise<string | null>;
  /** The same of what may go to a service; null when it was given for another */
  getFor(name: BoundName, baseUrl: string): Promise<string | null>;
  put(name: StagedName, value: string): Promise<void>;
  /** @param at the address of the service that it is for; null: whichever is the first to get it */
  putFor(name: BoundName, value: string, at: string | null): Promise<void>;
  /** From here on a value is this service's, if it was nobody's yet. Before it is sent. */
  bind(name: BoundName, baseUrl: string): void;
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
  const note = () => readNote(noteFile);
  const remember = (change: Partial<StagingNote>) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileDurably(noteFile, `${JSON.stringify({ ...note(), ...change })}\n`, 0o600);
  };
  const get = async (name: StagedName) => {
    if (vault === null && !hasVault(folder)) return null;
    return (await open()).get(name);
  };
  const put = async (name: StagedName, value: string) => (await open()).put(name, value);
  return {
    get,
    put,
    note,
    remember,
    async getFor(name, baseUrl) {
      const given = note()[name];
      const isFor = given !== null && (given.at === null || sameAddress(given.at, baseUrl));
      return isFor ? get(name) : null;
    },
    async putFor(name, value, at) {
      // In between it is nobody's: a crash must not leave one service's secret under another's address.
      remember({ [name]: null });
      await put(name, value);
      remember({ [name]: { id: randomIdentifier(12), at } });
    },
    bind(name, baseUrl) {
      const given = note()[name];
      if (given?.at === null) remember({ [name]: { ...given, at: baseUrl } });
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

/** What tells credentials from others without telling anything of them; what is the till's own is not staged. */
export function credentialsMark(
  note: StagingNote,
  { scheme, testbed }: Pick<Leftovers["at"], "scheme" | "testbed">,
): string {
  const idOf = (name: BoundName) => note[name]?.id ?? "own";
  return [scheme === "SECRET" ? idOf("secret") : "", testbed ? idOf("testbedToken") : ""].join(" ");
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
