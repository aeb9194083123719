/** Data that a window reads automatically: a running comparison, and payments that a locked till does not list. */
import { describe, expect, it } from "vitest";
import type { ClosingPreview } from "../../../../contract/accounting/reports.ts";
import type { CommandName } from "../../../../contract/bridge/commands.ts";
import type { TillClient, TillEvent } from "../../../../contract/bridge/events.ts";
import { done, failed, type Result } from "../../../../contract/calls/errors.ts";
import type { Operation, Payment, Terminal } from "../../../../contract/payments/views.ts";
import type { StaffMember } from "../../../../contract/values/roles.ts";
import { canReload, followLock } from "../../../../renderer/app/binding.ts";
import { followReports } from "../../../../renderer/office/reports/binding.ts";
import { queueActions } from "../../../../renderer/payments/queue/actions.ts";
import { createCaller } from "../../../../renderer/store/ports.ts";
import type { TillState } from "../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

const NEWS: TillEvent = { type: "reconciliation.changed" };

/** A window over a client whose responses the test sends in order. */
function world() {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const asked: { name: CommandName; answer(result: Result<unknown>): void }[] = [];
  const listeners = new Set<(event: TillEvent) => void>();
  const client = {
    call: (name: CommandName) => new Promise((answer) => asked.push({ name, answer })),
    on(listener: (event: TillEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as TillClient;
  const closing = (is: boolean) =>
    store.setState(({ reports }) => ({ reports: { ...reports, closing: is ? ({} as ClosingPreview) : null } }));
  return {
    store,
    asked,
    client,
    closing,
    listeners,
    tell: (news = NEWS) => {
      for (const listener of listeners) listener(news);
    },
    async answer(result: Result<unknown>) {
      asked.at(-1)?.answer(result);
      await new Promise((resolve) => setImmediate(resolve));
    },
    shown: () => store.getState().reports.reconciliation,
  };
}

describe("a reload after a missing part", () => {
  it("waits while a sale is keyed in, a start has no response or a customer uses the kiosk", () => {
    const { store } = world();
    const isAllowed = (change: Partial<TillState>) => canReload({ ...store.getState(), ...change });
    const { draft } = store.getState();
    const unconfirmedStart = { attempt: "one", draft, isDrafted: true, hasUserChanged: () => false };
    expect(isAllowed({})).toBe(true);
    expect(isAllowed({ draft: { ...draft, note: "two cups" } })).toBe(false);
    expect(isAllowed({ draft: { ...draft, customer: { kind: "scan", value: "token" } } })).toBe(false);
    expect(isAllowed({ unconfirmedStart })).toBe(false);
    expect(isAllowed({ hasVisit: true })).toBe(false);
  });
});

describe("unsettled operations", () => {
  it("are read with the payments that the window does not know, in one request", async () => {
    const { store, client } = world();
    const asked: [CommandName, unknown][] = [];
    const operation = (posTid: string) => ({ id: posTid, posTid }) as Operation;
    const payment = (posTid: string) => ({ posTid, modifiedAt: "2026-03-02T10:00:00.000Z" }) as Payment;
    const items = Array.from({ length: 300 }, (_, index) => operation(`p${index}`));
    store.setState({ payments: { p0: payment("p0") } });
    const call = async (name: CommandName, input: { posTids?: string[] }) => {
      asked.push([name, input.posTids?.length]);
      return done(name === "queue.list" ? { items, codes: [] } : { items: input.posTids?.map(payment), next: null });
    };
    const ports = { store, client: { ...client, call } as TillClient, now: () => 0, savePreferences: () => undefined };
    await queueActions(ports, createCaller(ports)).readQueue();
    expect(asked).toEqual([
      ["queue.list", undefined],
      ["payment.list", 200],
      ["payment.list", 99],
    ]);
    expect(Object.keys(store.getState().payments)).toHaveLength(300);
  });
});

describe("a running comparison", () => {
  it("is polled only on the screen for closing the day", async () => {
    const { client, store, tell, asked, closing, answer, shown } = world();
    const release = followReports(store, client);
    tell();
    expect(asked).toEqual([]);
    closing(true);
    tell();
    expect(asked.map(({ name }) => name)).toEqual(["report.reconciliation"]);
    await answer(done({ compared: 1 }));
    expect(shown()).toEqual({ compared: 1 });
    release();
    tell();
    expect(asked).toHaveLength(1);
  });

  it("is polled once more for all events during a request", async () => {
    const { client, store, tell, asked, closing, answer, shown } = world();
    followReports(store, client);
    closing(true);
    tell();
    tell();
    tell();
    expect(asked).toHaveLength(1);
    await answer(done({ compared: 1 }));
    expect(asked).toHaveLength(2);
    await answer(done({ compared: 3 }));
    expect(asked).toHaveLength(2);
    expect(shown()).toEqual({ compared: 3 });
    // A refused request does not block the next one.
    tell();
    await answer(failed("not_allowed"));
    expect(shown()).toEqual({ compared: 3 });
    tell();
    expect(asked).toHaveLength(4);
  });

  it("is not shown to a user who signed in during the request", async () => {
    const { client, store, tell, closing, answer, shown } = world();
    followReports(store, client);
    closing(true);
    tell();
    closing(false);
    await answer(done({ compared: 1 }));
    expect(shown()).toBeNull();
  });
});

describe("the close of the day", () => {
  const PAID = { type: "payment.changed", payment: {} } as TillEvent;

  it("is read again when a payment changes on the screen: a payment paid meanwhile no longer blocks it", async () => {
    const { client, store, tell, asked, closing, answer } = world();
    followReports(store, client);
    closing(true);
    tell(PAID);
    expect(asked).toEqual([]);
    store.setState(({ reports }) => ({ route: "reports", reports: { ...reports, section: "close" } }));
    tell(PAID);
    tell(PAID);
    expect(asked.map(({ name }) => name)).toEqual(["report.preview"]);
    await answer(done({ number: 1, blockers: ["one"] }));
    expect(asked).toHaveLength(2);
    await answer(done({ number: 1, blockers: [] }));
    expect(asked).toHaveLength(2);
    expect(store.getState().reports.closing).toEqual({ number: 1, blockers: [] });
  });
});

describe("unlocking", () => {
  it("reads everything that the lock withheld", () => {
    const { store } = world();
    const read: string[] = [];
    followLock(store, async () => void read.push("everything"));
    const becomes = (staff: StaffMember | null, requireSignIn: boolean) =>
      store.setState({ terminal: { staff, people: { requireSignIn } } as Terminal });
    becomes(null, true);
    becomes(null, true);
    expect(read).toEqual([]);
    becomes({ name: "Ola", role: "cashier" }, true);
    expect(read).toEqual(["everything"]);
    becomes({ name: "Kari", role: "manager" }, true);
    becomes(null, true);
    becomes(null, false);
    expect(read).toEqual(["everything", "everything"]);
  });
});
