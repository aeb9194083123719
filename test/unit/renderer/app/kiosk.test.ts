import { describe, expect, it } from "vitest";
import type { TillClient } from "../../../../contract/bridge/events.ts";
import { done, failed, type Result } from "../../../../contract/calls/errors.ts";
import type { ShellView } from "../../../../contract/operations/shell.ts";
import type { Terminal } from "../../../../contract/payments/views.ts";
import { createActions } from "../../../../renderer/app/actions.ts";
import { isInKioskMode, requiresStaff } from "../../../../renderer/store/select.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

const LEFT = { kiosk: { left: true, possible: true, because: null } } as ShellView;

/** A kiosk's window with the dialog open, over a main with scripted responses. */
function window(answers: Partial<Record<string, () => Result<unknown>>>) {
  const calls: { name: string; input: unknown }[] = [];
  const client: TillClient = {
    async call(name, input) {
      calls.push({ name, input });
      return (answers[name]?.() ?? done({})) as never;
    },
    on: () => () => undefined,
  };
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const terminal = { mode: "kiosk", kioskLeft: false, staff: null, people: { requireSignIn: false } };
  store.setState({ terminal: terminal as Terminal });
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  actions.open({ kind: "leaveKiosk" });
  return { store, actions, calls };
}

describe("leaving kiosk mode from the window", () => {
  it("sends the one command with the PIN, shows the result and closes the dialog", async () => {
    const approved = done({ by: { name: "Kari", role: "manager" }, value: LEFT });
    const { store, actions, calls } = window({ "staff.approve": () => approved });
    await actions.leaveKiosk("702914");
    expect(calls).toEqual([
      { name: "staff.approve", input: { pin: "702914", command: "shell.leaveKiosk", input: {} } },
    ]);
    expect(store.getState()).toMatchObject({ dialog: null, managerProblem: null, shell: { view: LEFT } });
  });

  it("is approved by the phone that accepted", async () => {
    const approved = done({ by: { name: "Kari", role: "manager" }, value: LEFT });
    const { store, actions, calls } = window({ "staff.approve": () => approved });
    await actions.leaveKiosk({ phone: "check" });
    expect(calls).toEqual([
      { name: "staff.approve", input: { phone: "check", command: "shell.leaveKiosk", input: {} } },
    ]);
    expect(store.getState().dialog).toBeNull();
  });

  it("needs no other approval when the signed-in user has the right", async () => {
    const { actions, calls } = window({ "shell.leaveKiosk": () => done(LEFT) });
    await actions.leaveKiosk(null);
    expect(calls).toEqual([{ name: "shell.leaveKiosk", input: {} }]);
  });

  it("keeps the dialog for another PIN, and closes it over an open payment, which no PIN overrides", async () => {
    const answer = { result: failed("not_allowed") };
    const { store, actions } = window({ "staff.approve": () => answer.result });
    await actions.leaveKiosk("111111");
    expect(store.getState()).toMatchObject({ dialog: { kind: "leaveKiosk" }, managerProblem: { code: "not_allowed" } });
    answer.result = failed("conflict");
    await actions.leaveKiosk("702914");
    expect(store.getState()).toMatchObject({ dialog: null, managerProblem: { code: "conflict" } });
  });

  it("goes back, and explains why not while a payment is open", async () => {
    const { store, actions } = window({ "shell.enterKiosk": () => failed("conflict") });
    actions.closeDialog();
    await actions.enterKiosk();
    expect(store.getState()).toMatchObject({ failure: null, managerProblem: { code: "conflict" } });
  });
});

it("a kiosk's window counts as the customers' until kiosk mode was left", () => {
  const at = (mode: Terminal["mode"], kioskLeft: boolean) =>
    isInKioskMode({ terminal: { mode, kioskLeft } as Terminal });
  expect([at("kiosk", false), at("kiosk", true), at("counter", false), isInKioskMode({ terminal: null })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe("a staff screen", () => {
  it.each([
    ["a kiosk without a signed-in user", { mode: "kiosk", kioskLeft: false, staff: null }, true],
    [
      "not in a kiosk with a signed-in user",
      { mode: "kiosk", kioskLeft: false, staff: { name: "Kari", role: "cashier" } },
      false,
    ],
    ["not after kiosk mode was left", { mode: "kiosk", kioskLeft: true, staff: null }, false],
    ["a locked till", { mode: "counter", staff: null, people: { requireSignIn: true } }, true],
    ["not at an open counter", { mode: "counter", staff: null }, false],
  ])("requires signing in: %s", (_where, facts, expected) => {
    const terminal = { people: { requireSignIn: false }, ...facts } as Terminal;
    expect(requiresStaff({ terminal })).toBe(expected);
  });
});
