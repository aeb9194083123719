/** Refunds above a register's limit: when a window reads those that wait. */
import { describe, expect, it, vi } from "vitest";
import type { TillEvent } from "../../../../contract/bridge/events.ts";
import type { Terminal } from "../../../../contract/payments/views.ts";
import { followRefundRequests } from "../../../../renderer/payments/binding.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

const OPEN = {
  mode: "counter",
  registers: true,
  people: { hasOwner: true, requireSignIn: true },
  staff: { role: "cashier", name: "Ola" },
} as unknown as Terminal;

function opened() {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const listeners = new Set<(event: TillEvent) => void>();
  const on = (hear: (event: TillEvent) => void) => {
    listeners.add(hear);
    return () => void listeners.delete(hear);
  };
  const readRefundRequests = vi.fn(async () => undefined);
  followRefundRequests(store, { call: async () => undefined as never, on }, { readRefundRequests });
  const tell = (event: TillEvent) => {
    for (const listener of listeners) listener(event);
  };
  return { store, reads: () => readRefundRequests.mock.calls.length, tell };
}

describe("refunds that wait for approval", () => {
  it("are read when the window connects, and whenever they change", () => {
    const { store, reads, tell } = opened();
    store.setState({ terminal: OPEN });
    expect(reads()).toBe(0);
    store.setState({ connection: "ready" });
    expect(reads()).toBe(1);
    tell({ type: "registers.changed" });
    expect(reads()).toBe(2);
  });

  it("are read by a window that was opened locked, after a user has signed in", () => {
    const { store, reads } = opened();
    store.setState({ connection: "ready", terminal: { ...OPEN, staff: null } });
    expect(reads()).toBe(0);
    store.setState({ terminal: OPEN });
    expect(reads()).toBe(1);
    store.setState({ terminal: { ...OPEN } });
    expect(reads()).toBe(1);
  });

  it("are not read on a till without registers", () => {
    const { store, reads } = opened();
    store.setState({ connection: "ready", terminal: { ...OPEN, registers: false } });
    expect(reads()).toBe(0);
  });
});
