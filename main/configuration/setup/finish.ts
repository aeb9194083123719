/**
 * `setup.finish` applies a draft. Another merchant, service, currency or environment gets a new till in a folder next
 * to this one, which replaces it at the restart.
 */
import { isDeepStrictEqual } from "node:util";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { managerPinWeakness } from "../../../contract/calls/pins.ts";
import type { SetupDraft } from "../../../contract/configuration/setup.ts";
import { environmentOfDraft, needsNewFolder } from "../../../contract/configuration/setup-folder.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Environment } from "../../../contract/values/environment.ts";
import { findByPin, staffMembers } from "../../people/members.ts";
import { preparedOwner } from "../../people/owner.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { deletePos } from "../../service/api/pos.ts";
import { listenError } from "../../service/callbacks/listen-check.ts";
import { readShortlink, storeShortlink } from "../../service/connection/stored-shortlink.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { generatedSecret } from "../../storage/vault/vault.ts";
import { environmentOf } from "../settings/environment.ts";
import { isUsed, openBusiness } from "../settings/open-business.ts";
import type { Checked } from "../settings/provision.ts";
import { isVaultAhead, overriddenFile } from "../settings/provisioning-record.ts";
import { provisioningProblems, storeProvisioning } from "../settings/stored-settings.ts";
import { markAsSetUp } from "./first-run.ts";
import { makeNextTill } from "./next-till.ts";
import { discardNext } from "./staging.ts";
import { planSwap } from "./swap.ts";
import { cannotListen } from "./trials/callback.ts";
import { leftoversAt } from "./trials/leftovers.ts";
import { refusedField, type Wizard } from "./wizard.ts";

type Finished = Promise<Result<{ restarting: boolean }>>;

export function finishCommand(wizard: Wizard) {
  let isFinishing = false;
  return {
    async "setup.finish"(input: CommandInput<"setup.finish">): Finished {
      if (isFinishing) return failed("conflict", { because: reasonFor("setup_under_way") });
      isFinishing = true;
      return finish(wizard, input).finally(() => {
        isFinishing = false;
      });
    },
  };
}

async function finish(wizard: Wizard, { draft, pin }: CommandInput<"setup.finish">): Finished {
  const { settings, vault } = wizard;
  // Evaluate before awaiting: payments started later are not part of the user's decision.
  const isNew = () => needsNewFolder({ draft: wizard.current(), used: isUsed(wizard.database) }, draft);
  const needsFolder = isNew();
  const checked = await wizard.check(draft);
  if (!checked.ok) return failed("invalid_input", { fields: checked.problems });
  const was = environmentOf(settings, vault);
  const is = environmentOfDraft(draft);
  const refusal =
    (await pinRefusal(wizard, { pin, inNewFolder: needsFolder })) ??
    keyStoreRefusal(wizard, draft) ??
    (await addressRefusal(wizard, checked.value));
  if (refusal) return refusal;
  const leftovers = leftoversAt(wizard.staging, draft);
  await removeUnusedPos(wizard, draft, checked.value);
  return needsFolder
    ? finishInNewFolder(wizard, withoutShop(wizard, draft, checked.value), {
        pin,
        was,
        is,
        shortlink: leftovers.shortlink(),
      })
    : finishInPlace(wizard, checked.value, { pin, is, isNew, shortlink: leftovers.shortlink() });
}

/** A new till needs an owner; an existing one keeps its staff. */
async function pinRefusal(
  { hasOwner, database, vault }: Wizard,
  { pin, inNewFolder }: { pin: string | undefined; inNewFolder: boolean },
) {
  if (pin === undefined) {
    const needed = inNewFolder || !hasOwner();
    return needed ? refusedField("pin", reasonFor("setup_owner_pin")) : null;
  }
  const weak = managerPinWeakness(pin);
  if (weak !== null) return refusedField("pin", weak);
  if (inNewFolder) return null;
  const others = staffMembers(database)
    .all()
    .filter(({ active, role }) => active && role !== "owner");
  const isPinTaken = await findByPin(others, pin, { secret: generatedSecret(vault, "pinPepper") });
  return isPinTaken ? refusedField("pin", reasonFor("pin_taken")) : null;
}

/** Refuses to store real keys without a secure key store. */
function keyStoreRefusal({ vault }: Wizard, { preset }: SetupDraft) {
  if (!vault.weak || preset === "demo") return null;
  return failed("illegal_state", { because: reasonFor("setup_no_safe_place") });
}

/** Tests the callback address now, while this till still runs. */
async function addressRefusal({ receiver, log }: Wizard, { settings, secrets }: Checked) {
  const { listen } = settings.callbacks;
  if (listen === null) return null;
  const port = Number(listen.slice(listen.lastIndexOf(":") + 1));
  // The port is released at the restart.
  const address = port !== 0 && port === receiver()?.port ? listen.replace(/\d+$/, "0") : listen;
  const error = await listenError(settings, { listen: address, tlsKey: secrets.tlsKey ?? "", log });
  if (error === null) return null;
  const { finding, values } = cannotListen(error, listen);
  if (finding === "callback.tls_files")
    return refusedField("secrets.tls", reasonFor("pem_pair", { detail: String(values.detail) }));
  const expected = reasonFor("setup_address", { detail: String(values.detail ?? "EADDRINUSE") });
  return refusedField("callbacks.listen", expected);
}

/** Tests of earlier drafts may have created a point of sale or a shortlink. */
async function removeUnusedPos(wizard: Wizard, draft: SetupDraft, checked: Checked): Promise<void> {
  await wizard.removeLeftovers(draft.preset === "demo" && !wizard.settings.demo ? null : draft);
  const leftovers = leftoversAt(wizard.staging, draft);
  const pos = leftovers.pos();
  if (pos === null || pos === checked.settings.pos.id) return;
  const api = wizard.connect(checked);
  try {
    await deletePos(api, pos);
  } finally {
    await api.close();
  }
}

interface Ending {
  pin: string | undefined;
  is: Environment;
  /** Shortlink that a test created, reused by the next start */
  shortlink: { id: string; value: string } | null;
}

async function finishInPlace(wizard: Wizard, checked: Checked, ending: Ending & { isNew: () => boolean }): Finished {
  const { database, vault, journal, clock, setup } = wizard;
  const createOwner =
    ending.pin === undefined
      ? null
      : await preparedOwner(
          { database, journal, clock },
          { secret: generatedSecret(vault, "pinPepper") },
          ending.pin,
          checked.settings.locale,
        );
  const api = wizard.connect(checked);
  // Synchronous until the restart, so that no payment starts at one service and continues at the other.
  try {
    const refusal = inPlaceRefusal(wizard, checked, ending.isNew());
    if (refusal) return refusal;
    applyDraft(wizard, checked, { ...ending, api, putOwner: createOwner });
    wizard.staging.clear();
    setup.restart();
    return done({ restarting: true });
  } catch (error) {
    // The vault already has the new keys, so the till restarts with their settings.
    if (isVaultAhead({ database, vault })) setup.restart();
    throw error;
  } finally {
    await api.close();
  }
}

/** `isNew`: the first payment came meanwhile, and must not move to the draft's merchant. */
function inPlaceRefusal({ database, vault }: Wizard, checked: Checked, isNew: boolean) {
  if (isNew) {
    return failed("conflict", { because: reasonFor("setup_paid_meanwhile") });
  }
  const fields = provisioningProblems({ database, vault }, checked);
  return fields.length > 0 ? failed("invalid_input", { fields }) : null;
}

function applyDraft(
  { database, vault, journal, clock, staff }: Wizard,
  checked: Checked,
  { is, shortlink, api, putOwner: createOwner }: Ending & { api: ApiClient; putOwner: (() => void) | null },
): void {
  const now = clock.now();
  transact(database, () => {
    createOwner?.();
    markAsSetUp(database);
    const store = settingStore(database);
    if (shortlink && readShortlink(store, api) === null) storeShortlink(store, api, shortlink);
    journal.append({ event: "setup.finished", actor: staff.actor(), data: { environment: is } }, now);
    // Last, because it writes the vault.
    storeProvisioning({ database, vault, journal, now, file: overriddenFile(vault) }, checked);
  });
}

/** Removes the shop's name and number for another merchant, unless they were imported or entered again. */
function withoutShop({ settings, current }: Wizard, { shared, shop }: SetupDraft, checked: Checked): Checked {
  const { service, demo } = checked.settings;
  const isOther = !settings.demo && !demo && service.merchant !== settings.service.merchant;
  const isSame = isDeepStrictEqual(shop, current().shop);
  return isOther && isSame && shared === null ? { ...checked, settings: { ...checked.settings, shop: null } } : checked;
}

async function finishInNewFolder(
  wizard: Wizard,
  checked: Checked,
  { pin, shortlink, was, is }: Ending & { was: Environment },
): Finished {
  const { database, journal, clock, staff, setup } = wizard;
  const unfinished = () => (was === "demo" ? null : openBusinessRefusal(database));
  const earlyRefusal = unfinished();
  if (earlyRefusal) return earlyRefusal;
  const api = wizard.connect(checked);
  await makeNextTill(
    { ...wizard, host: setup },
    {
      checked,
      pin: pin ?? "",
      was,
      shortlink: shortlink && { api, ...shortlink },
      file: overriddenFile(wizard.vault),
    },
  ).finally(() => api.close());
  // Checked again: creating the till took time. Synchronous until the restart, so that no payment is left behind.
  const lateRefusal = unfinished();
  if (lateRefusal) {
    discardNext(setup.dataDir);
    return lateRefusal;
  }
  transact(database, () =>
    journal.append({ event: "setup.finished", actor: staff.actor(), data: { environment: is } }, clock.now()),
  );
  // From here on, every start completes the swap.
  planSwap(setup.dataDir, was, clock.now());
  setup.restart();
  return done({ restarting: true });
}

function openBusinessRefusal(database: Database) {
  const { payments, operations, inbox } = openBusiness(database);
  if (payments + operations + inbox === 0) return null;
  return failed("illegal_state", { because: reasonFor("setup_open", { payments, operations, inbox }) });
}
