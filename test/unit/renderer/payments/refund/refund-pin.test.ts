/** A refund's PIN is verified in its own step, before the user holds a button. */
import { describe, expect, it } from "vitest";
import type { TillClient } from "../../../../../contract/bridge/events.ts";
import { done, failed, type Result } from "../../../../../contract/calls/errors.ts";
import type { Terminal } from "../../../../../contract/payments/views.ts";
import { DEFAULT_ROLES, type StaffMember } from "../../../../../contract/values/roles.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";

/** The refund's dialog, over a main with a scripted response to a PIN. */
function asking(answer: () => Promise<Result<StaffMember>> | Result<StaffMember>) {
  const calls: { name: string; input: unknown }[] = [];
  const client: TillClient = {
    async call(name, input) {
      calls.push({ name, input });
      return (await answer()) as never;
    },
    on: () => () => undefined,
  };
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const roles = DEFAULT_ROLES.map((role) => (role.id === "manager" ? { ...role, refundLimit: 5000 } : role));
  store.setState({ terminal: { people: { roles } } as unknown as Terminal });
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  actions.open({ kind: "refund", posTid: "A-1" });
  return { store, actions, calls };
}

const KARI: StaffMember = { name: "Kari", role: "manager" };

describe("the PIN of a refund", () => {
  it("is verified without any action", async () => {
    const { store, actions, calls } = asking(() => done(KARI));
    expect(await actions.checkRefundPin("A-1", "702914", 5000)).toBe(true);
    expect(calls).toEqual([{ name: "staff.checkApproval", input: { pin: "702914", command: "payment.refund" } }]);
    expect(store.getState()).toMatchObject({ managerProblem: null, refund: { kind: "idle" } });
  });

  it("is requested again when it is wrong, with the reason", async () => {
    const { store, actions } = asking(() => failed("not_allowed"));
    expect(await actions.checkRefundPin("A-1", "000000", 5000)).toBe(false);
    expect(store.getState()).toMatchObject({ dialog: { kind: "refund" }, managerProblem: { code: "not_allowed" } });
  });

  it("is rejected above the limit of the user's role", async () => {
    const { store, actions } = asking(() => done(KARI));
    expect(await actions.checkRefundPin("A-1", "702914", 5001)).toBe(false);
    expect(store.getState().managerProblem).toMatchObject({ code: "limit" });
    const owner = asking(() => done({ name: "Eva", role: "owner" }));
    expect(await owner.actions.checkRefundPin("A-1", "274951", 5001)).toBe(true);
  });

  it("leaves no message in the next dialog", async () => {
    let answer: (result: Result<StaffMember>) => void = () => undefined;
    const { store, actions } = asking(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const checked = actions.checkRefundPin("A-1", "000000", 5000);
    actions.open({ kind: "refund", posTid: "A-2" });
    answer(failed("not_allowed"));
    expect(await checked).toBe(false);
    expect(store.getState().managerProblem).toBeNull();
  });
});
