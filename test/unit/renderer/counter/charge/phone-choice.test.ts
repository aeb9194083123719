import { afterEach, describe, expect, it, vi } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import { DEFAULT_COUNTER } from "../../../../../contract/catalogue/counter.ts";
import type { Terminal } from "../../../../../contract/payments/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { PHONES } from "../../../../../renderer/kit/lazy-parts.ts";
import { withStaff } from "../../../../../renderer/store/operator-change.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";

/** A counter in a shop, and its requests to main. */
function counter(shop: Pick<Terminal, "locale" | "currency">) {
  const asked: unknown[] = [];
  const amounts: unknown[] = [];
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  store.setState({
    terminal: {
      confirmAbove: null,
      disk: "ok",
      people: { requireSignIn: true },
      staff: { name: "Ola", role: "cashier" },
      counter: DEFAULT_COUNTER,
      ...shop,
    } as Terminal,
  });
  const actions = createActions({
    store,
    client: {
      async call(_name, input) {
        asked.push((input as { customer?: unknown }).customer);
        amounts.push((input as { amount?: unknown }).amount);
        return done({ posTid: "A-1" }) as never;
      },
      on: () => () => undefined,
    },
    now: () => 0,
    savePreferences: () => undefined,
  });
  actions.enter({ type: "digit", digit: 5 });
  const state = store.getState;
  return {
    actions,
    asked,
    amounts,
    dialog: () => state().dialog,
    draft: () => state().draft,
    notice: () => state().notice?.kind,
    signIn: (name: string) => store.setState((before) => withStaff(before, { name, role: "cashier" })),
  };
}

afterEach(() => vi.restoreAllMocks());

describe("charging a phone number before the numbering rules have loaded", () => {
  /** Charges twice. @returns a function that loads the rules and waits for the charges */
  function chargeEarly({ actions }: ReturnType<typeof counter>) {
    const rules = Promise.withResolvers<Awaited<ReturnType<typeof PHONES.load>>>();
    vi.spyOn(PHONES, "module").mockReturnValue(null);
    vi.spyOn(PHONES, "load").mockReturnValue(rules.promise);
    actions.setPhone("91234567");
    const charged = [actions.charge(), actions.charge()];
    return async () => {
      vi.restoreAllMocks();
      rules.resolve(await PHONES.load());
      await Promise.all(charged);
    };
  }

  it("refuses edits meanwhile, and charges once", async () => {
    const till = counter({ locale: "nb-NO", currency: "NOK" });
    const loadRules = chargeEarly(till);
    till.actions.enter({ type: "digit", digit: 9 });
    till.actions.setPhone("91234568");
    expect(till.notice()).toBe("notTaken");
    await loadRules();
    expect([till.asked, till.amounts]).toEqual([[{ kind: "phone", value: "4791234567" }], [5]]);
  });

  it("does not charge the sale of another user who signed in meanwhile", async () => {
    const till = counter({ locale: "nb-NO", currency: "NOK" });
    till.signIn("Kari");
    till.actions.enter({ type: "digit", digit: 7 });
    till.signIn("Ola");
    const loadRules = chargeEarly(till);
    till.signIn("Kari");
    await loadRules();
    expect(till.asked).toEqual([]);
  });
});

describe("charging a phone number", () => {
  it.each([
    ["sv-SE", "SEK", "701234567", "46701234567"],
    ["is-IS", "ISK", "611 1234", "3546111234"],
    ["nb-NO", "NOK", "+46 (0)70 123 45 67", "46701234567"],
  ])("in %s, %s, requests %s as %s", async (locale, currency, typed, digits) => {
    const { actions, asked } = counter({ locale, currency });
    actions.setPhone(typed);
    await actions.charge();
    expect(asked).toEqual([{ kind: "phone", value: digits }]);
  });

  it("requests nothing before the user has chosen between two countries", async () => {
    const { actions, asked, dialog } = counter({ locale: "da-DK", currency: "NOK" });
    actions.setPhone("40 12 34 56");
    await actions.charge();
    expect(asked).toEqual([]);
    expect(dialog()).toEqual({ kind: "whichNumber" });
    await actions.chargeNumber("4740123456");
    expect(asked).toEqual([{ kind: "phone", value: "4740123456" }]);
  });

  it("forgets the choice when the number is typed again", () => {
    const { actions, draft } = counter({ locale: "nb-NO", currency: "NOK" });
    // Without an amount there is no request yet.
    actions.enter({ type: "clear" });
    void actions.chargeNumber("4712345678");
    expect(draft().phoneChosen).toBe("4712345678");
    actions.setPhone("12345679");
    expect(draft().phoneChosen).toBeNull();
  });

  it("refuses an invalid number", async () => {
    const { actions, asked, draft } = counter({ locale: "nb-NO", currency: "NOK" });
    actions.setPhone("701234567");
    await actions.charge();
    expect(asked).toEqual([]);
    expect(draft().phoneProblem).toBe(true);
  });

  it("keeps the error during a correction, until the number is valid", async () => {
    const { actions, draft } = counter({ locale: "nb-NO", currency: "EUR" });
    actions.setPhone("0401234567");
    expect(draft().phoneProblem).toBe(false);
    await actions.charge();
    actions.setPhone("+35840");
    expect(draft().phoneProblem).toBe(true);
    actions.setPhone("+358401234567");
    expect(draft().phoneProblem).toBe(false);
    actions.setPhone("12");
    await actions.charge();
    actions.setPhone("");
    expect(draft().phoneProblem).toBe(false);
  });

  it.each(["9123456", "+4791234567890123456", "912345678"])(
    "reports that %s is invalid as soon as its field is left",
    async (typed) => {
      const { actions, draft } = counter({ locale: "nb-NO", currency: "NOK" });
      await PHONES.load();
      actions.setKeysFor("phone");
      for (const digit of typed) actions.typePhone(digit);
      expect(draft().phoneProblem).toBe(false);
      actions.setKeysFor("amount");
      expect(draft().phoneProblem).toBe(true);
    },
  );

  it("reports nothing for a valid or an empty number when its field is left", async () => {
    const { actions, draft } = counter({ locale: "nb-NO", currency: "NOK" });
    await PHONES.load();
    for (const typed of ["", "91 23 45 67", "+4915112345678", "22 12 34 56"]) {
      actions.setPhone(typed);
      actions.setKeysFor("amount");
      expect(draft().phoneProblem, typed).toBe(false);
    }
  });

  it("reports an invalid number also when there is no amount yet", async () => {
    const { actions, asked, draft } = counter({ locale: "nb-NO", currency: "NOK" });
    actions.enter({ type: "clear" });
    actions.setPhone("9123456");
    await actions.charge();
    expect([draft().phoneProblem, asked]).toEqual([true, []]);
  });
});
