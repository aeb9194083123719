import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CommandName } from "../../../../contract/bridge/commands.ts";
import type { TillEvent } from "../../../../contract/bridge/events.ts";
import { done, failed, type Result } from "../../../../contract/calls/errors.ts";
import type { SetupView } from "../../../../contract/configuration/setup.ts";
import type { Terminal } from "../../../../contract/payments/views.ts";
import { DEFAULT_ROLES } from "../../../../contract/values/roles.ts";
import { createActions } from "../../../../renderer/app/actions.ts";
import type { ConnectedClient } from "../../../../renderer/kit/client/connection.ts";
import { awaitsRestart, followSetup, resetWindow } from "../../../../renderer/setup/binding.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";
import { DEMO_DRAFT, FIRST_RUN, NO_SECRETS } from "./draft.ts";

const PIN = "739164";
const SECRET = "correct-horse-battery";
const TERMINAL = { setup: "first_run", environment: "demo", staff: null, locale: "nb-NO", timeZone: "UTC" } as Terminal;

type Answers = Partial<Record<CommandName, (input: never) => Result<unknown> | Promise<Result<unknown>>>>;

/** A browser's storage for one window. */
function storage(): Storage & { text(): string } {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
    text: () => [...values.values()].join("\n"),
  };
}

let kept = storage();
beforeEach(() => {
  kept = storage();
  vi.stubGlobal("sessionStorage", kept);
});
afterEach(() => vi.unstubAllGlobals());

/** A window's wizard over a main with scripted responses, in a given state of the till. */
function wizard(answers: Answers = {}, view: SetupView = FIRST_RUN, terminal: Terminal = TERMINAL) {
  const calls: [name: CommandName, input: unknown][] = [];
  const usual: Answers = {
    "setup.get": () => done(view),
    "setup.check": () => done({ problems: [] }),
    "setup.test": ({ test }: { test: string }) =>
      done({ test, outcome: "ok", finding: `${test}.ok`, values: {}, tookMs: 1 }),
    "setup.finish": () => done({ restarting: true }),
  };
  const listeners = new Set<(event: TillEvent) => void>();
  const client: ConnectedClient = {
    async call(name, input) {
      calls.push([name, input]);
      const answer = { ...usual, ...answers }[name] as ((input: unknown) => Result<unknown>) | undefined;
      return (await (answer?.(input) ?? failed("not_found"))) as never;
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnection: () => () => undefined,
  };
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  store.setState({ terminal });
  const actions = createActions({ store, client, now: () => 1000, savePreferences: () => undefined });
  followSetup(store, actions);
  const setup = () => store.getState().setup;
  return { store, actions, calls, setup, names: () => calls.map(([name]) => name) };
}

/** An opened wizard that has read main's state. */
async function opened(...given: Parameters<typeof wizard>) {
  const world = wizard(...given);
  world.actions.openSetup();
  await expect.poll(() => world.setup().status).toBe("open");
  world.actions.choosePreset("demo");
  return world;
}

describe("the welcome screen", () => {
  it("opens Charge with one command", async () => {
    const { store, actions, names } = wizard({ "setup.dismiss": () => done({ ...FIRST_RUN, state: "done" }) });
    await actions.dismissSetup();
    expect(store.getState()).toMatchObject({ route: "charge", terminal: { setup: "done" } });
    expect(names()).toEqual(["setup.dismiss"]);
  });

  it("imports another till's configuration, and reports an invalid file", async () => {
    const { actions, setup, store } = wizard({
      "setup.import": ({ configuration }: { configuration: { format?: string } }) =>
        configuration.format ? done({ draft: { ...DEMO_DRAFT, mode: "kiosk" } }) : failed("invalid_input"),
    });
    await actions.importConfiguration('{"name": "Bl\ufffdb\u00e6r"}', { line: 1, column: 13 });
    expect(store.getState().setup.importProblem?.details.because).toEqual({
      code: "file_encoding_place",
      values: { line: 1, column: 13 },
    });
    await actions.importConfiguration("not JSON at all");
    expect(setup().importProblem?.code).toBe("invalid_input");
    await actions.importConfiguration("{}");
    expect(setup().importProblem?.code).toBe("invalid_input");
    expect(store.getState().route).toBe("charge");
    await actions.importConfiguration('{"format": "till-configuration"}');
    expect(store.getState().route).toBe("setup");
    await expect.poll(() => setup().status).toBe("open");
    expect(setup()).toMatchObject({ imported: true, importProblem: null, draft: { mode: "kiosk" }, step: "service" });
  });
});

describe("opening the wizard", () => {
  it("reads immediately on a first run, and asks for the owner first on a configured till", async () => {
    const done = { ...TERMINAL, setup: "done", people: { roles: DEFAULT_ROLES } } as unknown as Terminal;
    const { actions, names, store, setup } = wizard({}, FIRST_RUN, done);
    actions.openSetup();
    expect(names()).toEqual([]);
    store.setState({ terminal: { ...done, staff: { role: "manager", name: "Ola" } } });
    expect(names()).toEqual([]);
    store.setState({ terminal: { ...done, staff: { role: "owner", name: "Kari" } } });
    await expect.poll(() => setup().status).toBe("open");
    expect(names()).toEqual(["setup.get"]);
  });

  it("starts a new till with a live service, and leaves a configured one unchanged", async () => {
    const first = wizard();
    first.actions.openSetup();
    await expect.poll(() => first.setup().status).toBe("open");
    expect(first.setup().draft).toMatchObject({ preset: "custom", service: { baseUrl: "" }, pos: DEMO_DRAFT.pos });
    first.actions.choosePreset("demo");
    expect(first.setup().draft).toEqual(DEMO_DRAFT);
    first.actions.leaveSetup();
    first.actions.openSetup();
    await expect.poll(() => first.setup().status).toBe("open");
    expect(first.setup().draft?.preset).toBe("demo");
    const later = wizard({}, { ...FIRST_RUN, state: "done" });
    later.actions.openSetup();
    await expect.poll(() => later.setup().status).toBe("open");
    expect(later.setup().draft).toEqual(DEMO_DRAFT);
  });

  it("keeps the input when a first run's wizard is left, and drops it on a configured till", async () => {
    const first = await opened();
    first.actions.editSetup((draft) => ({ ...draft, mode: "kiosk" }));
    first.actions.leaveSetup();
    first.actions.openSetup();
    await expect.poll(() => first.setup().status).toBe("open");
    expect(first.setup().draft?.mode).toBe("kiosk");
    first.store.setState({ terminal: { ...TERMINAL, setup: "done" } });
    first.actions.leaveSetup();
    expect(first.setup().draft).toBeNull();
  });
});

describe("a step", () => {
  it("is left only without errors in it; errors in later steps wait", async () => {
    const problems = [
      { field: "pos.id", expected: "an id" },
      { field: "callbacks.listen", expected: "an address" },
    ];
    const { actions, setup } = await opened({ "setup.check": () => done({ problems }) });
    expect(await actions.nextSetupStep()).toBe(true);
    expect(setup()).toMatchObject({ step: "till", problems: [] });
    expect(await actions.nextSetupStep()).toBe(false);
    expect(setup()).toMatchObject({ step: "till", problems: [{ field: "pos.id" }] });
    actions.editSetup((draft) => ({ ...draft, pos: { ...draft.pos, id: "counter-7" } }));
    expect(setup().problems).toEqual([]);
    actions.previousSetupStep();
    expect(setup()).toMatchObject({ step: "service", furthest: "till", draft: { pos: { id: "counter-7" } } });
  });

  it("stays and shows why main could not check it", async () => {
    const { actions, setup } = await opened({ "setup.check": () => failed("internal", { errorId: "e1" }) });
    expect(await actions.nextSetupStep()).toBe(false);
    expect(setup()).toMatchObject({ step: "service", problem: { details: { errorId: "e1" } } });
  });
});

describe("a secret", () => {
  it("is sent to main once and is not kept in this window", async () => {
    const { actions, store, calls } = await opened({
      "setup.keepSecret": () => done({ ...NO_SECRETS, secret: true }),
      "setup.importKey": () => done(NO_SECRETS),
    });
    actions.setSetupPin({ first: PIN, again: PIN });
    expect(await actions.keepSecret({ kind: "secret", value: SECRET })).toBe(true);
    await actions.importKey("-----BEGIN PRIVATE KEY-----");
    expect(calls.filter(([, input]) => JSON.stringify(input).includes(SECRET))).toHaveLength(1);
    expect(JSON.stringify(store.getState())).not.toContain(SECRET);
    expect(kept.text()).toContain("counter-1");
    for (const secret of [SECRET, PIN, "PRIVATE"]) expect(kept.text()).not.toContain(secret);
  });
});

describe("a reloaded page", () => {
  it("continues at the user's step, without the secrets", async () => {
    const before = await opened();
    await before.actions.nextSetupStep();
    before.actions.editSetup((draft) => ({ ...draft, currency: "SEK" }));
    before.actions.setSetupPin({ first: PIN, again: PIN });
    const after = wizard();
    after.store.setState({ terminal: null });
    after.store.setState({ terminal: TERMINAL });
    await expect.poll(() => after.setup().status).toBe("open");
    expect(after.store.getState().route).toBe("setup");
    expect(after.setup()).toMatchObject({ step: "till", draft: { currency: "SEK" }, pin: { first: "", again: "" } });
  });

  it.each([
    ["of another version", { draft: { ...DEMO_DRAFT, extra: 1 }, step: "till" }],
    ["with a field of another kind", { draft: { ...DEMO_DRAFT, testbed: "yes" }, step: "till" }],
    ["that is invalid", { draft: null, step: "nowhere" }],
  ])("ignores a draft %s", async (_what, saved) => {
    kept.setItem("till.setup", JSON.stringify(saved));
    const { setup } = await opened();
    expect(setup()).toMatchObject({ draft: DEMO_DRAFT, step: "service" });
  });

  it("shows the welcome screen again after the wizard was left", async () => {
    const { actions } = await opened();
    actions.leaveSetup();
    expect(kept.text()).toBe("");
  });
});

describe("the tests", () => {
  it("run in sequence as soon as their step is reached, and end with the till's own scan", async () => {
    let under = 0;
    const { actions, setup, names } = await opened({
      "setup.test": async ({ test }: { test: string }) => {
        under += 1;
        expect(under).toBe(1);
        await Promise.resolve();
        under -= 1;
        return done({ test, outcome: "ok", finding: "clock.ok", values: {}, tookMs: 1 });
      },
    });
    actions.setSetupPin({ first: PIN, again: PIN });
    for (let step = 0; step < 3; step++) await actions.nextSetupStep();
    expect(setup()).toMatchObject({ step: "test", testing: true });
    await expect.poll(() => setup().testing).toBe(false);
    expect(names().filter((name) => name === "setup.test")).toHaveLength(6);
    expect(setup()).toMatchObject({ selfRead: true, testedAt: 1000 });
  });

  it("stop when main itself fails, and can be run again", async () => {
    let broken = true;
    const { actions, setup } = await opened({
      "setup.test": ({ test }: { test: string }) =>
        broken ? failed("internal") : done({ test, outcome: "ok", finding: "clock.ok", values: {}, tookMs: 1 }),
    });
    await actions.runSetupTests();
    expect(setup()).toMatchObject({ tests: {}, testing: false, problem: { code: "internal" } });
    broken = false;
    await actions.runSetupTests();
    expect(Object.keys(setup().tests)).toHaveLength(6);
  });

  it("report nothing about a draft that was changed meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    const { actions, setup } = await opened({ "setup.test": () => promise });
    const running = actions.runSetupTest("callback");
    expect(setup().tests.callback).toEqual({ state: "running" });
    actions.editSetup((draft) => ({ ...draft, mode: "kiosk" }));
    resolve(done({ test: "callback", outcome: "ok", finding: "callback.arrived", values: { ms: 1 }, tookMs: 1 }));
    await running;
    expect(setup().tests).toEqual({});
  });
});

describe("finishing", () => {
  const ready = async (...given: Parameters<typeof wizard>) => {
    const world = await opened(...given);
    world.actions.setSetupPin({ first: PIN, again: PIN });
    return world;
  };

  it("sends draft and PIN, waits for the restart, and then drops the previous till's state", async () => {
    const { actions, store, setup, calls } = await ready();
    store.setState({ payments: { old: {} as never }, currentId: "old" });
    await actions.finishSetup();
    expect(calls.at(-1)).toEqual(["setup.finish", { draft: DEMO_DRAFT, pin: PIN }]);
    expect(setup().end).toBe("restarting");
    resetWindow(store);
    expect(store.getState()).toMatchObject({ route: "setup", terminal: null, payments: {}, currentId: null });
    expect(setup()).toMatchObject({ end: "finished", step: "done", pin: { first: "", again: "" } });
    expect(kept.text()).toBe("");
    actions.leaveSetup();
    expect(store.getState().route).toBe("charge");
  });

  it("also ends when the restart is reported before the response", async () => {
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    const { actions, store, setup } = await ready({ "setup.finish": () => promise });
    const finishing = actions.finishSetup();
    expect(awaitsRestart(store.getState())).toBe(true);
    resetWindow(store);
    resolve(done({ restarting: true }));
    await finishing;
    expect(setup().end).toBe("finished");
  });

  it("returns to the first invalid field, and asks for a PIN that is missing after all", async () => {
    const owned: SetupView = { ...FIRST_RUN, hasOwner: true };
    const fields = [{ field: "pin", expected: "a PIN that is harder to guess" }];
    const { actions, setup, calls } = await opened(
      { "setup.finish": () => failed("invalid_input", { fields }) },
      owned,
    );
    await actions.finishSetup();
    expect(calls.at(-1)).toEqual(["setup.finish", { draft: DEMO_DRAFT }]);
    expect(setup()).toMatchObject({ end: "open", step: "owner", problems: fields, pin: { changing: true } });
  });

  it("stays at the tests when main fails, and shows the reason", async () => {
    const { actions, setup } = await ready({ "setup.finish": () => failed("internal", { errorId: "e2" }) });
    await actions.finishSetup();
    expect(setup()).toMatchObject({ end: "open", step: "test", problem: { details: { errorId: "e2" } } });
  });

  it("starts at Charge in a window that did not run the wizard", async () => {
    const { store } = wizard();
    store.setState({ route: "payments", selectedId: "old", payments: { old: {} as never } });
    resetWindow(store);
    expect(store.getState()).toMatchObject({ route: "charge", selectedId: null, payments: {}, terminal: null });
  });
});
