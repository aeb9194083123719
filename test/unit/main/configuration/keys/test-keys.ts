/** The keys module alone: a real database, a real vault and a manual clock. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { keyCommands } from "../../../../../main/configuration/keys/commands.ts";
import { catchUp } from "../../../../../main/configuration/keys/commit.ts";
import {
  openRotatingCredentials,
  type RotatingCredentials,
} from "../../../../../main/configuration/keys/rotating-credentials.ts";
import { type Checked, checkProvisioning } from "../../../../../main/configuration/settings/provision.ts";
import { storeProvisioning } from "../../../../../main/configuration/settings/stored-settings.ts";
import { closeDatabase, type Database, openDatabase } from "../../../../../main/storage/database/database.ts";
import { storedSettings } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import type { Vault } from "../../../../../main/storage/vault/vault.ts";
import { throwawayKeyPair } from "../../../../../sandbox/keys.ts";
import { createManualClock, type ManualClock, TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { newDatabase } from "../../../../support/database.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { testVault } from "../../../../support/vault.ts";

export interface TestKeys extends Disposable {
  clock: ManualClock;
  database: Database;
  vault: Vault;
  /** The `keys.*` commands by their second word */
  keys: ReturnType<typeof byWord>;
  credentials: RotatingCredentials;
  /** The till's next signing key, as the public half or the secret itself */
  signsWith(): string;
  /** The scheme in the settings */
  scheme(): string;
  /** The service's time minus this test's time in ms; null when no response has confirmed it */
  serviceAheadMs: number | null;
  /** The service accepts a request signed with this key. */
  accepts(which: "current" | "previous"): void;
  changes: number;
  events(): string[];
  /** The process crashes, and the next one starts from the files on disk. */
  crash(options?: { provisioned?: Checked }): void;
}

export interface TestKeysOptions {
  scheme?: "RSA-SHA256" | "SECRET";
  throughVault?: (vault: Vault) => Vault;
  service?: Record<string, unknown>;
  demo?: boolean;
}

/** Provisioning with a key pair by name, or a secret. */
export function provisioning(
  auth: { key: string } | { secret: string },
  { service = {}, demo = false }: Pick<TestKeysOptions, "service" | "demo"> = {},
): Checked {
  const checked = checkProvisioning(
    {
      service: {
        ...{ baseUrl: "http://127.0.0.1:9", merchant: "m", user: "u" },
        auth: "key" in auth ? { scheme: "RSA-SHA256", privateKeyFile: "key.pem" } : { scheme: "SECRET", ...auth },
        ...service,
      },
      pos: { id: "counter-1", name: "Counter 1", type: "store" },
      currency: "NOK",
    },
    () => ("key" in auth ? throwawayKeyPair(auth.key).privatePem : ""),
    demo,
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.value;
}

/** The keys of a till that was provisioned with the key `first`, or a secret. */
export function createTestKeys(options: TestKeysOptions = {}): TestKeys {
  const { throughVault = (vault: Vault) => vault, scheme = "RSA-SHA256" } = options;
  const folder = temporaryFolder();
  const clock = createManualClock();
  const log = pino({ level: "silent" });
  const openVault = () => testVault(folder.path);
  const path = join(folder.path, "till.db");

  const start = (provisioned: Checked | null) => {
    const database = existsSync(path) ? openDatabase(path) : newDatabase(path);
    const own = openVault();
    const journal = createJournal(database);
    catchUp({ database, vault: own, clock });
    if (provisioned) storeProvisioning({ database, vault: own, journal, now: clock.now() }, provisioned);
    catchUp({ database, vault: own, clock });
    const settings = storedSettings(database);
    if (!settings) throw new Error("not provisioned");
    const vault = throughVault(own);
    const credentials = openRotatingCredentials(own, settings.service.scheme);
    const { baseUrl, vendor, merchant, user, integrator } = settings.service;
    const keys = keyCommands({
      ...{ database, vault, journal, clock, log, credentials, timeouts: undefined, demo: settings.demo },
      service: { baseUrl, vendor, merchant, user, integrator, testbedToken: null },
      serviceNow: () => (self.serviceAheadMs === null ? null : TEST_EPOCH_MS + clock.monotonic() + self.serviceAheadMs),
      actor: () => "Owner",
      onChange: () => {
        self.changes += 1;
      },
      onExchange: () => undefined,
    });
    return { database, vault: own, credentials, keys: byWord(keys) };
  };
  let running = start(provisioning(scheme === "SECRET" ? { secret: "the-first-secret" } : { key: "first" }, options));

  const self: TestKeys = {
    clock,
    changes: 0,
    serviceAheadMs: 0,
    accepts(which) {
      const credentials = running.credentials.inForce()[which];
      if (credentials === null) throw new Error("it is not kept");
      running.credentials.accepted(which, credentials);
    },
    get database() {
      return running.database;
    },
    get vault() {
      return running.vault;
    },
    get keys() {
      return running.keys;
    },
    get credentials() {
      return running.credentials;
    },
    signsWith() {
      const { current } = running.credentials.inForce();
      if (current.scheme === "SECRET") return current.secret.reveal();
      const view = running.keys.get();
      return (view.ok && view.value.current.publicKeyPem) || "";
    },
    scheme: () => storedSettings(running.database)?.service.scheme ?? "none",
    events: () =>
      running.database
        .prepare<[], { event: string }>(
          "SELECT event FROM journal WHERE event LIKE 'keys.%' OR event LIKE 'vault.%' ORDER BY sequence",
        )
        .all()
        .map(({ event }) => event),
    crash({ provisioned } = {}) {
      running.keys.close();
      // Committed data is on disk; a crash leaves an open handle, too.
      closeDatabase(running.database);
      running = start(provisioned ?? null);
    },
    [Symbol.dispose]() {
      running.keys.close();
      closeDatabase(running.database);
      folder[Symbol.dispose]();
    },
  };
  return self;
}

function byWord({ commands, close }: ReturnType<typeof keyCommands>) {
  return {
    get: commands["keys.get"],
    prepare: commands["keys.prepare"],
    activate: commands["keys.activate"],
    test: commands["keys.test"],
    retire: commands["keys.retire"],
    close,
  };
}
