import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { startLoop } from "../../lib/loop.ts";
import type { ApiClient } from "../api/client.ts";
import { getMerchant } from "../api/merchant.ts";
import { getPos } from "../api/pos.ts";
import { afterExchange, type ConnectivityState, probeAfter, UNKNOWN_YET } from "./connectivity-state.ts";

/** A callback path counts as working for this long after its last message. */
const CALLBACKS_FRESH_MS = 15 * 60_000;
/** A callback path does not count as working for this long after deliveries were cut off or rejected. */
const QUIET_AFTER_MS = 60_000;
/** Lost deliveries cause at most one round of polling a second. */
const CUT_SPACING_MS = 1000;
/** The screens are told at most so often that a callback came: a burst of them changes nothing else that they show. */
const CAME_SPACING_MS = 1000;

/** Callback deliveries that were cut off or rejected since the start. */
export interface Cuts {
  number: number;
  /** ms since the epoch; null before the first */
  lastAt: number | null;
  /** Whether the last is long enough ago for callbacks to be relied upon again */
  quiet: boolean;
}

/** Connectivity to the service: its online/offline state, and whether its callbacks arrive. */
export interface Connectivity {
  state(): ConnectivityState;
  merchantName(): string | null;
  nameMerchant(name: string | null): void;
  callbackCame(): void;
  /** A callback delivery may have been lost at our own receiver */
  callbackCut(): void;
  cuts(): Cuts;
  /** ms since the epoch; null before the first of this run */
  lastCallbackAt(): number | null;
  /** Whether callbacks arrive: a path that is silent, or whose deliveries were cut off, is not relied upon */
  callbacksWork(): boolean;
  /** Probes the service now, because an operator wants something from it. */
  probe(): void;
  close(): Promise<void>;
}

export interface ConnectivityPorts {
  api: ApiClient;
  clock: Clock;
  log: Log;
  /** What the probe reads: the till's own POS, and its merchant */
  posId: string;
  merchant: string;
  /** Something that the screens show has changed */
  onChange(): void;
  /** The service answers again after it did not */
  onOnline(): void;
  /** Callbacks may have been lost; at most once a second */
  onCut(): void;
}

/** Follows the client's exchanges, and probes with a small request when there are none: an outage is noticed either way. */
export function openConnectivity({
  api,
  clock,
  log,
  posId,
  merchant,
  onChange,
  onOnline,
  onCut,
}: ConnectivityPorts): Connectivity {
  let state = UNKNOWN_YET;
  let lastExchange = clock.monotonic();
  let probeWanted = false;
  let probes = 0;
  let merchantName: string | null = null;
  const callbacks = callbackHealth({ clock, onChange, onCut });
  const unsubscribe = api.onExchange((exchange) => {
    const before = state.link;
    state = afterExchange(state, exchange);
    lastExchange = clock.monotonic();
    if (state.link === before) return;
    log.info({ link: state.link, before }, "connectivity to the service changed");
    probing.wake();
    onChange();
    if (state.link === "online" && before !== "degraded") onOnline();
  });
  const probing = startLoop({ clock, log }, async () => {
    const wait = probeWanted && state.link !== "online" ? 0 : lastExchange + probeAfter(state) - clock.monotonic();
    probeWanted = false;
    if (wait > 0) return wait;
    // Two requests by turns: one that the service cannot answer must not look like an outage of all.
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
    ...callbacks,
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

/** Whether callbacks arrive, from those that did and from deliveries that were cut off. */
function callbackHealth({
  clock,
  onChange,
  onCut,
}: Pick<ConnectivityPorts, "clock" | "onChange" | "onCut">): Pick<
  Connectivity,
  "callbackCame" | "callbackCut" | "cuts" | "lastCallbackAt" | "callbacksWork"
> {
  let lastCallbackAt: number | null = null;
  let lastCallback = Number.NEGATIVE_INFINITY;
  let lastShown = Number.NEGATIVE_INFINITY;
  let cuts = 0;
  let lastCutAt: number | null = null;
  let lastCut = Number.NEGATIVE_INFINITY;
  let lastTold = Number.NEGATIVE_INFINITY;
  const quiet = () => clock.monotonic() - lastCut >= QUIET_AFTER_MS;
  return {
    callbackCame() {
      lastCallbackAt = clock.now();
      lastCallback = clock.monotonic();
      if (lastCallback - lastShown < CAME_SPACING_MS) return;
      lastShown = lastCallback;
      onChange();
    },
    callbackCut() {
      const now = clock.monotonic();
      cuts += 1;
      lastCutAt = clock.now();
      lastCut = now;
      if (now - lastTold < CUT_SPACING_MS) return;
      lastTold = now;
      onCut();
    },
    cuts: () => ({ number: cuts, lastAt: lastCutAt, quiet: quiet() }),
    lastCallbackAt: () => lastCallbackAt,
    callbacksWork: () => quiet() && clock.monotonic() - lastCallback < CALLBACKS_FRESH_MS,
  };
}
