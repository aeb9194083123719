/** The staging area of an unfinished set-up: a vault of its own, and a note of what tests created at the service. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { setupDraft } from "../../../contract/configuration/setup-commands.ts";
import { sameAddress } from "../../../contract/configuration/setup-folder.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { hasVault, wipeVault } from "../../storage/vault/files.ts";
import type { SecretName, Vault } from "../../storage/vault/vault.ts";
import { nextFolder, stagingFolder } from "./folders.ts";

export interface SetupHost {
  dataDir: string;
  /** True when `--demo` or `--config` defined the till, so that the wizard is not offered */
  configuredAtStart: boolean;
  /** Opens or creates the vault of another folder, protected like this till's own */
  openVault(folder: string): Promise<Vault>;
  /** True once a restart was requested. Commands in progress start nothing more then */
  isRestarting(): boolean;
  restart(): void;
}

const leftoversSchema = z.object({
  at: setupDraft.pick({ preset: true, service: true, scheme: true, testbed: true }),
  pos: z.string().nullable(),
  shortlink: z.object({ id: z.string(), value: z.string() }).nullable(),
  by: z.string().default(""),
});

export type Leftovers = z.output<typeof leftoversSchema>;

/** Values that are sent as they are, and only to their service. */
const boundValueSchema = z.object({
  id: z.string(),
  /** The service's address; null: the first one that it is used at */
  at: z.string().nullable(),
});

const noteSchema = z.object({
  key: z.enum(["made", "imported"]).nullable().default(null),
  tlsCertificate: z.string().nullable().default(null),
  made: leftoversSchema.nullable().default(null),
  secret: boundValueSchema.nullable().default(null),
  testbedToken: boundValueSchema.nullable().default(null),
});

export type StagingNote = z.output<typeof noteSchema>;

export const STAGED_NAMES = ["privateKey", "secret", "testbedToken", "tlsKey"] as const satisfies readonly SecretName[];

export type StagedName = (typeof STAGED_NAMES)[number];

export type BoundName = Extract<StagedName, "secret" | "testbedToken">;

export type Staging = ReturnType<typeof openStaging>;

/** Opens the staging area. Nothing is written before the first value. */
export function openStaging({ dataDir, openVault }: SetupHost) {
  const folder = stagingFolder(dataDir);
  const noteFile = join(folder, "staged.json");
  let vault: Promise<Vault> | null = null;
  const open = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Values of another passphrase or machine are unusable and must be entered again.
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
    /** Returns null when the value was given for another service */
    async getFor(name: BoundName, baseUrl: string) {
      const bound = note()[name];
      const isFor = bound !== null && (bound.at === null || sameAddress(bound.at, baseUrl));
      return isFor ? get(name) : null;
    },
    /** Stores a value for one service. `at` null: for the first one used */
    async putFor(name: BoundName, value: string, at: string | null) {
      // Cleared first, so that a crash cannot store one service's secret under another's address.
      remember({ [name]: null });
      await put(name, value);
      remember({ [name]: { id: randomIdentifier(12), at } });
    },
    /** Binds an unbound value to a service, before it is sent. */
    bind(name: BoundName, baseUrl: string) {
      const bound = note()[name];
      if (bound?.at === null) remember({ [name]: { ...bound, at: baseUrl } });
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

/** Overwrites and removes the staging area and an unfinished new till. */
export function clearStaging(dataDir: string): void {
  discardNext(dataDir);
  const folder = stagingFolder(dataDir);
  if (!existsSync(folder)) return;
  wipeVault(folder);
  rmSync(folder, { recursive: true, force: true });
}

export function discardNext(dataDir: string): void {
  const folder = nextFolder(dataDir);
  if (!existsSync(folder)) return;
  wipeVault(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Identifies staged credentials without revealing them. The till's own are not staged. */
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
    // An unreadable note loses what tests created; `setup.finish` finds or creates it again.
    return nothing;
  }
}
