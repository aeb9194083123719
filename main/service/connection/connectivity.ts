import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { startLoop } from "../../lib/loop.ts";
import type { ApiClient } from "../api/client.ts";
import { getMerchant } from "../api/merchant.ts";
import { getPos } from "../api/pos.ts";
import { afterExchange, type ConnectivityState, probeAfter, UNKNOWN_YET } from "./connectivity-state.ts";

/** How long a callback path counts as working after its last message. */
const CALLBACKS_FRESH_MS = 15 * 60_000;
/** And how long it does not after deliveries were cut off or sent away. */
const QUIET_AFTER_MS = 60_000;
/** Cuts cause one round of questions a second, however many there are. */
const CUT_SPACING_MS = 1000;

/** Deliveries that were cut off or sent away since the start. */
export interface Cuts {
  number: number;
  /** ms since the epoch; null before the first */
  lastAt: number | null;
  /** Whether the last is long enough ago for callbacks to be relied upon again */
  quiet: boolean;
}

/** The line to the service, as the till knows it from what came over it. */
export interface Line {
  state(): ConnectivityState;
  merchantName(): string | null;
  nameMerchant(name: string | null): void;
  callbackCame(): void;
  /** A delivery may have been lost at our own door */
  callbackCut(): void;
  cuts(): Cuts;
  /** ms since the epoch; null before the first of this run */
  lastCallbackAt(): number | null;
  /** Whether callbacks arrive: a path that is silent, or at whose end they are cut off, is not relied upon */
  callbacksWork(): boolean;
  /** A person wants something: whether the service can be reached is found out now. */
  probe(): void;
  close(): Promise<void>;
}

export interface LinePorts {
  api: ApiClient;
  clock: Clock;
  log: Log;
  /** What the probe reads: the till's own POS, and its merchant */
  posId: string;
  merchant: string;
  /** Something that people see has changed */
  onChange(): void;
  /** The service answers again after it did not */
  onBack(): void;
  /** Callbacks may have been lost; at most once a second */
  onCut(): void;
}

/** Listens to the client's exchanges, and asks a small question when there are none: an outage is noticed either way. */
export function openLine({ api, clock, log, posId, merchant, onChange, onBack, onCut }: LinePorts): Line {
  let state = UNKNOWN_YET;
  let lastExchange = clock.monotonic();
  let probeWanted = false;
  let probes = 0;
  let merchantName: string | null = null;
  let lastCallbackAt: number | null = null;
  let lastCallback = Number.NEGATIVE_INFINITY;
  const cut = {
    number: 0,
    lastAt: null as number | null,
    last: Number.NEGATIVE_INFINITY,
    told: Number.NEGATIVE_INFINITY,
  };
  const quiet = () => clock.monotonic() - cut.last >= QUIET_AFTER_MS;
  const unsubscribe = api.onExchange((exchange) => {
    const before = state.link;
    state = afterExchange(state, exchange);
    lastExchange = clock.monotonic();
    if (state.link === before) return;
    log.info({ link: state.link, before }, "the line to the service changed");
    probing.wake();
    onChange();
    if (state.link === "online" && before !== "degraded") onBack();
  });
  const probing = startLoop({ clock, log }, async () => {
    const wait = probeWanted && state.link !== "online" ? 0 : lastExchange + probeAfter(state) - clock.monotonic();
    probeWanted = false;
    if (wait > 0) return wait;
    // Two questions in turn: one that the service cannot answer must not look like an outage of all.
    probes += 1;
    await (probes % 2 === 1 ? getPos(api, posId) : getMerchant(api, merchant));
    return 0;
  });
  return {
    state: () => state,
    merchantName: () => merchantName,
    nameMerchant(name) {
      merchantName = name;
      onChange();
    },
    callbackCame() {
      lastCallbackAt = clock.now();
      lastCallback = clock.monotonic();
      onChange();
    },
    callbackCut() {
      const now = clock.monotonic();
      cut.number += 1;
      cut.lastAt = clock.now();
      cut.last = now;
      if (now - cut.told < CUT_SPACING_MS) return;
      cut.told = now;
      onCut();
    },
    cuts: () => ({ number: cut.number, lastAt: cut.lastAt, quiet: quiet() }),
    lastCallbackAt: () => lastCallbackAt,
    callbacksWork: () => quiet() && clock.monotonic() - lastCallback < CALLBACKS_FRESH_MS,
    probe() {
      probeWanted = true;
      probing.wake();
    },
    close() {
      unsubscribe();
      return probing.close();
    },
  };
}
