/** Tips at the counter: requested on the till or on the customer's own screen. */
import { describe, expect, it } from "vitest";
import type { CommandName } from "../../../../../contract/bridge/commands.ts";
import type { TillClient, TillEvent } from "../../../../../contract/bridge/events.ts";
import { done, failed, type Result } from "../../../../../contract/calls/errors.ts";
import type { Payment, Terminal } from "../../../../../contract/payments/views.ts";
import type { DisplayView } from "../../../../../contract/receipts/display.ts";
import { followTip, withdrawStaleTipQuestion } from "../../../../../renderer/counter/binding.ts";
import { typedAmount } from "../../../../../renderer/kit/amount/entry.ts";
import { openCounter } from "../../../../support/counter.ts";
import { startAllTexts } from "../../../../support/texts.ts";

/** Main's response for each started payment. */
const A_1 = { posTid: "A-1", action: "SALE", amount: 100, operations: [], steps: [], text: null };

await startAllTexts("en");

const DISCOUNT = { kind: "percent", rate: 1000 } as const;

describe("a tip at the till", () => {
  const screen = { tips: { kind: "percent", presets: [1000], where: "screen" } } as const;

  it("above the till's threshold, or above the sale itself, is confirmed once more", async () => {
    const at = openCounter({ tips: { ...screen.tips, presets: [1000] } });
    const begin = async (digits: string, confirmAbove: number | null, tip: number) => {
      at.store.setState({ terminal: { ...at.state().terminal, confirmAbove } as Terminal });
      at.type(digits);
      await at.actions.charge();
      if (at.state().dialog?.kind === "confirmCharge") await at.actions.charge(true);
      expect(at.state().dialog).toEqual({ kind: "tip" });
      await at.actions.chooseTip(tip);
      return at.state().dialog?.kind;
    };
    expect(await begin("15500", 20_000, 9_999_900)).toBe("confirmCharge");
    at.actions.forgetTip();
    at.actions.closeDialog();
    await at.actions.charge();
    expect([at.state().dialog, at.started()]).toEqual([{ kind: "tip" }, []]);
    await at.actions.chooseTip(4600);
    expect(at.state().dialog).toEqual({ kind: "confirmCharge" });
    await at.actions.charge(true);
    expect(at.started()).toMatchObject([{ amount: 15_500, additionalAmount: 4600 }]);
    at.actions.newSale();
    expect(await begin("13100", null, 200_000)).toBe("confirmCharge");
    await at.actions.charge(true);
    at.actions.newSale();
    // Confirmed without its tip, it is not confirmed again for a usual one.
    expect(await begin("25000", 20_000, 2500)).toBeUndefined();
    expect(at.started().length).toBe(3);
  });

  it("is requested once, before a code is shown, and no tip is an answer", async () => {
    const { actions, started, type, state } = openCounter({ tips: { ...screen.tips, presets: [1000] } });
    type("15500");
    await actions.charge();
    expect([state().dialog, started()]).toEqual([{ kind: "tip" }, []]);
    await actions.chooseTip(1550);
    expect(started()).toMatchObject([{ amount: 15_500, additionalAmount: 1550 }]);
    actions.newSale();
    type("100");
    await actions.charge();
    await actions.chooseTip(0);
    expect(started().at(-1)).toMatchObject({ amount: 100, additionalAmount: undefined });
  });

  it("is requested again once the amount has changed", async () => {
    const { actions, started, type, state } = openCounter({ tips: { ...screen.tips, presets: [1000] } }, (name) =>
      name === "payment.start" ? failed("offline") : undefined,
    );
    type("100");
    await actions.charge();
    await actions.chooseTip(10);
    expect([state().draft.tip, started().length]).toEqual([10, 1]);
    type("5");
    await actions.charge();
    expect(state().dialog).toEqual({ kind: "tip" });
  });

  it("above the sale itself is confirmed even if the sale was confirmed before", async () => {
    const { store, actions, started, state, type } = openCounter({ tips: { ...screen.tips, presets: [1000] } });
    store.setState({ terminal: { ...state().terminal, confirmAbove: 20_000 } as Terminal });
    type("25000");
    await actions.charge();
    await actions.charge(true);
    await actions.chooseTip(25_001);
    expect([state().dialog, started()]).toEqual([{ kind: "confirmCharge" }, []]);
  });

  it.each<[what: string, change: (at: ReturnType<typeof openCounter>) => void]>([
    ["a changed line", ({ actions }) => actions.changeLine(0, { times: 1, name: "Tea", discount: null })],
    ["an undone scan", ({ actions }) => actions.restoreEntry(typedAmount(100, "NOK", "minor"))],
    ["restoring cleared content", ({ actions }) => actions.bringBack()],
    [
      "a discount of the whole sale",
      ({ actions }) => actions.changeSale({ preset: null, note: "", discount: DISCOUNT }),
    ],
    ["another digit", ({ type }) => type("1")],
  ])("is requested again after %s", async (_what, change) => {
    const at = openCounter({ tips: { ...screen.tips, presets: [1000] } }, (name) =>
      name === "payment.start" ? failed("offline") : undefined,
    );
    for (const amount of ["4900", "5100"]) {
      at.type(amount);
      at.actions.enter({ type: "add" });
    }
    at.actions.removeLine(1);
    await at.actions.charge();
    await at.actions.chooseTip(490);
    expect(at.state().draft.tip).toBe(490);
    change(at);
    expect(at.state().draft.tip).toBeNull();
    await at.actions.charge();
    expect([at.state().dialog, at.started()]).toMatchObject([{ kind: "tip" }, [{ additionalAmount: 490 }]]);
  });

  it("is dropped when the sale could not start and became another kind of payment, or one with a tip on the phone", async () => {
    for (const become of ["AUTH", "onPhone"] as const) {
      const { actions, started, type } = openCounter({ tips: { ...screen.tips, presets: [1000] } }, (name) =>
        name === "payment.start" ? failed("limit") : undefined,
      );
      type("100");
      await actions.charge();
      await actions.chooseTip(10);
      if (become === "AUTH") actions.setAction("AUTH");
      else actions.setTipOnPhone(true);
      await actions.charge();
      expect(started().map(({ additionalAmount }) => additionalAmount)).toEqual([10, undefined]);
    }
  });

  it("is not requested when the customer tips on the phone, or the amount is reserved", async () => {
    const { actions, started, type } = openCounter({ tips: { ...screen.tips, presets: [1000] } });
    type("100");
    actions.setTipOnPhone(true);
    await actions.charge();
    actions.newSale();
    type("100");
    actions.setAction("AUTH");
    await actions.charge();
    expect(started().map(({ additionalEdit, additionalAmount }) => [additionalEdit, additionalAmount])).toEqual([
      [true, undefined],
      [undefined, undefined],
    ]);
  });
});

describe("the customer's language", () => {
  const tips = { kind: "percent", presets: [1000], where: "screen" } as const;

  it("chosen at the till's question applies to their payment, also on a retry, and to no other", async () => {
    const { actions, started, type, state } = openCounter({ tips: { ...tips, presets: [1000] } });
    const languages = () => started().map(({ language }) => language);
    type("100");
    await actions.charge();
    await actions.setCustomerLanguage("en", null);
    await actions.chooseTip(10);
    await actions.showNewCode({ ...A_1, lines: [] } as unknown as Payment);
    expect(languages()).toEqual(["en", "en"]);
    actions.newSale();
    type("100");
    await actions.charge();
    await actions.setCustomerLanguage("en", null);
    actions.closeDialog();
    // The same amount for another customer prompts again.
    await actions.charge();
    expect(state().dialog).toEqual({ kind: "tip" });
    await actions.chooseTip(0);
    expect(languages()).toEqual(["en", "en", undefined]);
  });

  it("chosen next to the code applies to a retry of its sale, and not to a later draft", async () => {
    const { actions, started, type } = openCounter();
    const languages = () => started().map(({ language }) => language);
    type("100");
    await actions.charge();
    await actions.setCustomerLanguage("en", "A-1");
    await actions.chargeAgain({ ...A_1, lines: [] } as unknown as Payment);
    expect(languages()).toEqual([undefined, "en"]);
    await actions.askAnotherNumber({ ...A_1, lines: [] } as unknown as Payment);
    actions.enter({ type: "clear" });
    actions.enter({ type: "clear" });
    type("200");
    await actions.charge();
    expect(languages()).toEqual([undefined, "en", undefined]);
  });
});

describe("a tip on the customer's own screen", () => {
  const tips = { kind: "percent", presets: [1000], where: "screen" } as const;
  /** A counter whose window follows it; `tell` sends main's event for the customer's choice. */
  function asking(answer?: (name: CommandName) => Result<unknown> | undefined) {
    const at = openCounter({ tips: { ...tips, presets: [1000] } }, answer);
    const listeners: ((event: TillEvent) => void)[] = [];
    const client = {
      async call(name: CommandName, input: unknown) {
        at.called.push([name, input as Record<string, unknown>]);
        return done({});
      },
      on: (listener: (event: TillEvent) => void) => {
        listeners.push(listener);
        return () => undefined;
      },
    };
    followTip(at.store, client as unknown as TillClient, at.actions);
    const tell = (amount: number, chosen: number | null) => {
      const display = { offer: { amount, chosen, kind: "percent", presets: [1000] } } as unknown as DisplayView;
      for (const listener of listeners) listener({ type: "display.changed", display });
    };
    const displayed = () => at.called.filter(([name]) => name.startsWith("display."));
    return { ...at, client: client as unknown as TillClient, tell, displayed };
  }

  it("is offered there, and the customer's answer is used", async () => {
    const { actions, type, tell, displayed, started, state } = asking();
    type("15500");
    await actions.charge();
    const offer = { amount: 15_500, kind: "percent", presets: [1000], unitsFirst: "minor" };
    expect(displayed()).toEqual([["display.offerTip", offer]]);
    tell(15_500, null);
    tell(9900, 990);
    expect(state().dialog).toEqual({ kind: "tip" });
    tell(15_500, 1550);
    await Promise.resolve();
    expect(started()).toMatchObject([{ additionalAmount: 1550 }]);
    expect(displayed()).toHaveLength(1);
  });

  it("is acknowledged only when the sale starts", async () => {
    for (const [answer, last] of [
      [undefined, "display.offerTip"],
      [failed("limit"), "display.withdrawTip"],
    ] as const) {
      const at = asking((name) => (name === "payment.start" ? answer : undefined));
      at.type("15500");
      await at.actions.charge();
      at.tell(15_500, 1550);
      await expect.poll(() => at.started()).toHaveLength(1);
      await expect.poll(() => at.displayed().at(-1)?.[0]).toBe(last);
    }
  });

  it("is withdrawn there by a reloaded window, and continues when a window still asks", async () => {
    const { actions, client, type, displayed, store } = asking();
    withdrawStaleTipQuestion(store, client);
    expect(displayed()).toEqual([["display.withdrawTip", {}]]);
    type("15500");
    await actions.charge();
    withdrawStaleTipQuestion(store, client);
    expect(displayed().at(-1)?.[0]).toBe("display.offerTip");
  });

  it("is withdrawn there once it was answered or cancelled at the till", async () => {
    const { actions, type, tell, displayed, started } = asking();
    type("15500");
    await actions.charge();
    actions.closeDialog();
    expect(displayed().at(-1)).toEqual(["display.withdrawTip", {}]);
    tell(15_500, 1550);
    expect(started()).toEqual([]);
    await actions.charge();
    await actions.chooseTip(0);
    expect(displayed().map(([name]) => name)).toEqual([
      "display.offerTip",
      "display.withdrawTip",
      "display.offerTip",
      "display.withdrawTip",
    ]);
  });
});

it("a tip suggestion for the phone above the till's threshold is confirmed first", async () => {
  const { store, state, actions, started, type } = openCounter({
    tips: { kind: "amount", presets: [10_000], where: "phone" },
  });
  store.setState({ terminal: { ...state().terminal, confirmAbove: 20_000 } as Terminal });
  type("15000");
  actions.setTipOnPhone(true);
  actions.suggestTip(10_000);
  await actions.charge();
  expect([state().dialog, started()]).toEqual([{ kind: "confirmCharge" }, []]);
  await actions.charge(true);
  expect(started()).toMatchObject([{ amount: 15_000, additionalAmount: 10_000 }]);
});

it("a tip suggestion for the phone is based on the sale without a tip, and only sent when chosen", async () => {
  const { actions, started, type } = openCounter({ tips: { kind: "percent", presets: [1000, 1500], where: "phone" } });
  type("15555");
  actions.suggestTip(1500);
  actions.setTipOnPhone(true);
  await actions.charge();
  actions.newSale();
  type("15555");
  actions.suggestTip(1500);
  await actions.charge();
  expect(started().map(({ additionalEdit, additionalAmount }) => [additionalEdit, additionalAmount])).toEqual([
    [true, 2333],
    [undefined, undefined],
  ]);
});
