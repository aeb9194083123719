/** From options to a running till: the data folder, its lock, its database and vault, provisioning, the demo. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import packageJson from "../package.json" with { type: "json" };
import type { Clock } from "./clock.ts";
import { type Demo, startDemo } from "./demo.ts";
import { createJournal } from "./journal/journal.ts";
import type { Composition } from "./launch.ts";
import type { Log } from "./log.ts";
import type { LaunchOptions } from "./options.ts";
import { keepProvisioning, keptSettings, ownSecret } from "./settings/keep.ts";
import { type Checked, readProvisioning } from "./settings/provision.ts";
import { staffService } from "./staff/service.ts";
import { StartupError } from "./startup-error.ts";
import { closeDatabase, type Database, NewerDatabaseError, openDatabase } from "./store/database.ts";
import { FolderInUseError, lockFolder } from "./store/lock.ts";
import { startTill } from "./till.ts";
import { openFileVault } from "./vault/file-vault.ts";
import { type Vault, VaultError } from "./vault/vault.ts";

/** How long the first contact with the service may keep the till from saying that it is ready. */
const FIRST_CONTACT_MS = 8000;

/**
 * Puts a till together on its data folder and starts it.
 * @throws StartupError with the contract's exit code and the fields that are wrong; nothing was written then
 */
export async function composeTill(
  options: LaunchOptions,
  { clock, log, stop }: { clock: Clock; log: Log; stop: AbortSignal },
): Promise<Composition> {
  await using opened = new AsyncDisposableStack();
  // Checked before anything is written: bad provisioning changes nothing.
  const provisioning = options.configFile === null ? null : checked(options.configFile);
  makeFolder(options.dataDir);
  const lock = lockOrExplain(options.dataDir);
  opened.defer(() => lock.release());
  const database = openOrExplain(join(options.dataDir, "till.db"));
  opened.defer(() => closeDatabase(database));
  const vault = unlockOrExplain(options.dataDir);
  const before = keptSettings(database);
  const wantsDemo = options.demo || (provisioning === null && (before === null || before.demo));
  const demo = wantsDemo && (before === null || before.demo) ? await startDemo(options.dataDir, vault, log) : null;
  if (demo) opened.defer(() => demo.close());
  if (options.demo && demo === null) {
    throw new StartupError(2, "This data folder belongs to a real till.", {
      problems: [{ field: "--demo", expected: "another data folder (--data)" }],
    });
  }
  const till = await start({
    options,
    clock,
    log,
    database,
    vault,
    demo,
    provisioning: demo?.provisioning ?? provisioning,
  });
  opened.defer(() => till.close());
  await Promise.race([till.ready, clock.sleep(FIRST_CONTACT_MS, stop)]);
  const running = opened.move();
  return { till: { ...till, close: () => running.disposeAsync() }, sandboxUrl: demo?.url ?? null };
}

interface Means {
  options: LaunchOptions;
  clock: Clock;
  log: Log;
  database: Database;
  vault: Vault;
  demo: Demo | null;
  provisioning: Checked | null;
}

async function start({ options, clock, log, database, vault, demo, provisioning }: Means) {
  if (provisioning) await provision(provisioning, { clock, database, vault });
  const settings = keptSettings(database);
  if (settings === null)
    throw new StartupError(2, "This till is not set up: start it with --config FILE, or with --demo.");
  const { shell, kiosk } = options;
  const till = await startTill(
    {
      settings,
      database,
      vault,
      shell,
      kiosk,
      version: packageJson.version,
      demo: demo?.shown ?? null,
      disk: () => "ok",
    },
    { clock, log },
  ).catch((cause: NodeJS.ErrnoException) => {
    if (cause.syscall !== "listen") throw cause;
    const expected = `an address that this machine has and no other program uses (${settings.callbacks.listen}: ${cause.code})`;
    const problems = [{ field: "callbacks.listen", expected }];
    throw new StartupError(1, "Callbacks cannot be received.", { problems, cause });
  });
  demo?.follow(till.events);
  return till;
}

async function provision(
  checkedProvisioning: Checked,
  { clock, database, vault }: Pick<Means, "clock" | "database" | "vault">,
): Promise<void> {
  const journal = createJournal(database);
  const problems = keepProvisioning({ database, vault, journal, now: clock.now() }, checkedProvisioning);
  if (problems.length > 0)
    throw new StartupError(2, "The provisioning does not fit this data folder. Nothing was changed.", { problems });
  const { managerPin } = checkedProvisioning;
  if (managerPin === null) return;
  const pepper = ownSecret(vault, "pinPepper");
  await staffService({ database, journal, clock, pepper, onChange: () => undefined }).provisionOwner(managerPin);
}

function checked(configFile: string): Checked {
  const result = readProvisioning(configFile);
  if (result.ok) return result.value;
  throw new StartupError(2, `The provisioning in ${configFile} is not right. Nothing was changed.`, {
    problems: result.problems,
  });
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartupError(2, "The data folder cannot be made.", {
      problems: [{ field: "--data", expected: `a folder that can be written to (${folder})` }],
      cause,
    });
  }
}

function lockOrExplain(folder: string) {
  try {
    return lockFolder(folder);
  } catch (cause) {
    if (cause instanceof FolderInUseError)
      throw new StartupError(3, `${cause.message}: close it first, or use another --data folder.`, { cause });
    throw new StartupError(1, `The data folder cannot be used: ${folder}`, { cause });
  }
}

function openOrExplain(path: string): Database {
  try {
    return openDatabase(path);
  } catch (cause) {
    if (cause instanceof NewerDatabaseError) {
      throw new StartupError(
        1,
        `${path} was written by a newer till. It was not touched: start that version, or restore a backup.`,
        { cause },
      );
    }
    if (cause instanceof Sqlite.SqliteError) {
      throw new StartupError(
        1,
        `${path} cannot be opened as the till's database (${cause.code}). It was not touched: keep a copy of it, and restore a backup.`,
        { cause },
      );
    }
    throw cause;
  }
}

function unlockOrExplain(folder: string): Vault {
  try {
    return openFileVault(folder, { passphrase: process.env.TILL_PASSPHRASE, machineId: machineId() });
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause;
    throw new StartupError(1, `The till's keys cannot be opened: ${cause.message}. Nothing was changed.`, { cause });
  }
}

/** Something that stays with this machine and does not travel with a copied folder. */
function machineId(): string {
  const path = ["/etc/machine-id", "/var/lib/dbus/machine-id"].find((candidate) => existsSync(candidate));
  return path ? readFileSync(path, "utf8").trim() : hostname();
}
