import i18next from "i18next";
import React, { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import { isJournalEvent, journalEvents } from "../../../../../contract/journal/events.ts";
import type { HistoryEntry, JournalLine } from "../../../../../contract/journal/journal.ts";
import type { Terminal } from "../../../../../contract/payments/views.ts";
import { PHASES } from "../../../../../contract/values/phases.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { relevantHistory, sentenceOf } from "../../../../../renderer/kit/story/sentence.ts";
import { eventName } from "../../../../../renderer/kit/story/use-words.ts";
import { presetPeriod, presetsOf } from "../../../../../renderer/office/exports/presets.ts";
import { JournalEntry } from "../../../../../renderer/office/journal/journal-entry.tsx";
import { createTillStore } from "../../../../../renderer/store/store.ts";
import { TillProvider } from "../../../../../renderer/store/till-provider.tsx";
import { openCounter } from "../../../../support/counter.ts";
import { startAllTexts } from "../../../../support/texts.ts";

describe("the journal's event labels", () => {
  it("are found only by the event's own name", () => {
    expect(isJournalEvent("staff.signedIn")).toBe(true);
    expect(isJournalEvent("constructor")).toBe(false);
    expect(isJournalEvent("staff.constructor")).toBe(false);
  });

  it("name a kind of event in a list without one row's values, or the event itself without a label", async () => {
    await startAllTexts("en");
    expect(eventName(i18next.t, "staff.signedIn")).toBe("Signed in");
    expect(eventName(i18next.t, "money.captured")).toBe("Amount charged");
    expect(eventName(i18next.t, "something.new")).toBe("something.new");
  });
});

describe("an entry of the journal about a price", () => {
  it.each(["en", "nb"] as const)(
    "states the product and both prices, in the currency of the change: %s",
    async (language) => {
      await startAllTexts(language);
      const { store, actions } = openCounter();
      const line: JournalLine = {
        sequence: 7,
        at: "2026-11-20T09:00:00.000Z",
        posTid: null,
        person: "Olga",
        hash: "",
        event: "product.priceChanged",
        values: { product: "bun", name: "Bun & tea", before: 4500, after: 4900, currency: "EUR" },
      };
      const spy = vi.spyOn(React, "useSyncExternalStore").mockImplementation((_subscribe, snapshot) => snapshot());
      const entry = createElement(JournalEntry, { line });
      const html = renderToStaticMarkup(createElement(TillProvider, { value: { store, actions } }, entry));
      spy.mockRestore();
      expect(html.replaceAll("\u00a0", " ")).toContain("Bun &amp; tea: 45,00 € → 49,00 €");
    },
  );
});

describe("names in the journal's filter", () => {
  it.each(["en", "nb"] as const)("are unique, so that each describes its results: %s", async (language) => {
    await startAllTexts(language);
    const events = journalEvents().map((event) => eventName(i18next.t, event));
    expect(events.filter((name, index) => events.indexOf(name) !== index)).toEqual([]);
    const phases = PHASES.map((phase) => i18next.t(`journal.phases.${phase}`));
    expect(new Set(phases).size).toBe(PHASES.length);
  });
});

describe("the relevant part of a payment's history", () => {
  const line = (event: string, about: HistoryEntry["about"]): HistoryEntry => ({
    at: "2026-11-20T09:00:00.000Z",
    event,
    values: {},
    evidence: [],
    about,
  });

  it("is the payment's own, and includes restarts of the till during it", () => {
    const story = [
      line("till.started", "till"),
      line("staff.signedIn", "till"),
      line("payment.started", "payment"),
      line("staff.signedIn", "till"),
      line("till.stopped", "till"),
      line("till.started", "till"),
      line("money.captured", "payment"),
      line("till.stopped", "till"),
    ];
    expect(relevantHistory(story).map(({ event }) => event)).toEqual([
      "payment.started",
      "till.stopped",
      "till.started",
      "money.captured",
    ]);
    expect(relevantHistory([line("till.started", "till")])).toEqual([]);
  });
});

describe("an exchange without news in the history", () => {
  const at = "2026-11-20T09:00:00.000Z";
  it.each([
    ["exchange.unanswered", { kind: "capture", times: 3 }, { key: "unanswered", times: 3 }],
    ["exchange.answered", { kind: null, times: 1 }, { key: "answered", times: 1 }],
    ["exchange.message", {}, { key: "messages", times: 1 }],
    ["exchange.other", {}, { key: "other", event: "exchange.other" }],
  ])("is a separate line: %s", (event, values, sentence) => {
    expect(sentenceOf({ at, event, values })).toEqual(sentence);
  });
});

describe("the suggested periods of an export", () => {
  const at = Date.parse("2026-03-01T00:30:00Z");
  const UTC = { timeZone: "UTC", cutOff: "00:00" };
  it.each([
    ["today", "Europe/Oslo", { from: "2026-03-01", to: "2026-03-01" }],
    ["yesterday", "Europe/Oslo", { from: "2026-02-28", to: "2026-02-28" }],
    ["month", "Europe/Oslo", { from: "2026-03-01", to: "2026-03-01" }],
    ["lastMonth", "Europe/Oslo", { from: "2026-02-01", to: "2026-02-28" }],
    ["today", "America/New_York", { from: "2026-02-28", to: "2026-02-28" }],
    ["lastMonth", "America/New_York", { from: "2026-01-01", to: "2026-01-31" }],
  ] as const)("follow the shop's calendar: %s in %s", (preset, timeZone, period) => {
    const shop = { timeZone, cutOff: "00:00" };
    expect(presetPeriod(preset, at, shop)).toEqual(period);
    expect(presetsOf(period, at, shop)).toContain(preset);
  });

  // Until the cut-off, a sale after midnight belongs to the previous day: an export of today must include it.
  it.each([
    ["today", { from: "2026-02-28", to: "2026-02-28" }],
    ["yesterday", { from: "2026-02-27", to: "2026-02-27" }],
    ["month", { from: "2026-02-01", to: "2026-02-28" }],
    ["lastMonth", { from: "2026-01-01", to: "2026-01-31" }],
  ] as const)("are business days: %s between midnight and the cut-off", (preset, period) => {
    expect(presetPeriod(preset, at, { timeZone: "Europe/Oslo", cutOff: "04:00" })).toEqual(period);
  });

  it("are marked only when the days match", () => {
    const later = Date.parse("2026-03-20T12:00:00Z");
    expect(presetsOf(presetPeriod("month", later, UTC), later, UTC)).toEqual(["month"]);
    expect(presetsOf({ from: "2026-03-02", to: "2026-03-20" }, later, UTC)).toEqual([]);
    expect(presetsOf(presetPeriod("today", at, UTC), at, UTC)).toEqual(["today", "month"]);
  });
});

describe("the periods of a journal search", () => {
  // A row from half an hour before midnight belongs to the same business day, as in every other list.
  it.each([
    ["today", "2026-11-22T03:00:00.000Z"],
    ["week", "2026-11-16T03:00:00.000Z"],
    ["month", "2026-10-24T02:00:00.000Z"],
    ["all", undefined],
  ] as const)("are business days, which continue after midnight: %s", async (span, from) => {
    const now = Date.parse("2026-11-22T23:30:00Z");
    const store = createTillStore(now, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
    store.setState({ terminal: { timeZone: "Europe/Oslo", cutOff: "04:00" } as Terminal });
    const asked: unknown[] = [];
    const call = async (...command: unknown[]) => {
      asked.push(command);
      return done({ items: [], next: null, searchedTo: null }) as never;
    };
    const client = { call, on: () => () => undefined };
    const actions = createActions({ store, client, now: () => now, savePreferences: () => undefined });
    actions.searchJournal({ span });
    await actions.readJournal();
    expect(asked).toEqual([["journal.list", expect.objectContaining({ from })]]);
  });
});
