import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import type { ChainDay } from "../../../../contract/head-office/head-office.ts";
import { headOfficeActions } from "../../../../renderer/head-office/actions.ts";
import type { HeadOfficeClient } from "../../../../renderer/head-office/client.ts";
import { createHeadOfficeStore } from "../../../../renderer/head-office/state.ts";

const PRESENT = "2026-03-02";

/** Head office's page over a ledger whose responses the test sends. */
function openPage() {
  const store = createHeadOfficeStore(0, { theme: "system", language: "en", unitsFirst: "minor", sound: true });
  const asked: (string | null)[] = [];
  const waiting: (() => void)[] = [];
  const client = {
    ask: async (question: string, input: { day?: string | null }) => {
      if (question !== "today") return done({ tills: [], asOf: "" });
      const day = input.day ?? null;
      asked.push(day);
      await new Promise<void>((resolve) => waiting.push(resolve));
      const shown = day ?? PRESENT;
      return done<ChainDay>({ day: shown, isPresent: shown === PRESENT, asOf: "", sales: [], atRisk: [], late: [] });
    },
  } as unknown as HeadOfficeClient;
  const actions = headOfficeActions({ store, client, savePreferences: () => undefined });
  /** Responds to all requests in this order. */
  const answerAll = async (order: "first" | "last" = "first") => {
    const all = order === "first" ? waiting.splice(0) : waiting.splice(0).reverse();
    for (const resolve of all) resolve();
    await expect.poll(() => store.getState().today?.day).toBe(store.getState().day ?? PRESENT);
  };
  return { store, actions, asked, answerAll };
}

describe("the day on head office's page", () => {
  it("goes back one day per press, however late the responses", async () => {
    const { store, actions, asked, answerAll } = openPage();
    void actions.refresh();
    await answerAll();
    for (let press = 0; press < 3; press += 1) actions.stepDay(-1);
    expect(asked).toEqual([null, "2026-03-01", "2026-02-28", "2026-02-27"]);
    await answerAll("last");
    expect(store.getState()).toMatchObject({ day: "2026-02-27", today: { day: "2026-02-27" } });
    for (let press = 0; press < 2; press += 1) actions.stepDay(1);
    expect(asked.slice(4)).toEqual(["2026-02-28", "2026-03-01"]);
    await answerAll();
  });

  it("goes back from the current day while its response is pending", async () => {
    const { actions, asked, answerAll } = openPage();
    void actions.refresh();
    await answerAll();
    actions.chooseDay("2026-01-15");
    await answerAll();
    actions.chooseDay(null);
    actions.stepDay(-1);
    expect(asked.at(-1)).toBe("2026-03-01");
  });

  it("goes forward to the current day, and no further", async () => {
    const { store, actions, asked, answerAll } = openPage();
    void actions.refresh();
    await answerAll();
    actions.stepDay(-1);
    for (let press = 0; press < 3; press += 1) actions.stepDay(1);
    expect(asked.at(-1)).toBeNull();
    expect(store.getState().day).toBeNull();
  });
});
