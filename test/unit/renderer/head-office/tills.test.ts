import { describe, expect, it } from "vitest";
import { type TillLine, tillProblem } from "../../../../contract/head-office/head-office.ts";
import { chosenTills } from "../../../../renderer/head-office/tills.ts";

const WELL: TillLine = {
  till: "kasse-1",
  shop: "Vika",
  lastNumber: 12,
  lastSeen: "2026-03-02T10:00:00Z",
  silentFor: 30,
  version: "0.1.0",
  queueDepth: 0,
  queueAge: null,
  behind: 0,
  error: null,
  refused: null,
  state: "active",
};

describe("the problem of a till", () => {
  it.each([
    [{}, null],
    [{ silentFor: 900 }, null],
    [{ silentFor: 901 }, "silent"],
    [{ silentFor: null, lastSeen: null }, "never_seen"],
    [{ refused: "another file", silentFor: 90_000 }, "refused"],
    [{ error: "printer_error", queueAge: 9000, behind: 9000 }, "error"],
    [{ queueAge: 600 }, null],
    [{ queueAge: 601, behind: 9000 }, "queue"],
    [{ behind: 1000 }, null],
    [{ behind: 1001 }, "behind"],
    [{ refused: "another file", state: "replaced" }, null],
    [{ silentFor: 90_000, state: "revoked" }, null],
  ] as const)("with %j is %s", (changed, trouble) => {
    expect(tillProblem({ ...WELL, ...changed })).toBe(trouble);
  });
});

describe("the listed tills", () => {
  const tills: TillLine[] = [
    { ...WELL, till: "gone", state: "replaced" },
    { ...WELL, till: "a-1", shop: "Sagene" },
    { ...WELL, till: "a-2", shop: "Sagene", silentFor: 5000 },
    { ...WELL, till: "b-1", shop: "Vika", error: "printer_error" },
  ];
  const names = (onlyTrouble: boolean, text: string) => chosenTills(tills, onlyTrouble, text).map(({ till }) => till);

  it("start with those that need attention, in the ledger's order, and end with former ones", () => {
    expect(names(false, "")).toEqual(["a-2", "b-1", "a-1", "gone"]);
    expect(names(true, "")).toEqual(["a-2", "b-1"]);
  });

  it("contain every typed word in their name, shop, version or error", () => {
    expect(names(false, " SAGENE a- ")).toEqual(["a-2", "a-1"]);
    expect(names(false, "printer")).toEqual(["b-1"]);
    expect(names(true, "sagene printer")).toEqual([]);
  });

  it("are found without accents and Norwegian letters", () => {
    const shops = ["Tromsø", "Grünerløkka", "Ålesund"].map((shop, at) => ({ ...WELL, till: `k-${at}`, shop }));
    for (const [text, till] of [
      ["tromso", "k-0"],
      ["TROMSØ", "k-0"],
      ["grunerlokka", "k-1"],
      ["alesund", "k-2"],
    ] as const)
      expect(
        chosenTills(shops, false, text).map((one) => one.till),
        text,
      ).toEqual([till]);
  });
});
