import { invalidField } from "../../contract/calls/errors.ts";
import type { StoredSettings } from "../../contract/configuration/settings.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import packageJson from "../../package.json" with { type: "json" };
import { catchUp } from "../configuration/keys/commit.ts";
import { slotOf } from "../configuration/keys/slots.ts";
import { type Checked, readAsUtf8, readProvisioning } from "../configuration/settings/provision.ts";
import { digestOf, provisionedIn } from "../configuration/settings/provisioning-record.ts";
import { provisioningProblems, storeProvisioning } from "../configuration/settings/stored-settings.ts";
import { withoutReplaced } from "../configuration/settings/vault-changes.ts";
import { provisionDemoOwner } from "../configuration/setup/demo-owner.ts";
import { completeSwap } from "../configuration/setup/swap.ts";
import type { LogFiles } from "../lib/logging/log-files.ts";
import { keepLogFiles, type Logging } from "../lib/logging/logging.ts";
import { createSignals, type Signals } from "../lib/signals.ts";
import { StartupError } from "../lib/startup-error.ts";
import type { Desktop } from "../operations/health/host-services.ts";
import { makeOwner } from "../people/owner.ts";
import { listenError } from "../service/callbacks/listen-check.ts";
import { type Maintenance, startMaintenance } from "../storage/backups/maintenance.ts";
import type { StorageContext } from "../storage/context.ts";
import { closeDatabase, onListenerError } from "../storage/database/database.ts";
import type { DiskSpace } from "../storage/database/disk-space.ts";
import { storedSettings } from "../storage/database/settings.ts";
import { createJournal } from "../storage/journal/journal.ts";
import { generatedSecret, type Vault } from "../storage/vault/vault.ts";
import { keepContact } from "./breakdowns.ts";
import type { TillOptions } from "./context.ts";
import { checkPassphrase, lockOrExplain, makeFolder, openOrExplain, unlockOrExplain } from "./data-folder.ts";
import { type Demo, startDemo } from "./demo.ts";
import type { ComposePorts } from "./launch.ts";
import type { LaunchOptions } from "./options.ts";
import type { Composition } from "./restart.ts";
import { startTill } from "./till.ts";

/** Longest delay of readiness by the first contact with the service. */
const FIRST_CONTACT_MS = 8000;

export interface Around {
  logging?: Logging;
  desktop?: Desktop | null;
}

/**
 * Composes and starts a till on its data folder.
 * @throws StartupError with the contract's exit code and the wrong fields, before anything is written
 */
export async function composeTill(options: LaunchOptions, ports: ComposePorts & Around): Promise<Composition> {
  await using opened = new AsyncDisposableStack();
  // Checked first: invalid provisioning changes nothing.
  const file = options.configFile === null ? null : checked(options.configFile);
  checkPassphrase(options.dataDir);
  const folder = prepareFolder(options, ports, opened);
  const storage = await openStorage(options, { ...ports, folder }, opened);
  const provisioned = await applyProvisioning(file, options, { ...ports, ...storage }, opened);
  const { demo, settings, notice, owner } = provisioned;
  const till = await startTill(tillOptions(options, { ...ports, ...storage, logs: folder.logs, demo, settings }), {
    clock: ports.clock,
    log: ports.log,
    events: ports.events,
    signals: storage.signals,
  });
  opened.defer(() => till.close());
  keepContact(options.dataDir, till.contact(), ports.log);
  if (demo) opened.defer(demo.follow(till.events));
  await Promise.all([owner, Promise.race([till.ready, ports.clock.sleep(FIRST_CONTACT_MS, ports.stop)])]);
  const stack = opened.move();
  return { till: { ...till, close: () => stack.disposeAsync() }, sandboxUrl: demo?.url ?? null, notice };
}

interface PreparedFolder {
  logs: LogFiles | null;
  watch(disk: () => DiskSpace): void;
}

/** Locks the data folder, and completes an interrupted setup. */
function prepareFolder(
  { dataDir }: LaunchOptions,
  { clock, log, logging }: ComposePorts & Around,
  opened: AsyncDisposableStack,
): PreparedFolder {
  makeFolder(dataDir);
  const lock = lockOrExplain(dataDir);
  opened.defer(() => lock.release());
  let disk: () => DiskSpace = () => "ok";
  const logs = logging ? keepLogFiles(logging, dataDir, { clock, mayWrite: () => disk() !== "full" }) : null;
  opened.defer(() => logs?.close());
  completeSwap(dataDir, log);
  return {
    logs,
    watch(room) {
      disk = room;
    },
  };
}

interface Storage extends Pick<StorageContext, "database" | "vault"> {
  maintenance: Maintenance;
  signals: Signals;
}

async function openStorage(
  { dataDir }: LaunchOptions,
  { clock, log, openVault, folder }: ComposePorts & { folder: PreparedFolder },
  opened: AsyncDisposableStack,
): Promise<Storage> {
  const vault = await unlockOrExplain(dataDir, openVault);
  opened.defer(() => vault.close());
  const database = await openOrExplain(dataDir, vault, clock.now());
  opened.defer(() => closeDatabase(database));
  onListenerError(database, (err) => log.error({ err }, "a commit listener failed"));
  const signals = createSignals();
  const onChange = () => signals.emit("terminal.outdated");
  const maintenance = startMaintenance({ clock, log, database, vault, folder: dataDir, onChange });
  opened.defer(() => maintenance.close());
  folder.watch(maintenance.disk);
  return { vault, database, maintenance, signals };
}

/** Applies this start's provisioning or the demo's. @returns the resulting settings */
async function applyProvisioning(
  file: Checked | null,
  { configFile, dataDir, demo: isDemo }: LaunchOptions,
  { clock, log, database, vault }: ComposePorts & Storage,
  opened: AsyncDisposableStack,
): Promise<{ demo: Demo | null; settings: StoredSettings; notice: string | null; owner: Promise<void> }> {
  catchUp({ clock, database, vault });
  const storedBefore = storedSettings(database);
  const asApplied = file !== null && configFile !== null ? readAsApplied(vault, file, configFile) : file;
  if (asApplied !== file) log.warn({ configFile }, READ_BEFORE);
  const provisioning = asApplied !== null && isOverridden(vault, asApplied) ? null : asApplied;
  const notice = provisioning === asApplied ? null : SETTLED;
  if (notice !== null) log.warn({ configFile }, notice);
  const wantsDemo = isDemo || (provisioning === null && (storedBefore === null || storedBefore.demo));
  const canBeDemo = storedBefore === null || storedBefore.demo;
  const demo = wantsDemo && canBeDemo ? await startDemo({ dataDir, vault, log }, storedBefore) : null;
  if (demo) opened.defer(() => demo.close());
  if (isDemo && demo === null) throw new StartupError(2, NO_DEMO, { problems: [NOT_HERE] });
  const effective = demo?.provisioning ?? provisioning;
  if (effective) await provision(effective, { clock, database, vault, log });
  // Reconcile the keys again: provisioning may have replaced a rotated key.
  catchUp({ clock, database, vault });
  const settings = storedSettings(database);
  if (settings === null)
    throw new StartupError(2, "This till is not set up: start it with --config FILE, or with --demo.");
  if (vault.use(slotOf("current", settings.service.scheme), () => true) === null)
    throw new StartupError(
      1,
      "The till's vault holds no key: provision it again with --config FILE. Nothing was changed.",
    );
  const owner = putOwner({ clock, database, vault }, { demo, pin: effective?.managerPin ?? null });
  // Awaited after the till is composed, or failed to be.
  const settled = owner.catch(() => undefined);
  opened.defer(() => settled);
  return { demo, settings, notice, owner };
}

/** Stores the first owner's PIN. Hashing is slow and runs while the till is composed. */
async function putOwner(
  { clock, database, vault }: Pick<ComposePorts & Storage, "clock" | "database" | "vault">,
  { demo, pin }: { demo: Demo | null; pin: string | null },
): Promise<void> {
  const ports = { database, journal: createJournal(database), clock };
  if (pin !== null) await makeOwner(ports, { secret: generatedSecret(vault, "pinPepper") }, pin);
  if (demo) await provisionDemoOwner({ ...ports, vault }, demo.shown.managerPin ?? "");
}

interface Opened extends ComposePorts, Around, Storage {
  logs: LogFiles | null;
  demo: Demo | null;
  settings: StoredSettings;
}

function tillOptions(
  { configFile, dataDir, demo: wantsDemo, kiosk, shell }: LaunchOptions,
  { maintenance, database, demo, desktop = null, host, logs, openVault, restart, settings, vault }: Opened,
): TillOptions {
  let restarting = false;
  return {
    settings,
    database,
    vault,
    shell,
    kiosk,
    version: packageJson.version,
    demo: demo?.shown ?? null,
    disk: maintenance.disk,
    hostServices: { folder: dataDir, maintenance, logs, desktop },
    backUp: maintenance.backUp,
    setup: {
      dataDir,
      configuredAtStart: wantsDemo || configFile !== null,
      openVault: (folder) => unlockOrExplain(folder, openVault, vault.consent),
      isRestarting: () => restarting,
      restart() {
        restarting = true;
        restart();
      },
    },
    host,
  };
}

async function provision(
  checkedProvisioning: Checked,
  { clock, database, vault, log }: Pick<ComposePorts & Storage, "clock" | "database" | "vault" | "log">,
): Promise<void> {
  if (vault.weak && !checkedProvisioning.settings.demo) throw new StartupError(2, NO_KEYCHAIN, { problems: [] });
  const journal = createJournal(database);
  const newer = withoutReplaced(vault, checkedProvisioning, storedSettings(database));
  if (newer) log.warn("the provisioned key or secret was replaced later: the current one stays");
  const effective = newer ?? checkedProvisioning;
  const problems = provisioningProblems({ database, vault }, effective);
  if (problems.length > 0)
    throw new StartupError(
      2,
      "The provisioning file and this data folder belong to different tills. Nothing was changed.",
      { problems },
    );
  await refuseAddress(effective, { database, log });
  // The demo's provisioning comes from no file.
  const file = effective.settings.demo ? undefined : { digest: digestOf(checkedProvisioning), settled: false };
  storeProvisioning({ database, vault, journal, now: clock.now(), file }, effective);
}

/** Refuses new provisioning whose callback address does not work. An unchanged address may become available later. */
async function refuseAddress(
  { settings, secrets }: Checked,
  { database, log }: Pick<ComposePorts & Storage, "database" | "log">,
): Promise<void> {
  const { listen } = settings.callbacks;
  const isKept = JSON.stringify(storedSettings(database)) === JSON.stringify(settings);
  if (listen === null || settings.demo || isKept) return;
  const cause = await listenError(settings, { listen, tlsKey: secrets.tlsKey ?? "", log });
  if (cause === null) return;
  if (cause.syscall !== "listen") throw cause;
  const problems = [
    invalidField("callbacks.listen", reasonFor("setup_address", { detail: `${listen}: ${cause.code}` })),
  ];
  throw new StartupError(2, "The provisioning does not work on this machine. Nothing was changed.", {
    problems,
    cause,
  });
}

/**
 * Returns an unchanged file as an earlier version read it, so that an update does not apply it again over later
 * changes.
 */
function readAsApplied(vault: Vault, file: Checked, configFile: string): Checked {
  const applied = provisionedIn(vault)?.file?.digest;
  if (applied === undefined || applied === digestOf(file)) return file;
  const previousText = readAsUtf8(configFile);
  return previousText !== null && digestOf(previousText) === applied ? previousText : file;
}

/** True if a person changed the setup after this file was applied. */
function isOverridden(vault: Vault, file: Checked): boolean {
  const appliedFile = provisionedIn(vault)?.file ?? null;
  return appliedFile?.settled === true && appliedFile.digest === digestOf(file);
}

const NO_DEMO = "This data folder belongs to a real till. Nothing was changed.";
const NOT_HERE = { field: "--demo", expected: "another data folder (--data): a demo needs its own" };

const SETTLED =
  "The provisioning file was applied earlier, and this till's settings were changed in its window since. The file is ignored: change it to apply it, or start without --config.";

const READ_BEFORE =
  "The provisioning file has not changed since an earlier version applied it. That version could not read its encoding, and its settings stay as they were read then. Save the file as UTF-8 to apply it again.";

const NO_KEYCHAIN =
  "This machine has no keychain, and the owner has not accepted that in writing, so no key was stored. Nothing was changed. Set TILL_PASSPHRASE, or start the till without --config, accept it in the wizard and provision it then.";

function checked(configFile: string): Checked {
  const result = readProvisioning(configFile);
  if (result.ok) return result.value;
  // The problem of an unreadable file contains its path.
  const place = result.problems.some(({ field }) => field === configFile) ? "" : ` in ${configFile}`;
  throw new StartupError(2, `The provisioning${place} is invalid. Nothing was changed.`, {
    problems: result.problems,
  });
}
