import { failed, invalidField } from "../../../contract/calls/errors.ts";
import type { CatalogueContent } from "../../../contract/catalogue/catalogue.ts";
import type { CounterSettings } from "../../../contract/catalogue/counter.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { SetupDraft, SetupView } from "../../../contract/configuration/setup.ts";
import type { Reason } from "../../../contract/reasons/reasons.ts";
import type { Staff } from "../../people/staff.ts";
import { receiptSettings } from "../../peripherals/receipts/settings.ts";
import { createApiClient } from "../../service/api/client.ts";
import type { Receiver } from "../../service/callbacks/receiver.ts";
import type { StorageContext } from "../../storage/context.ts";
import { apiOptionsOf } from "../settings/api-options.ts";
import { environmentOf, hasTestbedToken } from "../settings/environment.ts";
import { isUsed } from "../settings/open-business.ts";
import type { Checked } from "../settings/provision.ts";
import { secretsFor, secretsView } from "./available-secrets.ts";
import { hasDemoPin } from "./demo-owner.ts";
import { checkDraft, draftOf, sharedOf } from "./draft.ts";
import { setupStateOf } from "./first-run.ts";
import { credentialsMark, openStaging, type SetupHost } from "./staging.ts";
import { isSameMerchant, removeLeftovers } from "./trials/leftovers.ts";

export interface WizardPorts extends Pick<StorageContext, "clock" | "database" | "journal" | "log" | "vault"> {
  settings: StoredSettings;
  setup: SetupHost;
  staff: Pick<Staff, "actor" | "hasOwner" | "roles">;
  catalogue(): CatalogueContent;
  counter(): CounterSettings;
  receiver(): Receiver | null;
  /** Announces a change of the till's description */
  onChange(): void;
}

export type Wizard = ReturnType<typeof createWizard>;

export function createWizard(ports: WizardPorts) {
  const { settings, vault, database, clock, log } = ports;
  const staging = openStaging(ports.setup);
  const sources = { settings, vault, staging };
  const receipts = () => receiptSettings({ ...ports, shopName: () => "" }).get();
  const current = () => draftOf(settings, !settings.demo && hasTestbedToken(vault), receipts().shop);
  const check = async (draft: SetupDraft) => checkDraft(draft, await secretsFor(draft, sources));
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
    /** Creates a client for the draft, and binds its secrets to that service. The caller closes it. */
    connect,
    hasOwner,
    shared: () =>
      sharedOf(settings, {
        receipts: receipts(),
        catalogue: ports.catalogue(),
        counter: ports.counter(),
        roles: ports.staff.roles.changed(),
      }),
    async view(): Promise<SetupView> {
      return {
        state: setupStateOf(ports),
        environment: environmentOf(settings, vault),
        draft: current(),
        secrets: await secretsView(sources),
        used: isUsed(database),
        hasOwner: hasOwner(),
      };
    },
    /** Removes what tests created at services other than the draft's; null: at all */
    async removeLeftovers(keep: SetupDraft | null) {
      const note = staging.note();
      const { made } = note;
      if (made === null || (keep !== null && isSameMerchant(made.at, keep))) return;
      const checked = await check(onlyService({ ...current(), ...made.at }));
      // Created with another secret: the service must not receive the new one.
      if (checked.ok && made.by === credentialsMark(note, made.at)) {
        const api = connect(checked.value);
        await removeLeftovers(api, made).finally(() => api.close());
      }
      staging.remember({ made: null });
    },
  };
}

/** Replaces everything but the service with valid values, for tests of the service alone. */
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

export function withoutCallbacks(draft: SetupDraft): SetupDraft {
  return { ...draft, callbacks: { listen: null, publicUrl: null, tls: false } };
}

export function refusedField(field: string, because: Reason) {
  return failed("invalid_input", { fields: [invalidField(field, because)] });
}
