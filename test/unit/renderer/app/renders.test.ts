/** Counts what is redrawn by comparing the hooks of a screen before and after. Nothing here is timed. */
import React, { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TillEvent } from "../../../../contract/bridge/events.ts";
import type { Payment, Terminal } from "../../../../contract/payments/views.ts";
import { takeEvent } from "../../../../renderer/app/binding.ts";
import { SideRail } from "../../../../renderer/app/side-rail.tsx";
import { TopBar } from "../../../../renderer/app/top-bar.tsx";
import { Charge } from "../../../../renderer/counter/charge/charge.tsx";
import { OpenSales } from "../../../../renderer/counter/open-sales.tsx";
import { PresentSide } from "../../../../renderer/counter/present/present-side.tsx";
import { TillProvider } from "../../../../renderer/store/till-provider.tsx";
import { openCounter, WATER } from "../../../support/counter.ts";
import { startAllTexts } from "../../../support/texts.ts";

/** The values of all hooks that were drawn: `useShallow` wraps each, so that equal values are identical. */
const drawn: (() => unknown)[] = [];

beforeAll(() => startAllTexts("en"));
beforeEach(() => {
  drawn.length = 0;
  const spy = vi.spyOn(React, "useSyncExternalStore").mockImplementation((_subscribe, snapshot) => {
    drawn.push(snapshot);
    return snapshot();
  });
  return () => spy.mockRestore();
});

const CONNECTED = {
  connectivity: "online",
  queue: { depth: 0, paused: false },
  scanFirst: { ready: null },
  inbox: 0,
  parked: 0,
  merchant: { name: "Shop" },
  pos: { name: "Counter 1" },
  timeZone: "Europe/Oslo",
};

function open(...screens: (() => ReactNode)[]) {
  const counter = openCounter();
  const { store, actions } = counter;
  store.setState({ terminal: { ...(store.getState().terminal as Terminal), ...CONNECTED } as unknown as Terminal });
  const content = screens.map((screen) => createElement(screen, { key: screen.name }));
  renderToStaticMarkup(createElement(TillProvider, { value: { store, actions } }, content));
  return {
    ...counter,
    tell: (event: TillEvent) => takeEvent(store, event),
    /** The number of hooks whose value changes. */
    changedBy(change: () => void): number {
      const before = drawn.map((give) => give());
      change();
      return drawn.filter((give, place) => give() !== before[place]).length;
    },
  };
}

describe("a key on the keypad", () => {
  it("redraws the amount, the repeat button, and little else", () => {
    const { actions, changedBy } = open(TopBar, SideRail, OpenSales, Charge);
    expect(drawn.length).toBeGreaterThan(60);
    actions.enter({ type: "digit", digit: 1 });
    // The tape, the amount, the button.
    expect(changedBy(() => actions.enter({ type: "digit", digit: 4 }))).toBeLessThanOrEqual(3);
  });
});

const OTHER = {
  posTid: "B-1",
  phase: "captured",
  steps: [],
  late: null,
  createdAt: "2026-11-25T10:00:00.000Z",
  modifiedAt: "2026-11-25T10:00:00.000Z",
} as unknown as Payment;

describe("an event from main", () => {
  it("redraws nothing when the till's state is unchanged", () => {
    const { store, tell, changedBy } = open(TopBar, SideRail, OpenSales, Charge);
    expect(drawn.length).toBeGreaterThan(60);
    const terminal = structuredClone(store.getState().terminal) as Terminal;
    expect(changedBy(() => tell({ type: "terminal.changed", terminal }))).toBe(0);
  });

  it("redraws nothing of the amount, the menu and the bar when another till's payment was paid", () => {
    const { tell, changedBy } = open(TopBar, SideRail, OpenSales, Charge);
    expect(changedBy(() => tell({ type: "payment.changed", payment: OTHER }))).toBe(0);
  });

  it("redraws only the count when the queue length changes", () => {
    const { tell, changedBy } = open(TopBar, SideRail, OpenSales, Charge);
    expect(changedBy(() => tell({ type: "queue.changed", depth: 1, paused: false }))).toBeLessThanOrEqual(3);
  });
});

/** The page's content after the task that draws a screen, before the next task. */
function firstDrawn(content: ReactNode): string {
  const { store, actions } = openCounter();
  store.setState(({ terminal }) => ({ terminal: { ...terminal, ...CONNECTED } as unknown as Terminal }));
  return renderToStaticMarkup(createElement(TillProvider, { value: { store, actions } }, content));
}

describe("a window that has just opened", () => {
  it("draws its keys first, and the products in a separate task", () => {
    const markup = firstDrawn(createElement(Charge));
    expect(markup).toContain("data-products");
    expect(markup).not.toContain(WATER.names.en);
  });
});

describe("a code on the screen", () => {
  it("shows Cancel and its progress before the other actions", () => {
    const payment = { ...OTHER, operations: [], steps: ["abort", "identify"], qr: { text: "https://pay.example/1" } };
    const stage = { kind: "code", payment, expired: false } as unknown as Parameters<typeof PresentSide>[0]["stage"];
    const markup = firstDrawn(createElement(PresentSide, { stage }));
    expect(markup).toContain("Waiting for the scan");
    expect(markup).toContain("Cancel payment");
    expect(markup).not.toContain("Send to a phone number");
  });
});
