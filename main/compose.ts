/** From options to a running till: the data folder, its lock, its database and vault, provisioning, the demo. */
import packageJson from "../package.json" with { type: "json" };
import type { EventStream } from "./bridge/events.ts";
import { type Care, startCare } from "./care/care.ts";
import type { Clock } from "./clock.ts";
import type { RunningTill } from "./composition/base.ts";
import { lockOrExplain, makeFolder, openOrExplain, unlockOrExplain } from "./data-folder.ts";
import { type Demo, startDemo } from "./demo.ts";
import type { Desktop, Surroundings } from "./diagnostics/surroundings.ts";
import { createJournal } from "./journal/journal.ts";
import { catchUp } from "./keys/commit.ts";
import { withoutReplaced } from "./keys/provisioned.ts";
import { slotOf } from "./keys/slots.ts";
import type { ComposePorts } from "./launch.ts";
import type { Log } from "./log.ts";
import { keepLogFiles, type Logging } from "./logging/logging.ts";
import type { LaunchOptions } from "./options.ts";
import { keepProvisioning, keptSettings, putBackSettings } from "./settings/keep.ts";
import { type Checked, readProvisioning } from "./settings/provision.ts";
import { makeOwner, provisionDemoOwner } from "./setup/demo-owner.ts";
import { completeSwap } from "./setup/swap.ts";
import type { Composition } from "./standing.ts";
import { StartupError } from "./startup-error.ts";
import { closeDatabase, type Database } from "./store/database.ts";
import { startTill } from "./till.ts";
import type { Vault } from "./vault/vault.ts";

/** How long the first contact with the service may keep the till from saying that it is ready. */
const FIRST_CONTACT_MS = 8000;

/** What the shell that starts a till has beyond what every shell has. */
export interface Around {
  /** The log of this process, to be kept in the data folder too */
  logging?: Logging;
  desktop?: Desktop | null;
}

/**
 * Puts a till together on its data folder and starts it.
 * @throws StartupError with the contract's exit code and the fields that are wrong; nothing was written then
 */
export async function composeTill(
  options: LaunchOptions,
  { clock, log, stop, events, restart, host, openVault, logging, desktop = null }: ComposePorts & Around,
): Promise<Composition> {
  await using opened = new AsyncDisposableStack();
  // Checked before anything is written: bad provisioning changes nothing.
  const provisioning = options.configFile === null ? null : checked(options.configFile);
  makeFolder(options.dataDir);
  const lock = lockOrExplain(options.dataDir);
  opened.defer(() => lock.release());
  const room: { care: Care | null } = { care: null };
  const logs = logging
    ? keepLogFiles(logging, options.dataDir, { clock, mayWrite: () => room.care?.disk() !== "full" })
    : null;
  opened.defer(() => logs?.close());
  completeSwap(options.dataDir, log);
  const vault = await unlockOrExplain(options.dataDir, openVault);
  opened.defer(() => vault.close());
  const database = await openOrExplain(options.dataDir, vault, clock.now());
  opened.defer(() => closeDatabase(database));
  const running: { till: RunningTill | null } = { till: null };
  const care = startCare({
    clock,
    log,
    database,
    vault,
    folder: options.dataDir,
    onChange: () => announceIn(running.till),
  });
  opened.defer(() => care.close());
  room.care = care;
  catchUp({ clock, database, vault });
  const before = keptSettings(database);
  const wantsDemo = options.demo || (provisioning === null && (before === null || before.demo));
  const demo =
    wantsDemo && (before === null || before.demo)
      ? await startDemo({ dataDir: options.dataDir, vault, log }, before)
      : null;
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
    events,
    restart,
    host,
    openVault,
    database,
    vault,
    care,
    surroundings: { folder: options.dataDir, care, logs, desktop },
    demo,
    provisioning: demo?.provisioning ?? provisioning,
  });
  opened.defer(() => till.close());
  if (demo) opened.defer(demo.follow(till.events));
  running.till = till;
  await Promise.race([till.ready, clock.sleep(FIRST_CONTACT_MS, stop)]);
  const whole = opened.move();
  return { till: { ...till, close: () => whole.disposeAsync() }, sandboxUrl: demo?.url ?? null };
}

/** The care began before the till: what it has to say until then is in the till's first view anyway. */
function announceIn(till: RunningTill | null): void {
  till?.events.publish({ type: "terminal.changed", terminal: till.terminal() });
}

interface Means {
  options: LaunchOptions;
  clock: Clock;
  log: Log;
  events: EventStream;
  restart(): void;
  host: ComposePorts["host"];
  openVault: ComposePorts["openVault"];
  database: Database;
  vault: Vault;
  care: Care;
  surroundings: Surroundings;
  demo: Demo | null;
  provisioning: Checked | null;
}

async function start(means: Means) {
  const { options, clock, log, events, restart, host, openVault, database, vault, care, demo, provisioning } = means;
  const before = keptSettings(database);
  if (provisioning) await provision(provisioning, { clock, database, vault, log });
  // Once more: what was provisioned may have taken the place of what a rotation had put there.
  catchUp({ clock, database, vault });
  if (demo)
    await provisionDemoOwner({ database, journal: createJournal(database), clock, vault }, demo.shown.managerPin ?? "");
  const settings = keptSettings(database);
  if (settings === null)
    throw new StartupError(2, "This till is not set up: start it with --config FILE, or with --demo.");
  if (vault.use(slotOf("current", settings.service.scheme), () => true) === null)
    throw new StartupError(
      1,
      "The till's vault holds no key: provision it again with --config FILE. Nothing was changed.",
    );
  const { shell, kiosk } = options;
  // What the closures below hold lives as long as the till: not the provisioning, which has the keys' text in it.
  const isNew = provisioning !== null && demo === null;
  const till = await startTill(
    {
      settings,
      database,
      vault,
      shell,
      kiosk,
      version: packageJson.version,
      demo: demo?.shown ?? null,
      disk: care.disk,
      surroundings: means.surroundings,
      backUp: care.backUp,
      setup: {
        dataDir: options.dataDir,
        told: options.demo || options.configFile !== null,
        openVault: (folder) => unlockOrExplain(folder, openVault, vault.consent),
        restart,
      },
      host,
    },
    { clock, log, events },
  ).catch((cause: NodeJS.ErrnoException) => {
    if (cause.syscall !== "listen") throw cause;
    const expected = `an address that this machine has and no other program uses (${settings.callbacks.listen}: ${cause.code})`;
    const problems = [{ field: "callbacks.listen", expected }];
    if (!isNew) throw new StartupError(1, "Callbacks cannot be received.", { problems, cause });
    putBackSettings(database, before, clock.now());
    throw new StartupError(2, "The provisioning does not work here. Nothing was changed.", { problems, cause });
  });
  return till;
}

async function provision(
  checkedProvisioning: Checked,
  { clock, database, vault, log }: Pick<Means, "clock" | "database" | "vault" | "log">,
): Promise<void> {
  if (vault.weak && !checkedProvisioning.settings.demo) throw new StartupError(2, NO_KEYCHAIN, { problems: [] });
  const journal = createJournal(database);
  const newer = withoutReplaced(vault, checkedProvisioning);
  if (newer) log.warn("the provisioning names a key or secret that was replaced since: the one in force stays");
  const problems = keepProvisioning({ database, vault, journal, now: clock.now() }, newer ?? checkedProvisioning);
  if (problems.length > 0)
    throw new StartupError(2, "The provisioning does not fit this data folder. Nothing was changed.", { problems });
  const { managerPin } = checkedProvisioning;
  if (managerPin !== null) await makeOwner({ database, journal, clock }, vault, managerPin);
}

const NO_KEYCHAIN =
  "This machine has no keychain, and nobody has accepted that in writing: no key is kept here. Set TILL_PASSPHRASE, or start the till without --config, accept it in the wizard and provision it then. Nothing was changed.";

function checked(configFile: string): Checked {
  const result = readProvisioning(configFile);
  if (result.ok) return result.value;
  throw new StartupError(2, `The provisioning in ${configFile} is not right. Nothing was changed.`, {
    problems: result.problems,
  });
}
