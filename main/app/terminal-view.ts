import type { CounterSettings } from "../../contract/catalogue/counter.ts";
import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { OutOfServiceCode } from "../../contract/health/out-of-service.ts";
import { type KioskSettings, NO_KIOSK } from "../../contract/kiosk/kiosk-settings.ts";
import type { Terminal } from "../../contract/payments/views.ts";
import { shopTime } from "../accounting/periods/business-day.ts";
import { environmentOf } from "../configuration/settings/environment.ts";
import { hasDemoPin } from "../configuration/setup/demo-owner.ts";
import { setupStateOf } from "../configuration/setup/first-run.ts";
import type { Kiosk } from "../kiosk/module.ts";
import { iso, isoOrNull } from "../lib/iso-time.ts";
import { throttled } from "../lib/throttled.ts";
import type { Updates } from "../operations/updates/updates.ts";
import type { Payments } from "../payments/module.ts";
import type { PaymentStore } from "../payments/store.ts";
import type { Link } from "../service/connection/connectivity-state.ts";
import type { TillContext } from "./context.ts";

interface ShownModules {
  payments: Payments;
  updates: Updates;
  counter(): CounterSettings;
  hasAccounts(): boolean;
  outOfService(): OutOfServiceCode[];
  kiosk: Pick<Kiosk, "slots">;
}

/** Returns the part for the customer display, which is compared after every change of a payment. */
export function describeForCustomer(context: TillContext, counter: () => CounterSettings) {
  const { api, connectivity, settings, vault } = context;
  const { id, name, type } = settings.pos;
  return {
    vending: vendingOf(settings.kiosk ?? NO_KIOSK),
    environment: environmentOf(settings, vault),
    merchant: { id: settings.service.merchant, name: connectivity.merchantName() },
    pos: { id, name, type },
    currency: settings.currency,
    locale: settings.locale,
    counter: counter(),
    connectivity: shownLink(connectivity.state().link),
    clockSkewMs: api.clockSkewMs(),
  } satisfies Partial<Terminal>;
}

/** The contract has no degraded state: it counts as online. */
function shownLink(link: Link): Terminal["connectivity"] {
  return link === "degraded" ? "online" : link;
}

export function describeTerminal(
  context: TillContext,
  { payments, updates, counter, hasAccounts, kiosk, outOfService }: ShownModules,
): Terminal {
  const { connectivity, demo, host, reception, settings, staff, hostServices } = context;
  const { rows, operations } = payments.store;
  const { link, since } = connectivity.state();
  const damage = hostServices.maintenance.damage();
  const waiting = rows.waiting();
  const queue = operations.state();
  return {
    mode: context.kiosk ? "kiosk" : settings.mode,
    kioskLeft: host?.kiosk().left ?? false,
    shell: context.shell,
    version: context.version,
    setup: setupStateOf(context),
    ...describeForCustomer(context, counter),
    ...configuredValues(settings),
    connectivitySince: isoOrNull(since),
    degraded: link === "degraded",
    offline: {
      ...settings.offline,
      ...waiting,
      codes: rows.waitingCodes().length,
      oldestAt: isoOrNull(waiting.oldestAt),
    },
    inbox: rows.inboxCount(),
    parked: operations.parked(),
    disk: context.disk(),
    damage: damage && { at: iso(damage.at) },
    outOfService: outOfService(),
    soldOutSlots: kiosk.slots.offSale(),
    phone: context.receiptSettings.get().shop.phone,
    update: updates.state(),
    callbacks: {
      state: reception.receiver() === null ? "polling" : "receiving",
      lastAt: isoOrNull(connectivity.lastCallbackAt()),
      scans: context.registration.scans(),
    },
    queue: { depth: queue.depth, oldestAt: isoOrNull(queue.oldestAt), paused: payments.paused() },
    staff: staff.current(),
    people: { ...staff.policy(), hasOwner: staff.hasOwner(), phones: staff.hasPhones(), accounts: hasAccounts() },
    pinDigits: staff.pinDigits(),
    refundsNeedPin: context.refundKey.needsPin(),
    previousKeyUntil: isoOrNull(context.credentials.previousUntil()),
    registers: (settings.registers?.listen ?? null) !== null,
    scanFirst: payments.scanFirst(),
    demo: demo && { ...demo, managerPin: hasDemoPin(context.database) ? demo.managerPin : null },
  };
}

function configuredValues(settings: StoredSettings) {
  const { confirmAbove } = settings;
  const { cutOff, timeZone } = shopTime(settings);
  return { confirmAbove, timeZone, cutOff };
}

function vendingOf({ dispenser, deposit, unknownDrop }: KioskSettings): Terminal["vending"] {
  return dispenser.driver === "none" ? null : { deposit, unknownDrop };
}

/** Minimum interval of updates, since each one counts everything that waits. */
const PUBLISH_INTERVAL_MS = 100;

/**
 * Publishes the terminal view when it changes. Changes of counts and callback times are combined, and follow the event
 * that caused them.
 */
export function followTerminal(
  context: TillContext,
  payments: Pick<Payments, "store" | "publishQueueIfChanged">,
  terminal: () => Terminal,
): { close(): void } {
  const { connectivity, events, log, signals } = context;
  const counts = () => countsOf(context, payments.store);
  let publishedCounts = counts();
  const publish = () => {
    publishedCounts = counts();
    events.publish({ type: "terminal.changed", terminal: terminal() });
  };
  const onError = (err: unknown) => log.error({ err }, "a change of the terminal could not be published");
  const publishSoon = throttled(PUBLISH_INTERVAL_MS, publish, onError);
  // Compares with the last published counts, because a count may have changed and changed back.
  const compare = () => {
    payments.publishQueueIfChanged();
    if (counts() !== publishedCounts) publishSoon();
  };
  const compareSoon = throttled(PUBLISH_INTERVAL_MS, compare, onError);
  let callbackAt = connectivity.lastCallbackAt();
  signals.on("terminal.outdated", () => {
    const previousCallbackAt = callbackAt;
    callbackAt = connectivity.lastCallbackAt();
    if (callbackAt === previousCallbackAt) publish();
    else publishSoon();
  });
  signals.on("payment.changed", compareSoon);
  signals.on("permission.changed", compareSoon);
  return {
    close() {
      publishSoon.close();
      compareSoon.close();
    },
  };
}

function countsOf(context: TillContext, { rows, operations }: PaymentStore): string {
  return JSON.stringify([rows.waiting(), rows.inboxCount(), operations.parked(), setupStateOf(context)]);
}
