/** A draft survives a reload: all of the cashier's input, and nothing invalid or of another till. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Terminal } from "../../../../contract/payments/views.ts";
import { followDraft } from "../../../../renderer/counter/saved-drafts.ts";
import {
  EMPTY_ENTRY,
  type Entry,
  type EntryAction,
  entryReducer,
  totalOf,
} from "../../../../renderer/kit/amount/entry.ts";
import { operatorChange } from "../../../../renderer/store/operator-change.ts";
import { type Draft, EMPTY_DRAFT, initialState } from "../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

const PREFERENCES = { theme: "light", language: "en", sound: false, unitsFirst: "minor" } as const;

function till(changes: object = {}): Terminal {
  return {
    environment: "live",
    setup: "done",
    merchant: { id: "M1", name: null },
    pos: { id: "P1", name: "1", type: "" },
    currency: "NOK",
    people: { requireSignIn: false },
    staff: null,
    ...changes,
  } as unknown as Terminal;
}

const signedIn = (name: string | null) =>
  till({ people: { requireSignIn: true }, staff: name === null ? null : { name, role: "cashier" } });

/** A loaded page that knows its till. */
function page(terminal = till()) {
  const store = createTillStore(0, PREFERENCES);
  const release = followDraft(store);
  store.setState({ terminal });
  return {
    store,
    release,
    state: store.getState,
    draft: (draft: Partial<Draft>) => store.setState({ draft: { ...EMPTY_DRAFT, ...draft } }),
    become: (name: string | null) =>
      store.setState((state) => ({ terminal: signedIn(name), ...operatorChange(state, signedIn(name)) })),
  };
}

/** The next page in the same window. */
function reloaded(before: ReturnType<typeof page>, terminal = till()) {
  before.release();
  return page(terminal).state();
}

const keyed = (amount: number): Entry => ({ ...EMPTY_ENTRY, typing: { kind: "amount", amount, decimals: null } });

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const discount = fc.oneof(
  fc.record({ kind: fc.constant("percent" as const), rate: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant("amount" as const), amount: fc.integer({ min: 1, max: 5000 }) }),
);
const goods = fc.record({
  amount: fc.integer({ min: 1, max: 20_000 }),
  name: fc.string({ minLength: 1, maxLength: 100 }),
  productId: fc.constantFrom("a", "b"),
  vatRate: fc.constantFrom(0, 1500, 2500),
});
const action: fc.Arbitrary<EntryAction> = fc.oneof(
  fc.record({ type: fc.constant("digit" as const), digit: fc.integer({ min: 0, max: 9 }) }),
  fc.constantFrom<EntryAction>({ type: "add" }, { type: "multiply" }, { type: "separator" }, { type: "backspace" }),
  fc.record({ type: fc.constant("goods" as const), goods }),
  fc.record({ type: fc.constant("discount" as const), index: fc.constantFrom(null, 0, 1), discount }),
);

describe("a reloaded page", () => {
  it("restores the draft, whatever it contains", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), fc.string({ maxLength: 100 }), (actions, note) => {
        kept.clear();
        const entry = actions.reduce((before, each) => entryReducer(before, each, "NOK"), EMPTY_ENTRY);
        fc.pre(totalOf(entry) > 0);
        const before = page();
        before.draft({ entry, note, action: "AUTH", suggestedTip: 1000 });
        const { draft } = reloaded(before);
        expect(totalOf(draft.entry)).toBe(totalOf(entry));
        expect(draft).toMatchObject({ note, action: "AUTH", suggestedTip: 1000 });
        if (entry.typing.kind !== "times") expect(draft.entry).toEqual({ ...entry, problem: null });
      }),
    );
  });

  it("restores the draft behind a corrected sale", () => {
    const before = page();
    before.draft({ entry: keyed(100), suspendedDraft: { ...EMPTY_DRAFT, entry: keyed(200) } });
    expect(reloaded(before).draft.suspendedDraft?.entry).toEqual(keyed(200));
  });

  it("asks for the customer and the tip again, and stores neither", () => {
    const before = page();
    const customer = { kind: "scan" as const, value: "TOKEN" };
    before.draft({ entry: keyed(100), phone: "91234567", phoneChosen: "4791234567", customer, tip: 777 });
    before.store.setState({ dialog: { kind: "tip" } });
    expect(kept.get("till.draft")).not.toMatch(/91234567|TOKEN|777/);
    expect(reloaded(before)).toMatchObject({ dialog: null, draft: { ...EMPTY_DRAFT, entry: keyed(100) } });
  });

  it("restores nothing of a started sale, or of one without a response", () => {
    const before = page();
    before.draft({ entry: keyed(100) });
    const { draft } = before.store.getState();
    const unconfirmedStart = { attempt: "1", draft, isDrafted: true, hasUserChanged: () => false };
    before.store.setState({ unconfirmedStart });
    expect(kept.size).toBe(0);
    before.store.setState({ unconfirmedStart: null });
    expect(kept.size).toBe(1);
    before.store.setState({ draft: EMPTY_DRAFT });
    expect(kept.size).toBe(0);
    expect(reloaded(before).draft).toEqual(EMPTY_DRAFT);
  });

  it.each([
    ["merchant", { merchant: { id: "M2", name: null } }],
    ["point of sale", { pos: { id: "P2", name: "1", type: "" } }],
    ["currency", { currency: "EUR" }],
    ["environment", { environment: "demo" }],
    ["setup state", { setup: "first_run" }],
  ])("restores nothing when the till's %s is different", (_what, changes) => {
    const before = page();
    before.draft({ entry: keyed(100) });
    expect(reloaded(before, till(changes)).draft).toEqual(EMPTY_DRAFT);
  });

  it("restores nothing of a till that was set up again", () => {
    const before = page();
    before.draft({ entry: keyed(100) });
    before.store.setState({ ...initialState(0, PREFERENCES) });
    expect(kept.size).toBe(0);
  });
});

describe("a draft when every user signs in", () => {
  it("waits for the user who was signed out", () => {
    const before = page(signedIn("Kari"));
    before.draft({ entry: keyed(100) });
    before.become(null);
    const after = reloaded(before, signedIn(null));
    expect(after.draft).toEqual(EMPTY_DRAFT);
    expect(after.draftsByUser).toEqual(new Map([["Kari", { ...EMPTY_DRAFT, entry: keyed(100) }]]));
  });

  it("is not the next user's, who is signed in when the page loads", () => {
    const before = page(signedIn("Kari"));
    before.draft({ entry: keyed(100) });
    const after = reloaded(before, signedIn("Ola"));
    expect(after.draft).toEqual(EMPTY_DRAFT);
    expect([...after.draftsByUser.keys()]).toEqual(["Kari"]);
  });

  it("is dropped with everything else when it is invalid", () => {
    const before = page(signedIn("Kari"));
    before.draft({ entry: keyed(100) });
    before.become(null);
    const value = JSON.parse(kept.get("till.draft") ?? "");
    for (const people of [{ Kari: value.people[0][1] }, ["Kari"], [["Kari", {}]], [[7, value.people[0][1]]]]) {
      kept.set("till.draft", JSON.stringify({ ...value, people }));
      const after = page(signedIn(null));
      expect(after.state().draftsByUser.size).toBe(0);
      after.release();
    }
  });
});

describe("an invalid draft", () => {
  const line = { amount: 100, times: 1 };
  const tampered: [what: string, entry: unknown][] = [
    ["no entry", null],
    ["lines that are none", { lines: "1", typing: { kind: "nothing" } }],
    ["an amount that is text", { lines: [{ amount: "100", times: 1 }], typing: { kind: "nothing" } }],
    ["half a minor unit", { lines: [{ amount: 0.5, times: 1 }], typing: { kind: "nothing" } }],
    ["an amount below nothing", { lines: [{ amount: -100, times: 1 }], typing: { kind: "nothing" } }],
    ["more than can be charged", { lines: [{ amount: 99_999_999, times: 2 }], typing: { kind: "nothing" } }],
    ["a discount that adds", { lines: [line], discount: { kind: "amount", amount: -1 }, typing: { kind: "nothing" } }],
    ["a name that is none", { lines: [{ ...line, name: 1 }], typing: { kind: "nothing" } }],
    ["more decimals than there are", { lines: [line], typing: { kind: "amount", amount: 1, decimals: 3 } }],
  ];

  it.each(tampered)("is dropped: %s", (_what, entry) => {
    const before = page();
    before.draft({ entry: keyed(100) });
    const value = JSON.parse(kept.get("till.draft") ?? "");
    kept.set("till.draft", JSON.stringify({ ...value, draft: { ...value.draft, entry } }));
    expect(reloaded(before).draft).toEqual(EMPTY_DRAFT);
  });

  it.each(["", "{", "null", "7", "[]"])("is dropped: %j", (text) => {
    kept.set("till.draft", text);
    expect(page().state().draft).toEqual(EMPTY_DRAFT);
  });
});
