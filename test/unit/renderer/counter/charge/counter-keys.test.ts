import { describe, expect, it } from "vitest";
import type { Operation, Payment, Terminal } from "../../../../../contract/payments/views.ts";
import { entryActions, undoableDraft } from "../../../../../renderer/counter/charge/actions.ts";
import { totalOf } from "../../../../../renderer/kit/amount/entry.ts";
import { badgeOf, lookOf } from "../../../../../renderer/kit/appearance.ts";
import { moneyOf, reasonOf } from "../../../../../renderer/kit/result-reason.ts";
import type { ActionPorts } from "../../../../../renderer/store/ports.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";

function counter() {
  const store = createTillStore(0, { theme: "system", language: "en", sound: false, unitsFirst: "minor" });
  store.setState({ terminal: { currency: "NOK" } as Terminal });
  const actions = entryActions({ store } as ActionPorts);
  const type = (digits: string) => {
    for (const digit of digits) actions.enter({ type: "digit", digit: Number(digit) });
  };
  const draft = () => store.getState().draft;
  return { actions, type, draft, total: () => totalOf(draft().entry) };
}

describe("keys for the phone number", () => {
  it("change the number, and never the amount", () => {
    const { actions, type, draft, total } = counter();
    type("12300");
    actions.setKeysFor("phone");
    for (const key of ["4", "0", "00"]) actions.typePhone(key);
    actions.erasePhone();
    expect([draft().phone, total()]).toEqual(["400", 12_300]);
    actions.typePhone("1".repeat(60));
    expect(draft().phone).toHaveLength(24);
  });
});

describe("cleared content", () => {
  it("includes the sale's note, which undo restores", () => {
    const { actions, type, draft } = counter();
    type("4900");
    actions.changeSale({ preset: null, note: "Table 7", discount: null });
    actions.enter({ type: "clear" });
    expect(draft().note).toBe("");
    actions.bringBack();
    expect(draft().note).toBe("Table 7");
  });

  it("includes the note when the last line is removed, too", () => {
    const { actions, type, draft, total } = counter();
    for (const amount of ["4900", "5100"]) {
      type(amount);
      actions.enter({ type: "add" });
    }
    actions.changeSale({ preset: null, note: "Table 7", discount: null });
    actions.removeLine(1);
    expect(draft().note).toBe("Table 7");
    actions.changeLine(0, { times: 1, name: null, discount: { kind: "percent", rate: 10_000 } });
    actions.removeLine(0);
    expect([draft().note, draft().entry.lines]).toEqual(["", []]);
    actions.bringBack();
    expect([draft().note, draft().entry.lines.length, total()]).toEqual(["Table 7", 1, 0]);
  });

  it("can be restored until the next key", () => {
    const { actions, type, draft, total } = counter();
    type("4900");
    actions.enter({ type: "add" });
    type("5100");
    actions.enter({ type: "clear" });
    expect(total()).toBe(4900);
    actions.enter({ type: "clear" });
    expect(total()).toBe(0);
    // A second Escape by habit loses nothing.
    actions.enter({ type: "clear" });
    actions.bringBack();
    expect(total()).toBe(4900);
    actions.enter({ type: "remove", index: 0 });
    actions.bringBack();
    expect([total(), draft().cleared]).toEqual([4900, null]);
    actions.enter({ type: "clear" });
    type("1");
    actions.bringBack();
    expect(total()).toBe(1);
  });
});

describe("the key that clears everything", () => {
  it("clears the number with the last of the amount, and undo restores both", () => {
    const { actions, type, draft, total } = counter();
    actions.setPhone("91234567");
    type("4900");
    actions.enter({ type: "add" });
    type("5100");
    actions.clearSale();
    expect([draft().phone, total()]).toEqual(["91234567", 4900]);
    actions.clearSale();
    expect([draft().phone, total()]).toEqual(["", 0]);
    // A second press by habit loses nothing.
    actions.clearSale();
    actions.bringBack();
    expect([draft().phone, total()]).toEqual(["91234567", 4900]);
  });

  it("clears a number without an amount, with its message", () => {
    const { actions, draft } = counter();
    actions.setPhone("12");
    actions.clearSale();
    expect(draft()).toMatchObject({ phone: "", phoneProblem: false });
    actions.bringBack();
    expect(draft().phone).toBe("12");
  });

  it("restores nothing over a number typed since, or over a customer whose code was scanned", () => {
    const { actions, type, draft, total } = counter();
    actions.setPhone("91234567");
    type("4900");
    actions.clearSale();
    actions.setPhone("98765432");
    actions.bringBack();
    expect([draft().phone, total(), undoableDraft(draft())]).toEqual(["98765432", 0, null]);
    // The second number was a mistake and is deleted, digit by digit or at once: the cleared number returns.
    actions.clearSale();
    expect(draft().phone).toBe("");
    actions.setPhone("9");
    actions.erasePhone();
    actions.bringBack();
    expect([draft().phone, total()]).toEqual(["91234567", 4900]);
    actions.clearSale();
    actions.setPhone("98765432");
    type("5900");
    actions.clearSale();
    actions.setDraftCustomer({ kind: "scan", value: "B" });
    actions.bringBack();
    expect([draft().phone, draft().customer, total()]).toEqual(["", { kind: "scan", value: "B" }, 0]);
    // A scanned customer is no mistake: that customer returns, and not the previous one.
    actions.clearSale();
    actions.bringBack();
    expect([draft().phone, draft().customer, total()]).toEqual(["", { kind: "scan", value: "B" }, 0]);
  });

  it("clears a customer whose code was scanned, too", () => {
    const { actions, type, draft, total } = counter();
    actions.setDraftCustomer({ kind: "scan", value: "A" });
    type("4900");
    actions.clearSale();
    expect([draft().customer, total()]).toEqual([null, 0]);
    actions.bringBack();
    expect([draft().customer, total()]).toEqual([{ kind: "scan", value: "A" }, 4900]);
  });

  it("loses no amount that another key cleared before", () => {
    const { actions, type, draft, total } = counter();
    actions.setPhone("9123");
    type("2500");
    actions.changeSale({ note: "Table 4", preset: null, discount: null });
    actions.enter({ type: "clear" });
    actions.clearSale();
    expect([draft().phone, draft().note, total()]).toEqual(["", "", 0]);
    actions.bringBack();
    expect([draft().phone, draft().note, total()]).toEqual(["9123", "Table 4", 2500]);
  });

  it("keeps the number when it clears only the amount", () => {
    const { actions, type, draft, total } = counter();
    actions.setPhone("91234567");
    type("4900");
    actions.enter({ type: "clear" });
    actions.setPhone("98765432");
    actions.bringBack();
    expect([draft().phone, total()]).toEqual(["98765432", 4900]);
  });
});

describe("the appearance of a result", () => {
  const look = (facts: Partial<Payment>) =>
    lookOf({ action: "SALE", tid: "t", asked: "yes", operations: [], ...facts } as Payment);

  it("names a refused reservation differently from a refused sale", () => {
    expect(look({ phase: "rejected" })).toMatchObject({ word: "rejected", tone: "failed" });
    expect(look({ phase: "rejected", action: "AUTH" })).toMatchObject({ word: "notReserved", tone: "failed" });
    expect([moneyOf("rejected", "AUTH"), moneyOf("rejected", "SALE")]).toEqual(["nothingReserved", "nothingPaid"]);
    expect([moneyOf("reserved", "AUTH"), moneyOf("attention", "SALE")]).toEqual([null, null]);
  });

  it("is cancelled for a cancelled payment, even if the customer approved meanwhile", () => {
    const facts = { phase: "authorised", undoing: true } as const;
    expect(look(facts)).toMatchObject({ word: "aborted", tone: "closed" });
    expect(look({ ...facts, action: "AUTH" })).toMatchObject({ word: "aborted", tone: "closed" });
    expect(reasonOf({ ...facts, operations: [] } as unknown as Payment)).toBe("undoing");
    const unanswered = { kind: "release", unknownSince: "2026-11-20T09:00:00.000Z", settledAt: null } as Operation;
    expect(badgeOf({ ...facts, operations: [unanswered] } as unknown as Payment).word).toBe("aborted");
  });

  it("requires no check for a request that the service refused", () => {
    const refused = { kind: "create", state: "refused" } as Payment["operations"][number];
    const facts = { phase: "attention", tid: null, operations: [refused] } as const;
    expect(look({ ...facts, operations: [refused], asked: "no" })).toMatchObject({ word: "rejected", tone: "failed" });
    // The customer may have been asked: an operator has to check.
    expect(look({ ...facts, operations: [refused], asked: "unknown" })).toMatchObject({ word: "attention" });
  });
});
