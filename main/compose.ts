/** From options to a running till: the data folder, its lock, its database and vault, provisioning, the demo. */
import packageJson from "../package.json" with { type: "json" };
import { type Care, startCare } from "./care/care.ts";
import type { Clock } from "./clock.ts";
import { lockOrExplain, makeFolder, openOrExplain, unlockOrExplain } from "./data-folder.ts";
import { type Demo, startDemo } from "./demo.ts";
import { createJournal } from "./journal/journal.ts";
import type { Composition } from "./launch.ts";
import type { Log } from "./log.ts";
import type { LaunchOptions } from "./options.ts";
import { keepProvisioning, keptSettings, ownSecret, putBackSettings } from "./settings/keep.ts";
import { type Checked, readProvisioning } from "./settings/provision.ts";
import { staffService } from "./staff/service.ts";
import { StartupError } from "./startup-error.ts";
import { closeDatabase, type Database } from "./store/database.ts";
import { type RunningTill, startTill } from "./till.ts";
import type { Vault } from "./vault/vault.ts";

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
  const vault = unlockOrExplain(options.dataDir);
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
    care,
    demo,
    provisioning: demo?.provisioning ?? provisioning,
  });
  opened.defer(() => till.close());
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
  database: Database;
  vault: Vault;
  care: Care;
  demo: Demo | null;
  provisioning: Checked | null;
}

async function start({ options, clock, log, database, vault, care, demo, provisioning }: Means) {
  const before = keptSettings(database);
  if (provisioning) await provision(provisioning, { clock, database, vault });
  const settings = keptSettings(database);
  if (settings === null)
    throw new StartupError(2, "This till is not set up: start it with --config FILE, or with --demo.");
  if (vault.get(settings.service.scheme === "SECRET" ? "secret" : "privateKey") === null)
    throw new StartupError(
      1,
      "The till's vault holds no key: provision it again with --config FILE. Nothing was changed.",
    );
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
      disk: care.disk,
    },
    { clock, log },
  ).catch((cause: NodeJS.ErrnoException) => {
    if (cause.syscall !== "listen") throw cause;
    const expected = `an address that this machine has and no other program uses (${settings.callbacks.listen}: ${cause.code})`;
    const problems = [{ field: "callbacks.listen", expected }];
    if (provisioning === null) throw new StartupError(1, "Callbacks cannot be received.", { problems, cause });
    putBackSettings(database, before, clock.now());
    throw new StartupError(2, "The provisioning does not work here. Nothing was changed.", { problems, cause });
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
