import type { CounterSettings } from "../../contract/counter.ts";
import { type KioskSettings, NO_KIOSK } from "../../contract/kiosk-settings.ts";
import type { OutOfServiceCode } from "../../contract/out-of-service.ts";
import type { KeptSettings } from "../../contract/settings.ts";
import type { Terminal } from "../../contract/views.ts";
import { shopTime } from "../accounting/periods/business-day.ts";
import { environmentOf } from "../configuration/settings/environment.ts";
import { hasDemoPin } from "../configuration/setup/demo-owner.ts";
import { setupStateOf } from "../configuration/setup/first-run.ts";
import { iso, isoOrNull } from "../lib/iso-time.ts";
import { shopTimeZone } from "../lib/time-zone.ts";
import type { Updates } from "../operations/updates/updates.ts";
import type { Payments } from "../payments/module.ts";
import type { PaymentStore } from "../payments/store.ts";
import type { TillContext } from "./context.ts";

interface ShownModules {
  payments: Payments;
  updates: Updates;
  counter(): CounterSettings;
  hasAccounts(): boolean;
  outOfService(): OutOfServiceCode[];
}

/** The till as every screen shows it, as it is now. */
export function describeTerminal(
  context: TillContext,
  { payments, updates, counter, hasAccounts, outOfService }: ShownModules,
): Terminal {
  const { connectivity, demo, host, reception, settings, staff, surroundings } = context;
  const { rows, operations } = payments.store;
  const { link, since } = connectivity.state();
  const damage = surroundings.care.damage();
  const waiting = rows.waiting();
  const queue = operations.state();
  return {
    mode: context.kiosk ? "kiosk" : settings.mode,
    kioskLeft: host?.kiosk().left ?? false,
    vending: vendingOf(settings.kiosk ?? NO_KIOSK),
    shell: context.shell,
    version: context.version,
    environment: environmentOf(settings, context.vault),
    setup: setupStateOf(context),
    merchant: { id: settings.service.merchant, name: connectivity.merchantName() },
    ...asSetUp(settings),
    counter: counter(),
    // The contract's three words: a degraded connection still is one.
    connectivity: link === "degraded" ? "online" : link,
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
    clockSkewMs: context.api.clockSkewMs(),
    previousKeyUntil: isoOrNull(context.credentials.previousUntil()),
    scanFirst: payments.scanFirst(),
    demo: demo && { ...demo, managerPin: hasDemoPin(context.database) ? demo.managerPin : null },
  };
}

function asSetUp(settings: KeptSettings) {
  const { currency, locale, confirmAbove, pos } = settings;
  const { id, name, type } = pos;
  const { cutOff } = shopTime(settings);
  return { pos: { id, name, type }, currency, locale, confirmAbove, timeZone: shopTimeZone(settings), cutOff };
}

function vendingOf({ dispenser, deposit, unknownDrop }: KioskSettings): Terminal["vending"] {
  return dispenser.driver === "none" ? null : { deposit, unknownDrop };
}

/** Tells the windows when one of the counts changed that every screen shows. */
export function watchCounts(
  context: TillContext,
  { rows, operations: queue }: PaymentStore,
  tell: { terminal(): void; queue(): void },
): { look(): void } {
  const terminalNow = () => JSON.stringify([rows.waiting(), rows.inboxCount(), queue.parked(), setupStateOf(context)]);
  const shown = { terminal: terminalNow(), depth: queue.state().depth };
  return {
    look() {
      const now = { terminal: terminalNow(), depth: queue.state().depth };
      if (now.depth !== shown.depth) tell.queue();
      if (now.terminal !== shown.terminal) tell.terminal();
      Object.assign(shown, now);
    },
  };
}
