/** Unsaved changes in the settings: every way out asks first. */
import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import type { Terminal } from "../../../../contract/payments/views.ts";
import { savingSteps } from "../../../../renderer/store/use-saving.ts";
import { openCounter } from "../../../support/counter.ts";

type Counter = ReturnType<typeof openCounter>;

const FOUND = { posTid: "A-1", operations: [], steps: [], createdAt: "2026-11-20T09:00:00.000Z" };

/** The settings of a till with a waiting sale and this many changed forms. */
function settings(unsaved: number): Counter {
  const counter = openCounter({}, (name) => (name === "payment.get" ? done(FOUND) : undefined));
  counter.store.setState({
    route: "settings",
    otherSales: ["A-1"],
    payments: { "A-1": FOUND as never },
    terminal: { ...counter.state().terminal, timeZone: "Europe/Oslo", cutOff: "04:00" } as Terminal,
  });
  for (let form = 0; form < unsaved; form++) counter.actions.setUnsaved(true);
  return counter;
}

const WAYS: [what: string, go: (counter: Counter) => unknown, route: string][] = [
  ["another screen", ({ actions }) => actions.goTo("inbox"), "inbox"],
  ["the reports", ({ actions }) => actions.openReports(), "reports"],
  ["what a figure is about", ({ actions }) => actions.openRoute("queue"), "queue"],
  ["a payment", ({ actions }) => actions.select("A-1"), "payments"],
  ["the payments of a figure", ({ actions }) => actions.openPayments({ state: "all" } as never), "payments"],
  ["a payment that is scanned", ({ actions }) => actions.scanned("A-1"), "payments"],
  ["a customer's code that is scanned", ({ actions }) => actions.scanned("token:abc-123"), "charge"],
  ["an open sale", ({ actions }) => actions.present("A-1"), "charge"],
  ["an open sale by its key", ({ actions }) => actions.presentOpen(0), "charge"],
  ["the next customer", ({ actions }) => actions.nextCustomer(), "charge"],
  ["a new sale", ({ actions }) => actions.newSale(), "charge"],
  ["the set-up", ({ actions }) => actions.openSetup(), "setup"],
];

describe.each(WAYS)("leaving the settings for %s", (_what, go, route) => {
  it("asks before unsaved changes are lost, and continues afterwards", async () => {
    const counter = settings(2);
    await go(counter);
    expect([counter.state().route, counter.state().settings.pendingNavigation]).toEqual([
      "settings",
      expect.any(Function),
    ]);
    counter.actions.discardUnsaved();
    expect(counter.state()).toMatchObject({ route, settings: { unsaved: 0, pendingNavigation: null } });
  });

  it("is cancelled when the user keeps editing", async () => {
    const counter = settings(1);
    await go(counter);
    counter.actions.keepEditing();
    expect(counter.state()).toMatchObject({ route: "settings", settings: { unsaved: 1, pendingNavigation: null } });
  });

  it("happens immediately without changes", async () => {
    const counter = settings(0);
    await go(counter);
    expect(counter.state()).toMatchObject({ route, settings: { pendingNavigation: null } });
  });
});

it("another section of the settings asks, too, and the same section does not", () => {
  const { actions, state } = settings(1);
  const { section } = state().settings;
  actions.openSettings(section);
  expect(state().settings).toMatchObject({ section, pendingNavigation: null });
  actions.openSettings("people");
  expect(state().settings).toMatchObject({ section, pendingNavigation: expect.any(Function) });
  actions.discardUnsaved();
  expect(state()).toMatchObject({
    route: "settings",
    settings: { section: "people", unsaved: 0, pendingNavigation: null },
  });
});

describe("a form with a Save button", () => {
  /** @returns the displayed states in order */
  function form() {
    const shown: string[] = [];
    const saved = Promise.withResolvers<boolean>();
    return { ...savingSteps((state) => shown.push(state)), shown, saved };
  }

  it("is saved once its values are active, and not after a refusal", async () => {
    for (const [isDone, last] of [
      [true, "saved"],
      [false, "changed"],
    ] as const) {
      const { changed, save, shown, saved } = form();
      changed();
      const saving = save(saved.promise);
      saved.resolve(isDone);
      await saving;
      expect(shown.at(-1)).toBe(last);
    }
  });

  it("is still unsaved when it was changed while saving", async () => {
    const { changed, save, shown, saved } = form();
    changed();
    const saving = save(saved.promise);
    changed();
    saved.resolve(true);
    await saving;
    expect(shown.at(-1)).toBe("changed");
  });
});
