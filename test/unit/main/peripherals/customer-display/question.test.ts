/** The question for the customer's data on their screen: from the code to a few seconds after the answer. */
import { describe, expect, it } from "vitest";
import type { Permission } from "../../../../../contract/customers/permissions.ts";
import { RESULT_MS } from "../../../../../main/peripherals/customer-display/display-queue.ts";
import { shownQuestion } from "../../../../../main/peripherals/customer-display/question.ts";
import { createManualClock } from "../../../../support/clock.ts";

function world() {
  const clock = createManualClock();
  const closing = new AbortController();
  const changes = { count: 0 };
  const shown = shownQuestion(clock, closing.signal, () => {
    changes.count += 1;
  });
  const tell = (phase: Permission["phase"], more: Partial<Permission> = {}) => {
    const qr = phase === "draft" ? { text: "https://s/1/P1", kind: "shortlink" } : null;
    shown.follow({
      posTid: "P1",
      combined: false,
      phase,
      qr,
      text: "Your address?",
      codeUntil: "T",
      ...more,
    } as Permission);
  };
  return { clock, shown, tell, changes };
}

describe("a question for data", () => {
  it("shows its code and the requested data, then that the phone asks", () => {
    const { shown, tell } = world();
    expect(shown.now()).toBeNull();
    tell("draft");
    expect(shown.now()).toEqual({ state: "code", text: "Your address?", code: "https://s/1/P1", until: "T" });
    tell("queued");
    expect(shown.now()).toEqual({ state: "moment", text: "Your address?", code: null, until: null });
    tell("waiting");
    expect(shown.now()?.state).toBe("asked");
  });

  it.each([
    ["granted", "shared"],
    ["declined", "declined"],
    ["expired", "over"],
    ["aborted", "over"],
    ["attention", "over"],
  ] as const)(
    "that is %s is shown as %s for as long as a result, also when more arrives meanwhile",
    async (phase, state) => {
      const { clock, shown, tell, changes } = world();
      tell("waiting");
      tell(phase);
      expect(shown.now()?.state).toBe(state);
      await clock.advance(RESULT_MS - 1000);
      tell(phase, { reading: false });
      expect(shown.now()?.state).toBe(state);
      const before = changes.count;
      await clock.advance(1000);
      expect(shown.now()).toBeNull();
      expect(changes.count).toBe(before + 1);
    },
  );

  it("replaces the previous one, whose end does not wipe it", async () => {
    const { clock, shown, tell } = world();
    tell("waiting");
    tell("declined");
    await clock.advance(RESULT_MS - 1000);
    tell("draft", { posTid: "P2", text: "Your age?" });
    await clock.advance(RESULT_MS);
    expect(shown.now()).toMatchObject({ state: "code", text: "Your age?" });
    tell("declined", { posTid: "P1" });
    expect(shown.now()?.text).toBe("Your age?");
  });

  it("is not shown when a payment asks for it, or when only its end was received", () => {
    const { shown, tell } = world();
    tell("waiting", { combined: true });
    tell("granted", { posTid: "P3" });
    expect(shown.now()).toBeNull();
  });
});
