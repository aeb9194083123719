/** A register's message on the customer's screen by a clock that stands still: when it is over, and how long that is told. */
import { describe, expect, it } from "vitest";
import { type ScreenPlace, screenMessages } from "../../../../../main/peripherals/customer-display/messages.ts";
import { transact } from "../../../../../main/storage/database/database.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const DAY_MS = 24 * 60 * 60_000;

function counter() {
  const cleanup = new DisposableStack();
  const { database } = cleanup.use(temporaryDatabase());
  const closing = new AbortController();
  cleanup.defer(() => closing.abort());
  const clock = createManualClock();
  let place: ScreenPlace = "free";
  const messages = screenMessages({
    clock,
    database,
    journal: createJournal(database),
    log: readableLog().log,
    place: () => place,
    closing: closing.signal,
    onChange() {},
  });
  return {
    clock,
    /** @returns the message's id */
    ask(seconds: number) {
      const content = { kind: "text", text: "Table 7", seconds } as const;
      const asked = transact(database, () => messages.ask("Register A", content));
      if (!asked.ok) throw new Error(asked.error.message);
      return asked.value.screenId;
    },
    becomes(next: ScreenPlace) {
      place = next;
      messages.follow();
    },
    stateOf: (screenId: string) => messages.find("Register A", screenId)?.state ?? null,
    [Symbol.dispose]: () => cleanup.dispose(),
  };
}

describe("a register's message", () => {
  it("stands there for its seconds, and not one longer", async () => {
    using till = counter();
    const screenId = till.ask(100);
    expect(till.stateOf(screenId)).toBe("shown");
    await till.clock.advance(99_999);
    expect(till.stateOf(screenId)).toBe("shown");
    await till.clock.advance(1);
    expect(till.stateOf(screenId)).toBe("expired");
  });

  it("is over in time however often its screen goes and comes", async () => {
    using till = counter();
    const screenId = till.ask(100);
    // In each round it would have 100 s anew: it has its wait and its time on the screen in all, 220 s.
    for (let seconds = 0; seconds < 200; seconds += 50) {
      till.becomes("away");
      expect(till.stateOf(screenId)).toBe("waiting");
      await till.clock.advance(50_000);
      till.becomes("free");
      expect(till.stateOf(screenId)).toBe("shown");
    }
    await till.clock.advance(19_999);
    expect(till.stateOf(screenId)).toBe("shown");
    await till.clock.advance(1);
    expect(till.stateOf(screenId)).toBe("expired");
  });

  it("is told of for a day after it was asked for, also where no other one is", async () => {
    using till = counter();
    const screenId = till.ask(5);
    await till.clock.advance(DAY_MS);
    expect(till.stateOf(screenId)).toBe("expired");
    await till.clock.advance(1);
    expect(till.stateOf(screenId)).toBeNull();
  });
});
