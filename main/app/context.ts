/** What a till is made from, and what its modules are handed. */

import { cleanName } from "../../contract/plain-text.ts";
import type { StaffRole } from "../../contract/roles.ts";
import type { KeptSettings } from "../../contract/settings.ts";
import type { Terminal } from "../../contract/views.ts";
import { cutOffOf } from "../accounting/periods/business-day.ts";
import type { CommandPorts } from "../bridge/dispatch.ts";
import { createEventStream, type EventStream } from "../bridge/events.ts";
import type { Sight } from "../bridge/locked-events.ts";
import { openRotatingCredentials, type RotatingCredentials } from "../configuration/keys/rotating-credentials.ts";
import { type KioskChoicesStore, kioskChoices } from "../configuration/kiosk/kiosk-choices.ts";
import { openRefundKey, type RefundKey } from "../configuration/refund-key/refund-key.ts";
import type { SetupHost } from "../configuration/setup/staging.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { createSignals, type Signals } from "../lib/signals.ts";
import { createMeters, type Meters } from "../operations/health/meters.ts";
import { bareSurroundings, type Surroundings } from "../operations/health/surroundings.ts";
import type { OperatorContext } from "../people/context.ts";
import { peopleModule } from "../people/module.ts";
import type { Pepper } from "../people/pin.ts";
import type { ShellHost } from "../peripherals/customer-display/shell-host.ts";
import type { PrinterSurroundings } from "../peripherals/printing/find.ts";
import { type ReceiptSettingsStore, receiptSettings } from "../peripherals/receipts/settings.ts";
import { createApiClient, type ServiceAddress } from "../service/api/client.ts";
import type { Timeouts } from "../service/api/transport.ts";
import { connectionModule } from "../service/connection/module.ts";
import type { Database } from "../storage/database/database.ts";
import { keepNumbers } from "../storage/database/used-numbers.ts";
import { createJournal, type JournalData } from "../storage/journal/journal.ts";
import { ownSecret, type Vault } from "../storage/vault/vault.ts";
import type { Contact } from "./breakdowns.ts";

export interface TillOptions {
  settings: KeptSettings;
  database: Database;
  vault: Vault;
  shell: Terminal["shell"];
  /** Kiosk mode from the start, whatever the settings say */
  kiosk: boolean;
  version: string;
  demo: Terminal["demo"];
  /** How much room the data folder's disk has */
  disk: () => Terminal["disk"];
  /** Makes a backup and signs the journal's head, at the close of a day; missing where nobody cares for the data */
  backUp?(kind: "day"): Promise<unknown>;
  setup: SetupHost;
  /** What the shell can do for the people at the till; nothing where it is not said */
  host?: ShellHost;
  /** Its data folder's care, its log files, the desktop's updates; missing where nobody cares for the data */
  surroundings?: Surroundings;
  /** Where printers are looked for; this machine by default */
  printers?: PrinterSurroundings | undefined;
}

export interface TillPorts {
  clock: Clock;
  log: Log;
  /** 0…1, for jitter */
  random?: () => number;
  /** How long the service may take; for tests */
  timeouts?: Partial<Timeouts>;
  /** What the windows listen to, when they listen already: a till that is set up anew goes on with the same stream */
  events?: EventStream;
  /** What cares for the data folder emits these already, where anybody does */
  signals?: Signals;
}

/** A till that runs; its commands are run by `createDispatch`. */
export interface RunningTill extends CommandPorts {
  role(): StaffRole | null;
  /** Signs out a user whose window did not hear of the sign-in */
  undoSignIn(): void;
  events: EventStream;
  terminal(): Terminal;
  /** Where registers reach it; null: nowhere */
  registersUrl(): string | null;
  /** What windows may be told of now */
  sight: Sight;
  /** Writes into the journal that the bridge refused windows */
  noteRefusedWindow(data: JournalData): void;
  /** What a page says of the shop while the till is out of order */
  contact(): Contact;
  /** Uses the database as a payment would. @throws what it or the disk says */
  probe(): void;
  /**
   * Resolves when the till is registered with the service and can take a payment from anybody; one that was registered
   * before is ready after the first try, also where its service is away or refuses its key.
   */
  ready: Promise<void>;
  /** Lets what is being written finish, and stops. The database is the caller's to close. */
  close(): Promise<void>;
}

/** What the modules of a till are handed. */
export interface TillContext extends OperatorContext, Omit<TillOptions, "settings" | "surroundings"> {
  surroundings: Surroundings;
  /** What authenticates this till: exchanged while it runs */
  credentials: RotatingCredentials;
  /** What refunds are signed with, where that is kept apart */
  refundKey: RefundKey;
  pepper: Pepper;
  /** Where the service is, and who asks it */
  service: ServiceAddress;
  timeouts: Partial<Timeouts> | undefined;
  /** What is counted for the health page */
  meters: Meters;
  receiptSettings: ReceiptSettingsStore;
  kioskSetup: KioskChoicesStore;
  people: ReturnType<typeof peopleModule>;
}

/**
 * Opens what every module needs: the session of people, the client of the service and the connection to it.
 * @param opened closes it again, the latest first
 * @throws whatever is wrong with the receiver's certificate or its key
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
  opened.use(keepNumbers(database, options.setup.dataDir));
  const journal = createJournal(database);
  const meters = createMeters();
  opened.defer(api.onExchange(meters.trips.note));
  const kioskSetup = kioskChoices(database, options.settings);
  const settings = liveSettings(options.settings, { credentials, database, kioskSetup });
  const pepper = { secret: ownSecret(vault, "pinPepper") };
  const refundKey = openRefundKey({ database, vault, journal, clock, credentials, pepper, events });
  opened.defer(() => refundKey.close());
  const surroundings = options.surroundings ?? bareSurroundings(options);
  const common = {
    ...options,
    settings,
    surroundings,
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
  const own = { ...common, credentials, refundKey, pepper, meters };
  const people = peopleModule({ ...own, isKiosk: () => isKioskNow(own) });
  opened.defer(() => people.close());
  const connection = await connectionModule(own, opened);
  const shopName = () => connection.connectivity.merchantName() ?? settings.service.merchant;
  return {
    ...own,
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

/** The settings with what changes while the till runs: how it signs in, when its days begin, what a kiosk is. */
function liveSettings(settings: KeptSettings, { credentials, database, kioskSetup }: LiveParts): KeptSettings {
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

/** Whether customers stand at this window now: a kiosk that a manager left for now is a counter. */
export function isKioskNow({ kiosk, settings, host }: Pick<TillContext, "kiosk" | "settings" | "host">): boolean {
  return (kiosk || settings.mode === "kiosk") && host?.kiosk().left !== true;
}
