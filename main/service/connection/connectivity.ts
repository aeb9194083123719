import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { startLoop } from "../../lib/loop.ts";
import type { ApiClient } from "../api/client.ts";
import { getMerchant } from "../api/merchant.ts";
import { getPos } from "../api/pos.ts";
import { SKEW_TOLERANCE_MS } from "../api/skew.ts";
import { INITIAL_STATE, nextState, probeAfter } from "./connectivity-state.ts";

/** Callbacks count as working for this long after the last one. */
const CALLBACKS_FRESH_MS = 15 * 60_000;
/** Callbacks count as failing for this long after a delivery was cut off or rejected. */
const QUIET_AFTER_MS = 60_000;
/** Lost deliveries cause at most one round of polling per second. */
const CUT_SPACING_MS = 1000;
const UPDATE_SPACING_MS = 1000;

export interface LostDeliveries {
  number: number;
  /** ms since the epoch; null before the first */
  lastAt: number | null;
  /** True if the last lost delivery is old enough to rely on callbacks again */
  quiet: boolean;
}

export type Connectivity = ReturnType<typeof openConnectivity>;

export interface ConnectivityPorts {
  api: ApiClient;
  clock: Clock;
  log: Log;
  posId: string;
  merchant: string;
  /** Called when something shown on screens changed */
  onChange(): void;
  /** Called when the service responds again after an outage */
  onOnline(): void;
  /** Called when callbacks may have been lost; at most once a second */
  onCut(): void;
}

/** Tracks the client's requests, and probes with a small one when there are none. */
export function openConnectivity({ api, clock, log, posId, merchant, onChange, onOnline, onCut }: ConnectivityPorts) {
  let state = INITIAL_STATE;
  let lastExchange = clock.monotonic();
  let probeWanted = false;
  let probes = 0;
  let merchantName: string | null = null;
  let shownSkewMs = api.clockSkewMs();
  const callbacks = callbackHealth({ clock, onChange, onCut });
  const unsubscribe = api.onExchange((exchange) => {
    const previousLink = state.link;
    state = nextState(state, exchange);
    lastExchange = clock.monotonic();
    const isSkewNew = Math.abs(api.clockSkewMs() - shownSkewMs) > SKEW_TOLERANCE_MS;
    if (isSkewNew) shownSkewMs = api.clockSkewMs();
    if (isSkewNew || state.link !== previousLink) onChange();
    if (state.link === previousLink) return;
    log.info({ link: state.link, before: previousLink }, "connectivity to the service changed");
    probing.wake();
    if (state.link === "online" && previousLink !== "degraded") onOnline();
  });
  const probing = startLoop({ clock, log }, async () => {
    const wait = probeWanted && state.link !== "online" ? 0 : lastExchange + probeAfter(state) - clock.monotonic();
    probeWanted = false;
    if (wait > 0) return wait;
    // Alternates two requests, so that one the service cannot answer does not look like an outage.
    probes += 1;
    await (probes % 2 === 1 ? getPos(api, posId) : getMerchant(api, merchant));
    return 0;
  });
  return {
    state: () => state,
    merchantName: () => merchantName,
    nameMerchant(name: string | null) {
      merchantName = name;
      onChange();
    },
    ...callbacks,
    /** Probes the service now, when an operator waits for it. */
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

function callbackHealth({ clock, onChange, onCut }: Pick<ConnectivityPorts, "clock" | "onChange" | "onCut">) {
  let lastCallbackAt: number | null = null;
  let lastCallback = Number.NEGATIVE_INFINITY;
  let lastShown = Number.NEGATIVE_INFINITY;
  let lostDeliveries = 0;
  let lastCutAt: number | null = null;
  let lastCut = Number.NEGATIVE_INFINITY;
  let lastNotified = Number.NEGATIVE_INFINITY;
  const quiet = () => clock.monotonic() - lastCut >= QUIET_AFTER_MS;
  return {
    recordCallback() {
      lastCallbackAt = clock.now();
      lastCallback = clock.monotonic();
      if (lastCallback - lastShown < UPDATE_SPACING_MS) return;
      lastShown = lastCallback;
      onChange();
    },
    /** Records a callback delivery that the receiver may have lost */
    recordLostDelivery() {
      const now = clock.monotonic();
      lostDeliveries += 1;
      lastCutAt = clock.now();
      lastCut = now;
      if (now - lastNotified < CUT_SPACING_MS) return;
      lastNotified = now;
      onCut();
    },
    cuts: (): LostDeliveries => ({ number: lostDeliveries, lastAt: lastCutAt, quiet: quiet() }),
    lastCallbackAt: () => lastCallbackAt,
    /** True if callbacks arrive: false after a long silence or a lost delivery */
    callbacksWork: () => quiet() && clock.monotonic() - lastCallback < CALLBACKS_FRESH_MS,
  };
}
