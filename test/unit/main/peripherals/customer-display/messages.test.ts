/** A register's message on the customer's screen with a manual clock: its timeout and its reported status. */
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
  it("is hidden after its timeout", async () => {
    using till = counter();
    const screenId = till.ask(100);
    expect(till.stateOf(screenId)).toBe("shown");
    await till.clock.advance(99_999);
    expect(till.stateOf(screenId)).toBe("shown");
    await till.clock.advance(1);
    expect(till.stateOf(screenId)).toBe("expired");
  });

  it("expires in time however often its screen is hidden and shown", async () => {
    using till = counter();
    const screenId = till.ask(100);
    // The limit covers waiting and showing in total, 220 s, and not 100 s per round.
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

  it("reports its status for a day after the request, also without a newer message", async () => {
    using till = counter();
    const screenId = till.ask(5);
    await till.clock.advance(DAY_MS);
    expect(till.stateOf(screenId)).toBe("expired");
    await till.clock.advance(1);
    expect(till.stateOf(screenId)).toBeNull();
  });
});
