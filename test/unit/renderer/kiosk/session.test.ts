import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failed } from "../../../../contract/calls/errors.ts";
import {
  DROP_PATIENCE_MS,
  EXIT_MS,
  freshSession,
  IDLE_MS,
  isChoosing,
  isRequestOpen,
  nextSession,
  type Plan,
  type Session,
  type SessionEvent,
  STILL_THERE_MS,
} from "../../../../renderer/kiosk/session.ts";

const GOODS: Plan = { deposit: false, only: null };
const { error: REFUSED } = failed("offline");

/** The session after events, all at the same moment unless a time is given. */
function having(...events: (SessionEvent | [SessionEvent, number])[]): Session {
  return events.reduce(
    (session, event) =>
      Array.isArray(event) ? nextSession(session, event[0], event[1]) : nextSession(session, event, 0),
    freshSession(0),
  );
}

const CHOOSING: SessionEvent[] = [
  { type: "begin", plan: GOODS },
  { type: "language", language: "nb" },
  { type: "quantity", productId: "bun", quantity: 2 },
  { type: "toBasket" },
];
const PAYING: SessionEvent[] = [...CHOOSING, { type: "pay", reference: "one" }];
const OPEN: SessionEvent[] = [...PAYING, { type: "started", reference: "one", posTid: "p1" }];
const DEPOSIT: SessionEvent[] = [
  { type: "begin", plan: { deposit: true, only: null } },
  { type: "language", language: "en" },
  { type: "pay", reference: "one" },
  { type: "started", reference: "one", posTid: "p1" },
  { type: "payment", posTid: "p1", is: "awaits_choice" },
];

describe("the way to the request", () => {
  it("leads from the attract screen over language and products to the basket, and back", () => {
    const steps = CHOOSING.map((_, index) => having(...CHOOSING.slice(0, index + 1)).step);
    expect(steps).toEqual(["language", "choose", "choose", "basket"]);
    expect(having(...CHOOSING, { type: "back" })).toMatchObject({ step: "choose", basket: [{ quantity: 2 }] });
    expect(having(...CHOOSING, { type: "back" }, { type: "back" }).step).toBe("language");
  });

  it("leads a customer who scanned first to the products, in the shop's language, and no other customer", () => {
    expect(having({ type: "scanned", plan: GOODS })).toMatchObject({ step: "choose", language: null });
    const deposit = { deposit: true, only: null };
    expect(having({ type: "scanned", plan: deposit })).toMatchObject({ step: "deposit", plan: deposit });
    expect(having(...CHOOSING, { type: "scanned", plan: GOODS })).toEqual(having(...CHOOSING));
    expect(having({ type: "language", language: "fi" }, { type: "scanned", plan: GOODS }).language).toBe("fi");
  });

  it("goes directly to the basket when there is one product", () => {
    const only = having(
      { type: "begin", plan: { deposit: false, only: "wash" } },
      { type: "language", language: "en" },
    );
    expect(only).toMatchObject({ step: "basket", basket: [{ productId: "wash", quantity: 1 }] });
    expect(nextSession(only, { type: "back" }, 0)).toEqual(freshSession(0));
  });

  it("accepts a free amount, and never zero", () => {
    const choosing = having({ type: "begin", plan: GOODS }, { type: "language", language: "en" });
    expect(nextSession(choosing, { type: "pay", reference: "one" }, 0)).toBe(choosing);
    expect(nextSession(choosing, { type: "pay", reference: "one", amount: 0 }, 0)).toBe(choosing);
    expect(nextSession(choosing, { type: "pay", reference: "one", amount: 4200 }, 0)).toMatchObject({
      amount: 4200,
      request: { state: "starting" },
    });
  });

  it("removes a product at quantity zero", () => {
    expect(having(...CHOOSING, { type: "quantity", productId: "bun", quantity: 0 }).basket).toEqual([]);
  });

  it("changes the language at any time without changing the screen", () => {
    expect(having(...OPEN, { type: "language", language: "uk" })).toMatchObject({ language: "uk", step: "request" });
  });

  it("shows why nothing was started, in the basket", () => {
    expect(having(...PAYING, { type: "refused", error: REFUSED })).toMatchObject({
      step: "basket",
      refusal: REFUSED,
      request: null,
      basket: [{ quantity: 2 }],
    });
  });
});

describe("a request", () => {
  it("is sent once, however often Pay is pressed", () => {
    const twice = having(...PAYING, { type: "pay", reference: "two" });
    expect(twice.request?.reference).toBe("one");
    expect(having(...OPEN, { type: "pay", reference: "two" }).request).toMatchObject({
      reference: "one",
      posTid: "p1",
    });
  });

  it("that is cancelled before main has responded is aborted after the response", () => {
    const early = having(...PAYING, { type: "cancel" });
    expect(early.request).toMatchObject({ state: "starting", wantsCancel: true });
    expect(nextSession(early, { type: "started", reference: "one", posTid: "p1" }, 0).request?.state).toBe(
      "cancelling",
    );
  });

  it("is not hidden by a cancel: its end is awaited", () => {
    const cancelling = having(...OPEN, { type: "cancel" }, { type: "back" }, { type: "reset" });
    expect(cancelling).toMatchObject({ step: "request", request: { state: "cancelling" } });
    expect(nextSession(cancelling, { type: "payment", posTid: "p1", is: "over" }, 0).request?.state).toBe("over");
  });

  it("continues when the approval was faster than the cancel", () => {
    expect(having(...OPEN, { type: "cancel" }, { type: "cancelRefused" }).request?.state).toBe("open");
  });

  it("that failed to start can be repeated with the same basket, and never while it is open", () => {
    expect(having(...OPEN, { type: "again" }).request?.state).toBe("open");
    const again = having(...OPEN, { type: "payment", posTid: "p1", is: "over" }, { type: "again" });
    expect(again).toMatchObject({ step: "basket", request: null, basket: [{ productId: "bun", quantity: 2 }] });
    expect(nextSession(again, { type: "pay", reference: "two" }, 0).request).toMatchObject({
      reference: "two",
      state: "starting",
    });
    const deposit = having(...DEPOSIT, { type: "payment", posTid: "p1", is: "over" }, { type: "again" });
    expect(deposit).toMatchObject({ step: "deposit", request: null, basket: [] });
  });

  it("is not closed by another payment's event", () => {
    expect(having(...OPEN, { type: "payment", posTid: "p2", is: "over" }).request?.state).toBe("open");
  });

  it("is found again after a reload, in its customer's language", () => {
    const found = having({ type: "found", posTid: "p9", language: "pl", plan: GOODS });
    expect(found).toMatchObject({ step: "request", language: "pl", request: { posTid: "p9", state: "open" } });
    expect(having(...OPEN, { type: "found", posTid: "p9", language: null, plan: GOODS }).request?.posTid).toBe("p1");
  });
});

describe("a phone number in place of the code", () => {
  const TYPING: SessionEvent = { type: "phone", is: { state: "typing" } };

  it("is available only while the code is shown", () => {
    expect(having(...OPEN, TYPING).phone).toEqual({ state: "typing" });
    expect(having(...CHOOSING, TYPING).phone).toBeNull();
    expect(having(...PAYING, TYPING).phone).toBeNull();
    expect(having(...OPEN, { type: "cancel" }, TYPING).phone).toBeNull();
  });

  it("is closed by one step back, which shows the code and keeps the request", () => {
    expect(having(...OPEN, TYPING, { type: "back" })).toMatchObject({ phone: null, request: { state: "open" } });
  });

  it("is erased at the request's end, on cancel, and on inactivity", () => {
    const sending: SessionEvent = { type: "phone", is: { state: "sending", digits: "4791234567" } };
    const over: SessionEvent = { type: "payment", posTid: "p1", is: "over" };
    expect(having(...OPEN, TYPING, sending).phone).toMatchObject({ digits: "4791234567" });
    expect(having(...OPEN, TYPING, sending, over).phone).toBeNull();
    expect(having(...OPEN, TYPING, { type: "cancel" }).phone).toBeNull();
    expect(nextSession(having(...OPEN, TYPING), { type: "tick" }, IDLE_MS - 1).phone).not.toBeNull();
    expect(nextSession(having(...OPEN, TYPING), { type: "tick" }, IDLE_MS)).toMatchObject({
      phone: null,
      request: { state: "open" },
    });
  });
});

describe("a dispensing machine", () => {
  const DROPPING: SessionEvent[] = [...OPEN, { type: "payment", posTid: "p1", is: "dropping" }];

  it("is awaited with a timeout: the next customer can buy", () => {
    const waiting = nextSession(having(...DROPPING), { type: "tick" }, DROP_PATIENCE_MS - 1);
    expect(waiting.request?.state).toBe("open");
    const over = nextSession(waiting, { type: "tick" }, DROP_PATIENCE_MS);
    expect(over).toMatchObject({ step: "request", request: { state: "over" }, touchedAt: DROP_PATIENCE_MS });
  });

  it("is awaited from its first report, however often the report is repeated", () => {
    const again = having(...DROPPING, [{ type: "payment", posTid: "p1", is: "dropping" }, 60_000]);
    expect(again.request?.droppingAt).toBe(0);
  });
});

describe("a deposit", () => {
  it("is approved first, and the products are chosen afterwards", () => {
    const choosing = having(...DEPOSIT);
    expect(choosing).toMatchObject({ step: "choose", request: { choice: "awaited" } });
    const chosen = [
      { type: "quantity", productId: "bun", quantity: 1 },
      { type: "toBasket" },
      { type: "pay", reference: "two" },
    ] satisfies SessionEvent[];
    const sent = having(...DEPOSIT, ...chosen);
    expect(sent).toMatchObject({ step: "request", request: { reference: "one", choice: "sent" } });
    expect(nextSession(sent, { type: "payment", posTid: "p1", is: "awaits_choice" }, 0)).toBe(sent);
    expect(nextSession(sent, { type: "refused", error: REFUSED }, 0)).toMatchObject({
      step: "basket",
      refusal: REFUSED,
      request: { choice: "awaited", state: "open" },
    });
  });

  it("is refunded when its customer has left, and that end is awaited", () => {
    const asked = having(...DEPOSIT, [{ type: "tick" }, IDLE_MS]);
    expect(asked.askedAt).toBe(IDLE_MS);
    expect(nextSession(asked, { type: "tick" }, IDLE_MS + STILL_THERE_MS)).toMatchObject({
      step: "request",
      request: { state: "cancelling" },
    });
  });
});

describe("an idle session", () => {
  it("prompts the customer after 45 s, and is erased 30 s later", () => {
    expect(having(...CHOOSING, [{ type: "tick" }, IDLE_MS - 1]).askedAt).toBeNull();
    const asked = having(...CHOOSING, [{ type: "tick" }, IDLE_MS]);
    expect(nextSession(asked, { type: "tick" }, IDLE_MS + STILL_THERE_MS - 1)).toBe(asked);
    const at = IDLE_MS + STILL_THERE_MS;
    expect(nextSession(asked, { type: "tick" }, at)).toEqual(freshSession(at));
  });

  it("is not prompted while a request is open, however long", () => {
    const open = having(...OPEN);
    expect(nextSession(open, { type: "tick" }, 3_600_000)).toBe(open);
  });

  it("has its full time again when the request ends", () => {
    const over = having(...OPEN, [{ type: "payment", posTid: "p1", is: "over" }, 100_000]);
    expect(nextSession(over, { type: "tick" }, 100_000 + IDLE_MS - 1).askedAt).toBeNull();
    expect(nextSession(over, { type: "tick" }, 100_000 + IDLE_MS).askedAt).toBe(100_000 + IDLE_MS);
  });

  it("gets more time on every request", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: STILL_THERE_MS - 1 }), { maxLength: 30 }), (pauses) => {
        let session = having(...CHOOSING);
        let now = 0;
        for (const pause of pauses) {
          now += IDLE_MS;
          session = nextSession(session, { type: "tick" }, now);
          now += pause;
          session = nextSession(nextSession(session, { type: "tick" }, now), { type: "moreTime" }, now);
        }
        expect(session.basket).toEqual([{ productId: "bun", quantity: 2 }]);
      }),
    );
  });

  it("that only chose a language is reset without a prompt", () => {
    const chosen = having({ type: "language", language: "fi" });
    expect(nextSession(chosen, { type: "begin", plan: GOODS }, 0)).toMatchObject({ step: "choose", language: "fi" });
    expect(nextSession(chosen, { type: "tick" }, IDLE_MS)).toEqual(freshSession(IDLE_MS));
  });

  it("keeps its accessibility settings from the first screen on, and no other customer gets them", () => {
    const easier: SessionEvent = { type: "ease", ease: { speech: true, volume: 3 } };
    const begun = having(easier, ...CHOOSING);
    expect(begun).toMatchObject({ step: "basket", accessibility: { speech: true, volume: 3 } });
    const back = having(easier, { type: "begin", plan: GOODS }, { type: "back" });
    expect(back).toMatchObject({ step: "attract", accessibility: { speech: true } });
    expect(nextSession(back, { type: "tick" }, IDLE_MS)).toEqual(freshSession(IDLE_MS));
    expect(nextSession(begun, { type: "reset" }, 7)).toEqual(freshSession(7));
    const asked = nextSession(begun, { type: "tick" }, IDLE_MS);
    const at = IDLE_MS + STILL_THERE_MS;
    expect(nextSession(asked, { type: "tick" }, at)).toEqual(freshSession(at));
  });

  it("leaves no sheet over the first screen", () => {
    const open = having({ type: "sheet", sheet: "languages" });
    expect(nextSession(open, { type: "tick" }, IDLE_MS - 1).sheet).toBe("languages");
    expect(nextSession(open, { type: "tick" }, IDLE_MS)).toEqual(freshSession(IDLE_MS));
  });

  it("closes the staff PIN sheet 20 s after the last touch", () => {
    const open = having({ type: "exit", isOpen: true }, [{ type: "touch" }, 5000]);
    expect(nextSession(open, { type: "tick" }, 5000 + EXIT_MS - 1).exitAt).toBe(5000);
    expect(nextSession(open, { type: "tick" }, 5000 + EXIT_MS).exitAt).toBeNull();
  });
});

/** Any event, with few payment ids so that they collide. */
function anyEvent(): fc.Arbitrary<SessionEvent> {
  const name = fc.constantFrom("one", "two");
  const posTid = fc.constantFrom("p1", "p2");
  const plan = fc.record({ deposit: fc.boolean(), only: fc.constantFrom(null, "wash") });
  const quantity = fc.integer({ min: -1, max: 3 });
  return fc.oneof(
    fc
      .constantFrom(
        ...([
          "touch",
          "tick",
          "back",
          "cancel",
          "cancelRefused",
          "moreTime",
          "reset",
          "readRefusal",
          "toBasket",
        ] as const),
      )
      .map((type) => ({ type })),
    plan.map((given) => ({ type: "begin" as const, plan: given })),
    plan.map((given) => ({ type: "scanned" as const, plan: given })),
    fc.constantFrom("en" as const, "nb" as const).map((language) => ({ type: "language" as const, language })),
    fc
      .record({ productId: name, quantity })
      .map(({ productId, quantity: wanted }) => ({ type: "quantity" as const, productId, quantity: wanted })),
    name.map((reference) => ({ type: "pay" as const, reference })),
    fc
      .record({ reference: name, posTid })
      .map(({ reference, posTid: id }) => ({ type: "started" as const, reference, posTid: id })),
    fc.constant({ type: "refused" as const, error: REFUSED }),
    fc
      .record({
        posTid,
        is: fc.constantFrom("under_way" as const, "awaits_choice" as const, "dropping" as const, "over" as const),
      })
      .map(({ posTid: id, is }) => ({ type: "payment" as const, posTid: id, is })),
    plan.map((given) => ({ type: "found" as const, posTid: "p2", language: null, plan: given })),
    fc.constantFrom("help" as const, "ease" as const, null).map((sheet) => ({ type: "sheet" as const, sheet })),
    fc.boolean().map((speech) => ({ type: "ease" as const, ease: { speech } })),
    fc.boolean().map((isOpen) => ({ type: "exit" as const, isOpen })),
  );
}

/** Histories: each event some time after the previous one. */
const histories = fc.array(fc.tuple(anyEvent(), fc.integer({ min: 0, max: 50_000 })), { maxLength: 60 });

/** Replays a history, and passes every step to a check. */
function replay(
  history: [SessionEvent, number][],
  check: (before: Session, event: SessionEvent, next: Session, now: number) => void,
) {
  let session = freshSession(0);
  let now = 0;
  for (const [event, pause] of history) {
    now += pause;
    const next = nextSession(session, event, now);
    check(session, event, next, now);
    session = next;
  }
}

describe("a kiosk session under any events", () => {
  it("ends an open request only by its own end or a failed start, and never by time, keys or another request", () => {
    fc.assert(
      fc.property(histories, (history) =>
        replay(history, (before, event, next) => {
          if (!isRequestOpen(before) || isRequestOpen(next)) return;
          // Only the wait for a silent dispenser has a timeout.
          if (event.type === "tick") return expect(before.request?.droppingAt).not.toBeNull();
          expect(["payment", "refused"]).toContain(event.type);
          if (event.type === "refused") expect(before.request?.posTid).toBeNull();
        }),
      ),
    );
  });

  it("keeps a request's reference and payment to the end", () => {
    fc.assert(
      fc.property(histories, (history) =>
        replay(history, (before, _event, next) => {
          if (before.request === null || next.request === null) return;
          expect(next.request.reference).toBe(before.request.reference);
          if (before.request.posTid !== null) expect(next.request.posTid).toBe(before.request.posTid);
        }),
      ),
    );
  });

  it("has nothing of a customer on the attract screen, except choices made there", () => {
    fc.assert(
      fc.property(histories, (history) =>
        replay(history, (_before, _event, next) => {
          if (next.step !== "attract") return;
          const { exitAt, sheet, touchedAt, language, accessibility, ...rest } = next;
          const {
            exitAt: _,
            sheet: __,
            touchedAt: ___,
            language: ____,
            accessibility: _____,
            ...nothing
          } = freshSession(0);
          expect(rest).toEqual(nothing);
        }),
      ),
    );
  });

  it("never prompts a customer during a final wait, and drops nothing without a prompt", () => {
    fc.assert(
      fc.property(histories, (history) =>
        replay(history, (before, event, next, now) => {
          if (isRequestOpen(next) && !isChoosing(next)) expect(next.askedAt).toBeNull();
          const isWiped = event.type === "tick" && before.step !== "attract" && next.step === "attract";
          if (isWiped) expect(now - (before.askedAt ?? now)).toBeGreaterThanOrEqual(STILL_THERE_MS);
        }),
      ),
    );
  });
});
