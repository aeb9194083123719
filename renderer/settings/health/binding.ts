import type { TillEvent } from "../../../contract/bridge/events.ts";
import type { TillState } from "../../store/state.ts";
import type { TillStore } from "../../store/store.ts";
import type { diagnosticsActions } from "./actions.ts";

const LOOK_AGAIN_MS = 15_000;

export function followDiagnostics(store: TillStore, actions: ReturnType<typeof diagnosticsActions>): () => void {
  let lookedAt = 0;
  return store.subscribe((state, before) => {
    const section = openSection(state);
    const opened = section !== openSection(before);
    if (section === "updates" && (opened || state.terminal?.update !== before.terminal?.update)) {
      void actions.readUpdates();
    }
    if (section !== "health") return;
    if (!opened && state.now - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = state.now;
    void actions.readHealth();
  });
}

export function isHealthNews(store: TillStore, { type }: TillEvent): boolean {
  return type === "slots.changed" && openSection(store.getState()) === "health";
}

function openSection({ route, settings, connection }: TillState): string | null {
  return route === "settings" && connection === "ready" ? settings.section : null;
}
