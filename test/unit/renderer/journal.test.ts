import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { presetPeriod } from "../../../renderer/exports/presets.ts";
import { en } from "../../../renderer/i18n/en.ts";
import { startTexts } from "../../../renderer/i18n/index.ts";
import { NAMED_EVENTS, namedEvent } from "../../../renderer/journal/event-names.ts";
import { eventName } from "../../../renderer/journal/event-words.ts";
import { sentenceOf } from "../../../renderer/payments/sentence.ts";

describe("the journal's words", () => {
  it("are there for every event that is said to have some, and for no other", () => {
    const words = Object.entries(en.journal.events).flatMap(([subject, verbs]) =>
      Object.keys(verbs).map((verb) => `${subject}.${verb}`),
    );
    expect([...NAMED_EVENTS].sort()).toEqual(words.sort());
    expect(namedEvent("constructor")).toBeNull();
  });

  it("name a kind of event in a list without the values of one row, and the event itself where nobody has words", () => {
    startTexts("en");
    expect(eventName(i18next.t, "staff.signedIn")).toBe("Signed in");
    expect(eventName(i18next.t, "money.captured")).toBe("Money taken");
    expect(eventName(i18next.t, "something.new")).toBe("something.new");
  });
});

describe("what was said without any news", () => {
  const at = "2026-11-20T09:00:00.000Z";
  it.each([
    ["exchange.unanswered", { kind: "capture", times: 3 }, { key: "unanswered", times: 3 }],
    ["exchange.answered", { kind: null, times: 1 }, { key: "answered", times: 1 }],
    ["exchange.message", {}, { key: "messages", times: 1 }],
    ["exchange.other", {}, { key: "other", event: "exchange.other" }],
  ])("is a line of its own: %s", (event, values, sentence) => {
    expect(sentenceOf({ at, event, values })).toEqual(sentence);
  });
});

describe("the periods at hand for an export", () => {
  const at = Date.parse("2026-03-01T00:30:00Z");
  it.each([
    ["today", "Europe/Oslo", { from: "2026-03-01", to: "2026-03-01" }],
    ["yesterday", "Europe/Oslo", { from: "2026-02-28", to: "2026-02-28" }],
    ["month", "Europe/Oslo", { from: "2026-03-01", to: "2026-03-01" }],
    ["lastMonth", "Europe/Oslo", { from: "2026-02-01", to: "2026-02-28" }],
    ["today", "America/New_York", { from: "2026-02-28", to: "2026-02-28" }],
    ["lastMonth", "America/New_York", { from: "2026-01-01", to: "2026-01-31" }],
  ] as const)("are by the shop's calendar: %s in %s", (preset, zone, period) => {
    expect(presetPeriod(preset, at, zone)).toEqual(period);
  });
});
