import type { ApiClient } from "../api/client.ts";
import type { Clock } from "../clock.ts";
import { afterExchange, type ConnectivityState, UNKNOWN_YET } from "./connectivity.ts";

/** How long a callback path counts as working after its last message. */
const CALLBACKS_FRESH_MS = 15 * 60_000;

/** The line to the service, as the till knows it from what came over it. */
export interface Line {
  state(): ConnectivityState;
  merchantName(): string | null;
  nameMerchant(name: string | null): void;
  callbackCame(): void;
  /** ms since the epoch; null before the first of this run */
  lastCallbackAt(): number | null;
  /** Whether callbacks arrive: a path that is configured but silent is not relied upon */
  callbacksWork(): boolean;
}

/** Listens to the client's exchanges. @param onChange called when something that people see has changed */
export function createLine({ api, clock, onChange }: { api: ApiClient; clock: Clock; onChange(): void }): Line {
  let state = UNKNOWN_YET;
  let merchantName: string | null = null;
  let lastCallbackAt: number | null = null;
  let lastCallback = Number.NEGATIVE_INFINITY;
  api.onExchange((exchange) => {
    const before = state.now;
    state = afterExchange(state, exchange);
    if (state.now !== before) onChange();
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
    lastCallbackAt: () => lastCallbackAt,
    callbacksWork: () => clock.monotonic() - lastCallback < CALLBACKS_FRESH_MS,
  };
}
