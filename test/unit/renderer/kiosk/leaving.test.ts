import { describe, expect, it } from "vitest";
import {
  freshSession,
  nextSession,
  type Plan,
  type Session,
  type SessionEvent,
  STILL_THERE_MS,
} from "../../../../renderer/kiosk/session.ts";

const GOODS: Plan = { deposit: false, only: null };
const ONLY: Plan = { deposit: false, only: "bun" };
const BACK: SessionEvent = { type: "back" };

function having(...events: SessionEvent[]): Session {
  return events.reduce((session, event) => nextSession(session, event, 0), freshSession(0));
}

const CHOSEN: SessionEvent[] = [
  { type: "begin", plan: GOODS },
  { type: "language", language: "nb" },
  { type: "quantity", productId: "bun", quantity: 2 },
];

describe("steps back with a basket", () => {
  it("open the language choice, and keep the basket after another choice", () => {
    expect(having(...CHOSEN, BACK)).toMatchObject({ step: "language", basket: [{ productId: "bun", quantity: 2 }] });
    expect(having(...CHOSEN, BACK, { type: "language", language: "de" })).toMatchObject({
      step: "choose",
      language: "de",
      basket: [{ productId: "bun", quantity: 2 }],
    });
  });

  it("ask before they end the visit, and More time keeps everything", () => {
    const asked = having(...CHOSEN, BACK, BACK);
    expect(asked).toMatchObject({ step: "language", askedAt: 0, basket: [{ quantity: 2 }] });
    expect(nextSession(asked, { type: "moreTime" }, 0)).toMatchObject({ askedAt: null, basket: [{ quantity: 2 }] });
    expect(nextSession(asked, { type: "reset" }, 0)).toEqual(freshSession(0));
    expect(nextSession(asked, { type: "tick" }, STILL_THERE_MS)).toEqual(freshSession(STILL_THERE_MS));
  });

  it("ask about a single product only when more than the default was chosen", () => {
    const only: SessionEvent[] = [
      { type: "begin", plan: ONLY },
      { type: "language", language: "en" },
    ];
    expect(having(...only, BACK).step).toBe("attract");
    const three = having(...only, { type: "quantity", productId: "bun", quantity: 3 }, BACK);
    expect(three).toMatchObject({ step: "basket", askedAt: 0, basket: [{ quantity: 3 }] });
  });

  it("leave immediately when nothing was chosen", () => {
    expect(having({ type: "begin", plan: GOODS }, { type: "language", language: "nb" }, BACK, BACK)).toEqual(
      freshSession(0),
    );
  });
});
