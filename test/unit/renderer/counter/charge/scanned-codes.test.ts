import { describe, expect, it } from "vitest";
import { APPLES, CATALOGUE, openCounter } from "../../../../support/counter.ts";

describe("a scanned code at the counter", () => {
  it("uses the weight or price of a GS1 code, and asks for a missing weight", async () => {
    const { store, actions, state } = openCounter();
    const apples = { ...APPLES, barcode: "07038010055843" };
    store.setState(({ shelf }) => ({ shelf: { ...shelf, catalogue: { ...CATALOGUE, products: [apples] } } }));
    await actions.scanned("]C101070380100558433103000532");
    await actions.scanned("https://id.example/01/07038010055843?3922=1290");
    expect(state().draft.entry.lines).toMatchObject([{ amount: 2123 }, { amount: 1290 }]);
    await actions.scanned("(01)07038010055843");
    expect([state().dialog, state().draft.entry.lines.length]).toEqual([{ kind: "weigh", productId: "apples" }, 2]);
  });

  it("shows the GTIN, or only the letters and digits, of an unknown code", async () => {
    const { actions, state } = openCounter();
    for (const [typed, us, shown] of [
      ["]E04006381333931", "]E04006381333931", "4006381333931"],
      ["(01)04006381333931(10)A", "(01)04006381333931(10)A", "4006381333931"],
      ["à&'", "014", "014"],
      ["ALZ-1", "ALY/1", "ALZ-1"],
    ] as const) {
      await actions.scanned(typed, us);
      expect(state().notice).toMatchObject({ kind: "unknownScan", text: shown });
    }
  });

  it("prefers the product of the typed code to that of a US layout", async () => {
    const { actions, state } = openCounter();
    await actions.scanned("7038010000065", "2000010005321");
    await actions.scanned("4006381333931", "2000010005321");
    expect(state().draft.entry.lines).toMatchObject([{ productId: "water" }, { productId: "apples" }]);
  });
});
