import type { KeptSettings } from "../../contract/settings.ts";
import type { Terminal } from "../../contract/views.ts";
import { DEFAULT_CUT_OFF } from "../accounting/periods/business-day.ts";
import { iso, isoOrNull } from "../lib/iso-time.ts";
import type { QueueState } from "../payments/queue/operations.ts";
import type { ConnectivityState } from "../service/connection/connectivity-state.ts";

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
    cutOff: settings.businessDay?.cutOff ?? DEFAULT_CUT_OFF,
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
