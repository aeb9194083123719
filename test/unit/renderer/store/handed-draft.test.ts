/** The draft of a user who was signed out: it waits for that user only. */
import { describe, expect, it } from "vitest";
import { done, failed, type Result } from "../../../../contract/calls/errors.ts";
import type { Terminal } from "../../../../contract/payments/views.ts";
import type { StaffMember } from "../../../../contract/values/roles.ts";
import { operatorChange } from "../../../../renderer/store/operator-change.ts";
import { type Draft, EMPTY_DRAFT } from "../../../../renderer/store/state.ts";
import { openCounter, WATER } from "../../../support/counter.ts";

const OLA: StaffMember = { name: "Ola", role: "cashier" };

/** A counter where every user signs in, and Ola has. */
function counter(...how: Parameters<typeof openCounter>) {
  const opened = openCounter(...how);
  const terminal = (staff: StaffMember | null) =>
    ({ ...opened.state().terminal, staff, people: { requireSignIn: true, roles: [] } }) as unknown as Terminal;
  opened.store.setState({ terminal: terminal(OLA) });
  const become = (staff: StaffMember | null) =>
    opened.store.setState((state) => ({ terminal: terminal(staff), ...operatorChange(state, terminal(staff)) }));
  return { ...opened, become };
}

describe("a draft", () => {
  it.each([
    [
      "a basket with everything removed",
      {
        entry: {
          ...EMPTY_DRAFT.entry,
          lines: [{ amount: 3500, times: 1, discount: { kind: "percent" as const, rate: 10_000 } }],
        },
      },
    ],
    ["the next draft after a corrected sale", { suspendedDraft: { ...EMPTY_DRAFT, note: "Table 4" } }],
    ["a note", { note: "Table 4" }],
    ["a number", { phone: "91234567" }],
  ])("is kept for its user: %s", (_what, draft) => {
    const { store, state, become } = counter();
    store.setState({ draft: { ...EMPTY_DRAFT, ...draft } });
    become(null);
    expect(state().draft).toEqual(EMPTY_DRAFT);
    become(OLA);
    expect(state().draft).toEqual({ ...EMPTY_DRAFT, ...draft });
  });

  it.each(["constructor", "toString", "__proto__"])(
    "does not exist for a user called %s until they key one in",
    (name) => {
      const { actions, become, state, total } = counter();
      actions.addProduct(WATER);
      become({ name, role: "cashier" });
      expect(state().draft).toEqual(EMPTY_DRAFT);
      actions.enter({ type: "digit", digit: 7 });
      become(OLA);
      expect(total()).toBe(WATER.amount);
      become({ name, role: "cashier" });
      expect(total()).toBe(7);
    },
  );
});

describe("a sale with a pending request when the till is locked", () => {
  const BEGUN = done({ posTid: "A-1", phase: "draft", operations: [], steps: [] });

  /** Ola has charged a basket, and main has not responded yet. */
  function charging(suspendedDraft: Draft | null = null) {
    const asked = Promise.withResolvers<Result<unknown>>();
    const opened = counter({}, (name) => (name === "payment.start" ? (asked.promise as never) : undefined));
    opened.store.setState({ draft: { ...EMPTY_DRAFT, suspendedDraft } });
    opened.actions.addProduct(WATER);
    const charged = opened.actions.charge();
    const answer = async (result: Result<unknown>) => {
      asked.resolve(result);
      await charged;
    };
    return { ...opened, answer };
  }

  it("is at the counter, and not in its user's basket again", async () => {
    const { become, answer, state, total, started } = charging();
    become(null);
    await answer(BEGUN);
    become(OLA);
    expect([started().length, state().currentId, total(), state().draftsByUser.size]).toEqual([1, "A-1", 0, 0]);
  });

  it("waits next to the next user's basket, and leaves it unchanged", async () => {
    const { store, actions, become, answer, state, total } = charging();
    become(null);
    become({ name: "Kari", role: "cashier" });
    const karis = { ...EMPTY_DRAFT, entry: { ...EMPTY_DRAFT.entry, lines: [{ amount: 777, times: 1 }] } };
    store.setState({ draft: karis });
    actions.open({ kind: "sale" });
    await answer(BEGUN);
    expect([total(), state().currentId, state().otherSales, state().dialog]).toEqual([
      777,
      null,
      ["A-1"],
      { kind: "sale" },
    ]);
    expect(state().draftsByUser.size).toBe(0);
  });

  it("leaves the next draft to its user", async () => {
    const behind = { ...EMPTY_DRAFT, note: "Table 4" };
    const { become, answer, state } = charging(behind);
    become(null);
    await answer(BEGUN);
    become(OLA);
    expect(state().draft).toEqual(behind);
  });

  it.each([
    ["the till is locked", null],
    ["another user is signed in", { name: "Kari", role: "cashier" }],
  ])("returns to its user's basket when it failed to start, and asks the next user nothing: %s", async (_n, next) => {
    const { become, answer, state, total } = charging();
    become(next);
    await answer(failed("offline"));
    expect(state()).toMatchObject({ draft: EMPTY_DRAFT, failure: null, dialog: null });
    become(OLA);
    expect(total()).toBe(WATER.amount);
  });
});
