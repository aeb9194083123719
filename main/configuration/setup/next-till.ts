import { mkdirSync } from "node:fs";
import type { Environment } from "../../../contract/values/environment.ts";
import type { Clock } from "../../lib/clock.ts";
import { staffMembers } from "../../people/members.ts";
import { makeOwner } from "../../people/owner.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { storeShortlink } from "../../service/connection/stored-shortlink.ts";
import { closeDatabase, openDatabase, transact } from "../../storage/database/database.ts";
import { databasePath } from "../../storage/database/inspection.ts";
import { settingStore, storedSettings } from "../../storage/database/settings.ts";
import { createJournal } from "../../storage/journal/journal.ts";
import { generatedSecret, type SecretName, type Vault } from "../../storage/vault/vault.ts";
import type { Checked } from "../settings/provision.ts";
import type { Provisioned } from "../settings/provisioning-record.ts";
import { storeProvisioning } from "../settings/stored-settings.ts";
import { markAsSetUp } from "./first-run.ts";
import { nextFolder } from "./folders.ts";
import { discardNext, type SetupHost } from "./staging.ts";
import { isStartableTill } from "./swap.ts";

export interface NextTill {
  checked: Checked;
  pin: string;
  was: Environment;
  /** Created by a test, with its client */
  shortlink: { api: ApiClient; id: string; value: string } | null;
  /** The old till's provisioning file, which is ignored from now on */
  file: Provisioned["file"];
}

export async function makeNextTill({ host, clock }: { host: SetupHost; clock: Clock }, next: NextTill): Promise<void> {
  const folder = nextFolder(host.dataDir);
  discardNext(host.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    await fill(folder, await host.openVault(folder), clock, next);
    await verify(folder, await host.openVault(folder), next.checked);
  } catch (error) {
    discardNext(host.dataDir);
    throw error;
  }
}

async function fill(
  folder: string,
  vault: Vault,
  clock: Clock,
  { checked, pin, was, shortlink, file }: NextTill,
): Promise<void> {
  const database = openDatabase(databasePath(folder));
  try {
    const journal = createJournal(database);
    storeProvisioning({ database, vault, journal, now: clock.now(), file }, checked);
    await makeOwner(
      { database, journal, clock },
      { secret: generatedSecret(vault, "pinPepper") },
      pin,
      checked.settings.locale,
    );
    transact(database, () => {
      markAsSetUp(database);
      if (shortlink) storeShortlink(settingStore(database), shortlink.api, shortlink);
      journal.append({ event: "setup.began", data: { after: was } }, clock.now());
    });
  } finally {
    closeDatabase(database);
    vault.close();
  }
}

async function verify(folder: string, vault: Vault, { secrets, settings }: Checked): Promise<void> {
  const database = openDatabase(databasePath(folder));
  try {
    const isStored = Object.entries(secrets).every(([name, value]) => vault.get(name as SecretName) === value);
    const settled = JSON.stringify(storedSettings(database)) === JSON.stringify(settings);
    if (!isStored || !settled || !staffMembers(database).hasOwner())
      throw new Error("the new till's data could not be verified after writing");
  } finally {
    closeDatabase(database);
    vault.close();
  }
  if (!isStartableTill(folder)) throw new Error("the new till's folder is incomplete");
}
