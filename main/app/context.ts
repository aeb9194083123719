import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { JournalEntry } from "../../contract/journal/events.ts";
import type { Terminal } from "../../contract/payments/views.ts";
import { cleanName } from "../../contract/values/plain-text.ts";
import type { StaffRole } from "../../contract/values/roles.ts";
import { cutOffOf } from "../accounting/periods/business-day.ts";
import type { CommandPorts } from "../bridge/dispatch.ts";
import { createEventStream, type EventStream } from "../bridge/events.ts";
import type { Visibility } from "../bridge/locked-events.ts";
import { openRotatingCredentials, type RotatingCredentials } from "../configuration/keys/rotating-credentials.ts";
import { type KioskChoicesStore, kioskChoices } from "../configuration/kiosk/kiosk-choices.ts";
import { openRefundKey, type RefundKey } from "../configuration/refund-key/refund-key.ts";
import type { SetupHost } from "../configuration/setup/staging.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { createSignals, type Signals } from "../lib/signals.ts";
import { type HostServices, minimalHostServices } from "../operations/health/host-services.ts";
import { createMeters, type Meters } from "../operations/health/meters.ts";
import type { OperatorContext } from "../people/context.ts";
import { peopleModule } from "../people/module.ts";
import type { Pepper } from "../people/pin.ts";
import type { ShellHost } from "../peripherals/customer-display/shell-host.ts";
import type { PrinterEnvironment } from "../peripherals/printing/find.ts";
import { type ReceiptSettingsStore, receiptSettings } from "../peripherals/receipts/settings.ts";
import { createApiClient, type ServiceAddress } from "../service/api/client.ts";
import type { Timeouts } from "../service/api/transport.ts";
import { connectionModule } from "../service/connection/module.ts";
import type { Database } from "../storage/database/database.ts";
import { trackUsedNumbers } from "../storage/database/used-numbers.ts";
import { createJournal } from "../storage/journal/journal.ts";
import { generatedSecret, type Vault } from "../storage/vault/vault.ts";
import type { Contact } from "./breakdowns.ts";

export interface TillOptions {
  settings: StoredSettings;
  database: Database;
  vault: Vault;
  shell: Terminal["shell"];
  /** Kiosk mode from the start, regardless of the settings */
  kiosk: boolean;
  version: string;
  demo: Terminal["demo"];
  disk: () => Terminal["disk"];
  /** Makes the daily backup with the signed journal head; missing without data maintenance */
  backUp?(kind: "day"): Promise<unknown>;
  setup: SetupHost;
  host?: ShellHost;
  /** Data maintenance, log files and desktop updates; missing without data maintenance */
  hostServices?: HostServices;
  /** Environment of the printer search; default: this machine */
  printers?: PrinterEnvironment | undefined;
}

export interface TillPorts {
  clock: Clock;
  log: Log;
  random?: () => number;
  timeouts?: Partial<Timeouts>;
  /** An existing stream of the windows, which survives a restart of the till */
  events?: EventStream;
  signals?: Signals;
}

/** A running till, whose commands `createDispatch` runs. */
export interface RunningTill extends CommandPorts {
  role(): StaffRole | null;
  /** Signs out a user whose window did not receive the result of the sign-in */
  undoSignIn(): void;
  events: EventStream;
  terminal(): Terminal;
  registersUrl(): string | null;
  visibility: Visibility;
  /** Journals windows refused by the bridge */
  noteRefusedWindow(data: JournalEntry<"bridge.refused">["data"]): void;
  contact(): Contact;
  /** Uses the database like a payment does. @throws database and disk errors */
  probe(): void;
  /**
   * Resolves when the till can take payments from any customer. A till registered before is ready after the first
   * attempt, even if the service is unreachable or refuses its key.
   */
  ready: Promise<void>;
  /** Finishes pending writes and stops. The caller closes the database. */
  close(): Promise<void>;
}

export interface TillContext extends OperatorContext, Omit<TillOptions, "settings" | "hostServices"> {
  hostServices: HostServices;
  credentials: RotatingCredentials;
  refundKey: RefundKey;
  pepper: Pepper;
  service: ServiceAddress;
  timeouts: Partial<Timeouts> | undefined;
  meters: Meters;
  receiptSettings: ReceiptSettingsStore;
  kioskSetup: KioskChoicesStore;
  people: ReturnType<typeof peopleModule>;
}

/**
 * Opens what every module needs: the people's session, the service client and the connection.
 * @param opened closes it again, latest first
 * @throws errors of the receiver's certificate or key
 */
export async function openContext(
  options: TillOptions,
  ports: TillPorts,
  opened: AsyncDisposableStack,
): Promise<TillContext> {
  const { database, vault } = options;
  const { clock, log, random = Math.random, timeouts, signals = createSignals() } = ports;
  const events =
    ports.events ?? createEventStream({ onListenerError: (err) => log.error({ err }, "a listener failed") });
  const credentials = openRotatingCredentials(vault, options.settings.service.scheme);
  const service = addressOf(options);
  const api = createApiClient({ service, credentials, clock, log, timeouts, rate: options.settings.rate?.perSecond });
  opened.defer(() => api.close());
  opened.use(trackUsedNumbers(database, options.setup.dataDir));
  const journal = createJournal(database);
  const meters = createMeters();
  opened.defer(api.onExchange(meters.trips.record));
  const kioskSetup = kioskChoices(database, options.settings);
  const settings = liveSettings(options.settings, { credentials, database, kioskSetup });
  const pepper = { secret: generatedSecret(vault, "pinPepper") };
  const refundKey = openRefundKey({ database, vault, journal, clock, credentials, pepper, events });
  opened.defer(() => refundKey.close());
  const hostServices = options.hostServices ?? minimalHostServices(options);
  const common = {
    ...options,
    settings,
    hostServices,
    clock,
    log,
    random,
    timeouts,
    events,
    signals,
    api,
    journal,
    service,
  };
  const partial = { ...common, credentials, refundKey, pepper, meters };
  const people = peopleModule({ ...partial, isKiosk: () => isKioskNow(partial) });
  opened.defer(() => people.close());
  const connection = await connectionModule(partial, opened);
  const shopName = () => connection.connectivity.merchantName() ?? settings.service.merchant;
  return {
    ...partial,
    ...connection,
    people,
    staff: people.staff,
    kioskSetup,
    receiptSettings: receiptSettings({ database, journal, settings, shopName }),
  };
}

interface LiveParts {
  credentials: Pick<RotatingCredentials, "scheme">;
  database: Database;
  kioskSetup: KioskChoicesStore;
}

/** Adds the settings that change while the till runs: authentication scheme, start of the day, kiosk. */
function liveSettings(settings: StoredSettings, { credentials, database, kioskSetup }: LiveParts): StoredSettings {
  const service = {
    ...settings.service,
    get scheme() {
      return credentials.scheme();
    },
  };
  return {
    ...settings,
    service,
    pos: { ...settings.pos, name: cleanName(settings.pos.name) || settings.pos.id },
    get businessDay() {
      return { cutOff: cutOffOf(database, settings.businessDay?.cutOff ?? null) };
    },
    get kiosk() {
      return kioskSetup.kiosk();
    },
    get restartAt() {
      return kioskSetup.restartAt();
    },
  };
}

function addressOf({ settings: { service }, vault }: Pick<TillOptions, "settings" | "vault">): ServiceAddress {
  const { baseUrl, vendor, mediaType, merchant, integrator, ca } = service;
  // An integrator replaces the user (section 5.2).
  const testbedToken = vault.get("testbedToken") || null;
  const user = integrator === null ? service.user : null;
  return { baseUrl, vendor, mediaType, merchant, integrator, ca, testbedToken, user };
}

/** True if customers use this window. A kiosk that a manager unlocked is a counter. */
export function isKioskNow({ kiosk, settings, host }: Pick<TillContext, "kiosk" | "settings" | "host">): boolean {
  return (kiosk || settings.mode === "kiosk") && host?.kiosk().left !== true;
}
