import type { KeptSettings } from "../../contract/settings.ts";
import type { Terminal } from "../../contract/views.ts";
import { shopTime } from "../accounting/periods/business-day.ts";
import { environmentOf } from "../configuration/settings/environment.ts";
import { hasDemoPin } from "../configuration/setup/demo-owner.ts";
import { setupStateOf } from "../configuration/setup/first-run.ts";
import { iso, isoOrNull } from "../lib/iso-time.ts";
import type { Updates } from "../operations/updates/service.ts";
import type { Payments } from "../payments/module.ts";
import type { QueueState } from "../payments/queue/operations.ts";
import type { PaymentStore } from "../payments/store.ts";
import type { ConnectivityState } from "../service/connection/connectivity-state.ts";
import type { TillContext } from "./context.ts";

/** What the till's view is put together from. */
export interface TerminalFacts {
  settings: KeptSettings;
  shell: Terminal["shell"];
  mode: Terminal["mode"];
  kioskLeft: boolean;
  version: string;
  environment: Terminal["environment"];
  setup: Terminal["setup"];
  merchantName: string | null;
  connectivity: ConnectivityState;
  waiting: { count: number; amount: number; oldestAt: number | null };
  inbox: number;
  parked: number;
  disk: Terminal["disk"];
  damage: { at: number } | null;
  update: Terminal["update"];
  callbacks: { receiving: boolean; lastAt: number | null; scans: Terminal["callbacks"]["scans"] };
  queue: QueueState;
  queuePaused: boolean;
  staff: Terminal["staff"];
  people: Terminal["people"];
  pinDigits: Terminal["pinDigits"];
  refundsNeedPin: boolean;
  clockSkewMs: number;
  previousKeyUntil: number | null;
  demo: Terminal["demo"];
}

/** The till as the bridge shows it. */
export function terminalView(facts: TerminalFacts): Terminal {
  const { settings, connectivity, callbacks, queue } = facts;
  return {
    mode: facts.mode,
    kioskLeft: facts.kioskLeft,
    shell: facts.shell,
    version: facts.version,
    environment: facts.environment,
    setup: facts.setup,
    merchant: { id: settings.service.merchant, name: facts.merchantName },
    pos: { id: settings.pos.id, name: settings.pos.name, type: settings.pos.type },
    currency: settings.currency,
    locale: settings.locale,
    timeZone: settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    cutOff: shopTime(settings).cutOff,
    confirmAbove: settings.confirmAbove,
    // The contract's three words: a degraded line still is one.
    connectivity: connectivity.link === "degraded" ? "online" : connectivity.link,
    connectivitySince: isoOrNull(connectivity.since),
    degraded: connectivity.link === "degraded",
    offline: { ...settings.offline, ...facts.waiting, oldestAt: isoOrNull(facts.waiting.oldestAt) },
    inbox: facts.inbox,
    parked: facts.parked,
    disk: facts.disk,
    damage: facts.damage && { at: iso(facts.damage.at) },
    update: facts.update,
    callbacks: {
      state: callbacks.receiving ? "receiving" : "polling",
      lastAt: isoOrNull(callbacks.lastAt),
      scans: callbacks.scans,
    },
    queue: { depth: queue.depth, oldestAt: isoOrNull(queue.oldestAt), paused: facts.queuePaused },
    staff: facts.staff,
    people: facts.people,
    pinDigits: facts.pinDigits,
    refundsNeedPin: facts.refundsNeedPin,
    clockSkewMs: facts.clockSkewMs,
    previousKeyUntil: isoOrNull(facts.previousKeyUntil),
    demo: facts.demo,
  };
}

/** The till as every screen shows it, as it is now. */
export function describeTerminal(
  context: TillContext,
  { payments, updates }: { payments: Payments; updates: Updates },
): Terminal {
  const { api, connectivity, database, host, reception, refundKey, registration, settings, staff, surroundings } =
    context;
  const { rows, operations } = payments.store;
  return terminalView({
    ...context,
    environment: environmentOf(settings, context.vault),
    setup: setupStateOf(context),
    demo: context.demo && { ...context.demo, managerPin: hasDemoPin(database) ? context.demo.managerPin : null },
    mode: context.kiosk ? "kiosk" : settings.mode,
    kioskLeft: host?.kiosk().left ?? false,
    merchantName: connectivity.merchantName(),
    connectivity: connectivity.state(),
    waiting: rows.waiting(),
    inbox: rows.inboxCount(),
    parked: operations.parked(),
    disk: context.disk(),
    damage: surroundings.care.damage(),
    update: updates.state(),
    callbacks: {
      receiving: reception.receiver() !== null,
      lastAt: connectivity.lastCallbackAt(),
      scans: registration.scans(),
    },
    queue: operations.state(),
    queuePaused: payments.paused(),
    staff: staff.current(),
    people: { ...staff.policy(), hasOwner: staff.hasOwner() },
    pinDigits: staff.pinDigits(),
    refundsNeedPin: refundKey.needsPin(),
    clockSkewMs: api.clockSkewMs(),
    previousKeyUntil: context.credentials.previousUntil(),
  });
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
