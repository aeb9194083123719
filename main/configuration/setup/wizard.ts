/** The wizard, as its commands share it: settings in force, staged secrets, and the check of a draft against both. */

import type { CatalogueContent } from "../../../contract/catalogue.ts";
import type { CounterSettings } from "../../../contract/counter.ts";
import { failed, wrongField } from "../../../contract/errors.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { SetupDraft, SetupShared, SetupView } from "../../../contract/setup.ts";
import type { Staff } from "../../people/staff.ts";
import { receiptSettings } from "../../peripherals/receipts/settings.ts";
import { type ApiClient, createApiClient } from "../../service/api/client.ts";
import type { Receiver } from "../../service/callbacks/receiver.ts";
import type { StorageContext } from "../../storage/context.ts";
import { apiOptionsOf } from "../settings/api-options.ts";
import { environmentOf, hasTestbedToken } from "../settings/environment.ts";
import { isUsed } from "../settings/open-business.ts";
import type { Checked, ProvisioningResult } from "../settings/provision.ts";
import { availableTo, secretsView } from "./available-secrets.ts";
import { hasDemoPin } from "./demo-owner.ts";
import { checkDraft, draftOf, sharedOf } from "./draft.ts";
import { setupStateOf } from "./first-run.ts";
import { credentialsMark, openStaging, type SetupHost, type Staging } from "./staging.ts";
import { isSameMerchant, removeLeftovers } from "./trials/leftovers.ts";

/** What the wizard needs of the till that it sets up. */
export interface WizardPorts extends Pick<StorageContext, "clock" | "database" | "journal" | "log" | "vault"> {
  /** The settings in force */
  settings: KeptSettings;
  setup: SetupHost;
  staff: Pick<Staff, "actor" | "hasOwner" | "roles">;
  /** What the shop sells, and how its counter is set up */
  catalogue(): CatalogueContent;
  counter(): CounterSettings;
  /** What receives this till's callbacks now */
  receiver(): Receiver | null;
  /** The till is described differently from now on */
  onChange(): void;
}

export interface Wizard extends WizardPorts {
  staging: Staging;
  /** The settings in force as a draft */
  current(): SetupDraft;
  /** What the settings in force have besides, for another till */
  shared(): SetupShared;
  view(): Promise<SetupView>;
  check(draft: SetupDraft): Promise<ProvisioningResult>;
  /** Whether an owner with a PIN of their own is there */
  hasOwner(): boolean;
  /** A client that talks as the draft says: what it sends is this service's alone from then on. The caller closes it. */
  connect(checked: Checked): ApiClient;
  /** Takes back what tests made at another service than the draft's, or at any (null). */
  removeLeftovers(keep: SetupDraft | null): Promise<void>;
}

export function createWizard(ports: WizardPorts): Wizard {
  const { settings, vault, database, clock, log } = ports;
  const staging = openStaging(ports.setup);
  const sources = { settings, vault, staging };
  const receipts = () => receiptSettings({ ...ports, shopName: () => "" }).get();
  const current = () => draftOf(settings, !settings.demo && hasTestbedToken(vault), receipts().shop);
  const check = async (draft: SetupDraft) => checkDraft(draft, await availableTo(draft, sources));
  const connect = (checked: Checked) => {
    const { baseUrl, scheme } = checked.settings.service;
    if (scheme === "SECRET") staging.bind("secret", baseUrl);
    if (checked.secrets.testbedToken) staging.bind("testbedToken", baseUrl);
    return createApiClient({ ...apiOptionsOf(checked), clock, log });
  };
  const hasOwner = () => ports.staff.hasOwner() && !hasDemoPin(database);
  return {
    ...ports,
    staging,
    current,
    check,
    connect,
    hasOwner,
    shared: () =>
      sharedOf(settings, {
        receipts: receipts(),
        catalogue: ports.catalogue(),
        counter: ports.counter(),
        roles: ports.staff.roles.changed(),
      }),
    async view() {
      return {
        state: setupStateOf(ports),
        environment: environmentOf(settings, vault),
        draft: current(),
        secrets: await secretsView(sources),
        used: isUsed(database),
        hasOwner: hasOwner(),
      };
    },
    async removeLeftovers(keep) {
      const note = staging.note();
      const { made } = note;
      if (made === null || (keep !== null && isSameMerchant(made.at, keep))) return;
      const checked = await check(onlyService({ ...current(), ...made.at }));
      // Made with a secret that was exchanged since: that service does not get to see the new one.
      if (checked.ok && made.by === credentialsMark(note, made.at)) {
        const api = connect(checked.value);
        await removeLeftovers(api, made).finally(() => api.close());
      }
      staging.remember({ made: null });
    },
  };
}

/** The draft with everything but its service as it cannot be wrong: for what asks the service alone. */
export function onlyService(draft: SetupDraft): SetupDraft {
  return {
    ...draft,
    pos: { id: "till", name: "Till", type: "store", location: null },
    currency: "NOK",
    locale: "en",
    timeZone: null,
    callbacks: { listen: null, publicUrl: null, tls: false },
  };
}

/** The same with its point of sale: for what makes one. */
export function withoutCallbacks(draft: SetupDraft): SetupDraft {
  return { ...draft, callbacks: { listen: null, publicUrl: null, tls: false } };
}

/** A refusal for one wrong field. */
export function refusedField(field: string, because: Reason) {
  return failed("invalid_input", { fields: [wrongField(field, because)] });
}
