/** A change of user: closed dialogs, and the signed-in user after a section was opened by a PIN. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CommandName } from "../../../../contract/bridge/commands.ts";
import type { TillClient } from "../../../../contract/bridge/events.ts";
import { done, failed, type Result } from "../../../../contract/calls/errors.ts";
import { MAX_BULK_RESERVATIONS } from "../../../../contract/payments/reservations.ts";
import type { Operation, Payment, Terminal } from "../../../../contract/payments/views.ts";
import { DEFAULT_ROLES, type StaffMember } from "../../../../contract/values/roles.ts";
import { createActions } from "../../../../renderer/app/actions.ts";
import { typedAmount } from "../../../../renderer/kit/amount/entry.ts";
import { isPinBeingChecked, refundedSoFar } from "../../../../renderer/kit/approval/rights.ts";
import { followSettings } from "../../../../renderer/settings/binding.ts";
import { isProtectedScreenOpen, operatorChange } from "../../../../renderer/store/operator-change.ts";
import { EMPTY_DRAFT } from "../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

const OLA: StaffMember = { name: "Ola", role: "cashier" };
const KARI: StaffMember = { name: "Kari", role: "manager" };

function terminal(staff: StaffMember | null, requireSignIn = true): Terminal {
  return {
    staff,
    people: { requireSignIn, hasOwner: true, idleLockMinutes: 5, roles: DEFAULT_ROLES },
    connectivity: "online",
    clockSkewMs: 0,
    callbacks: { scans: "receiver" },
    timeZone: "Europe/Oslo",
    cutOff: "04:00",
    locale: "nb-NO",
    currency: "NOK",
  } as Terminal;
}

const WAITING = { posTid: "P-1", phase: "waiting", asked: "yes", checkingSince: null, steps: [], operations: [] };

type Answers = Partial<Record<CommandName, (input: never) => Result<unknown> | Promise<Result<unknown>>>>;

/** A window with `staff` signed in, over a main with scripted responses. */
function window(staff: StaffMember | null, answers: Answers = {}, requireSignIn = true) {
  const calls: [name: CommandName, input: unknown][] = [];
  const client = {
    async call(name: CommandName, input: unknown) {
      calls.push([name, input]);
      const answer = answers[name] as ((input: unknown) => Result<unknown>) | undefined;
      return (await (answer?.(input) ?? done({}))) as never;
    },
    on: () => () => undefined,
  } as TillClient;
  const store = createTillStore(Date.parse("2026-11-20T12:00:00.000Z"), {
    theme: "light",
    language: "en",
    sound: false,
    unitsFirst: "minor",
  });
  store.setState({ terminal: terminal(staff, requireSignIn) });
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  /** As in main's event. */
  const become = (next: StaffMember | null) =>
    store.setState((state) => ({
      terminal: terminal(next, requireSignIn),
      ...operatorChange(state, terminal(next, requireSignIn)),
    }));
  const asked = (name: CommandName) => calls.filter(([called]) => called === name).map(([, input]) => input);
  return { store, actions, become, asked, state: () => store.getState() };
}

describe("a change or end of the signed-in user", () => {
  it("still shows the confirmation when the event of the sign-in comes after its response", async () => {
    const { actions, become, state } = window(OLA, { "staff.signIn": () => done(KARI) });
    await actions.signIn("864209").then(() => actions.confirmHandOver({ acceptedBy: "Kari" } as never));
    become(KARI);
    expect(state().reports.handedOver).toMatchObject({ acceptedBy: "Kari" });
  });

  it.each([
    ["the till locks", null],
    ["another user signs in", KARI],
  ])("closes and forgets every dialog of the previous user: %s", (_name, next) => {
    const { store, state, become } = window(OLA);
    store.setState({
      dialog: { kind: "refund", posTid: "P-1" },
      refund: { kind: "sending" },
      managerProblem: failed("limit").error,
      failure: failed("offline").error,
      chosenReservations: new Set(["P-1"]),
      shelf: { ...state().shelf, query: "cro" },
      reports: { ...state().reports, decisions: { "P-1": { decision: "accept", note: "mine" } } },
      draft: { ...EMPTY_DRAFT, phone: "123" },
    });
    become(next);
    expect(state()).toMatchObject({
      dialog: null,
      refund: { kind: "idle" },
      managerProblem: null,
      failure: null,
      reports: { decisions: {}, closing: null },
      draft: EMPTY_DRAFT,
      shelf: { query: null },
    });
    expect(state().chosenReservations.size).toBe(0);
  });

  it("hides each user's draft from the others, and restores it on their return", () => {
    const { store, state, become } = window(OLA);
    const olas = { ...EMPTY_DRAFT, entry: typedAmount(3900, "NOK", "minor"), tip: 100 };
    store.setState({ draft: olas });
    become(KARI);
    expect(state().draft).toEqual(EMPTY_DRAFT);
    const karis = { ...EMPTY_DRAFT, entry: typedAmount(100, "NOK", "minor") };
    store.setState({ draft: karis });
    become(null);
    expect(state().draft).toEqual(EMPTY_DRAFT);
    become(OLA);
    // The customer is asked for a tip again.
    expect(state().draft).toEqual({ ...olas, tip: null });
    store.setState({ draft: EMPTY_DRAFT });
    become(KARI);
    expect(state().draft).toEqual(karis);
    become(OLA);
    expect(state().draft).toEqual(EMPTY_DRAFT);
  });

  it("touches nothing on other events for the same user", () => {
    const { store, state, become } = window(OLA);
    store.setState({ dialog: { kind: "refund", posTid: "P-1" } });
    become(OLA);
    expect(state().dialog).toEqual({ kind: "refund", posTid: "P-1" });
  });

  it("keeps an open payment at the counter, and shows it on a locked till", () => {
    const { store, state, become } = window(OLA);
    store.setState({ currentId: "P-1", payments: { "P-1": WAITING as unknown as Payment }, route: "payments" });
    become(null);
    expect(state()).toMatchObject({ currentId: "P-1", route: "charge", selectedId: null });
  });

  it("does not show the previous user's response to the next one", async () => {
    const held = Promise.withResolvers<Result<unknown>>();
    const { store, state, actions, become } = window(OLA, { "payment.refund": () => held.promise });
    actions.open({ kind: "refund", posTid: "P-1" });
    const asking = actions.refund({ input: { posTid: "P-1", reason: "r", refundId: "R" }, amount: 1, approval: null });
    become(KARI);
    actions.open({ kind: "refund", posTid: "P-2" });
    held.resolve(failed("conflict"));
    await asking;
    expect(state()).toMatchObject({ refund: { kind: "idle" }, managerProblem: null });
    expect(store.getState().dialog).toEqual({ kind: "refund", posTid: "P-2" });
  });
});

describe("a locked till with a payment open", () => {
  const locked = () => {
    const till = window(null);
    till.store.setState({ currentId: "P-1", payments: { "P-1": WAITING as unknown as Payment } });
    return till;
  };

  it("opens no other screen, in any way", async () => {
    const { actions, state, asked } = locked();
    actions.goTo("payments");
    actions.select("P-2");
    actions.openSettings("health");
    actions.openReports();
    await actions.scanned("K7Q2-0142");
    expect(state()).toMatchObject({ route: "charge", selectedId: null });
    expect(asked("payment.get")).toEqual([]);
  });

  it("opens only dialogs about that payment, and signing in", () => {
    const { actions, state } = locked();
    for (const kind of ["refund", "capture", "attach"] as const) actions.open({ kind, posTid: "P-1" });
    actions.open({ kind: "confirmStep", posTid: "P-2", step: "abort" });
    expect(state().dialog).toBeNull();
    actions.open({ kind: "confirmStep", posTid: "P-1", step: "abort" });
    expect(state().dialog).toMatchObject({ kind: "confirmStep" });
    actions.open({ kind: "signIn" });
    expect(state().dialog).toEqual({ kind: "signIn" });
  });
});

describe("a section opened by a PIN", () => {
  const opening = (requireSignIn = true, before: StaffMember | null = OLA) => {
    const till = window(before, { "staff.signIn": () => done(KARI) }, requireSignIn);
    till.store.setState({ route: "settings" });
    return till;
  };

  it("switches the user visibly, and leaving it signs them out and prompts the previous one", async () => {
    const { actions, state, asked } = opening();
    await actions.unlockSettings("702914");
    expect(state().terminal?.staff).toEqual(KARI);
    expect(state().settings.opened).toEqual({ name: "Kari", before: "Ola" });
    await actions.lockSettings();
    expect(asked("staff.signOut")).toHaveLength(1);
    expect(state().terminal?.staff).toBeNull();
    expect(state().people.next).toBe("Ola");
    expect(state().dialog).toBeNull();
  });

  it("stays open while a figure's payments are inspected, and not at the counter", async () => {
    const { actions, state } = opening();
    actions.openReports();
    expect(isProtectedScreenOpen(state())).toBe(true);
    actions.openPayments({ outcome: "captured", period: 1 });
    expect(state().route).toBe("payments");
    expect(isProtectedScreenOpen(state())).toBe(true);
    actions.goTo("payments");
    expect(isProtectedScreenOpen(state())).toBe(false);
    actions.openReports();
    actions.openRoute("reserved");
    expect(isProtectedScreenOpen(state())).toBe(true);
    actions.goTo("charge");
    expect(isProtectedScreenOpen(state())).toBe(false);
  });

  it("prompts for the next user also when signing in is optional", async () => {
    const { actions, state } = opening(false);
    await actions.unlockSettings("702914");
    await actions.lockSettings();
    expect(state().dialog).toEqual({ kind: "signIn" });
    expect(state().people.next).toBe("Ola");
  });

  it("never signs out a user who has signed in since", async () => {
    const { actions, become, state, asked } = opening();
    await actions.unlockSettings("702914");
    become(null);
    become(OLA);
    await actions.lockSettings();
    expect(asked("staff.signOut")).toEqual([]);
    expect(state().terminal?.staff).toEqual(OLA);
  });

  it("does not sign out the same user after their own sign-in since", async () => {
    const { actions, become, state, asked } = opening();
    await actions.unlockSettings("702914");
    become(null);
    become(KARI);
    expect(state().settings.opened).toBeNull();
    await actions.lockSettings();
    expect(asked("staff.signOut")).toEqual([]);
  });

  it("does not sign out a user who was there before with their own PIN", async () => {
    const { actions, state, asked } = opening(true, KARI);
    await actions.unlockSettings("702914");
    expect(state().settings.opened).toBeNull();
    await actions.lockSettings();
    expect(asked("staff.signOut")).toEqual([]);
  });

  it("signs out immediately when it was left while the PIN is checked, and prompts the previous user", async () => {
    const held = Promise.withResolvers<Result<unknown>>();
    const { store, actions, state, asked } = window(OLA, { "staff.signIn": () => held.promise });
    store.setState({ route: "reports" });
    const release = followSettings(store, actions);
    const unlocking = actions.unlockSettings("702914");
    actions.goTo("charge");
    held.resolve(done(KARI));
    await unlocking;
    expect(asked("staff.signOut")).toHaveLength(1);
    expect(state()).toMatchObject({ terminal: { staff: null }, settings: { opened: null }, people: { next: "Ola" } });
    release();
  });

  describe("a reloaded page after a section opened by a PIN", () => {
    afterEach(() => vi.unstubAllGlobals());

    /** The previous page has opened a section; this is the next page, before it knows its till. */
    const reloaded = async (before: (page: ReturnType<typeof opening>) => Promise<void> | void) => {
      const kept = new Map<string, string>();
      vi.stubGlobal("sessionStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
        removeItem: (key: string) => kept.delete(key),
      });
      const page = opening();
      const release = followSettings(page.store, page.actions);
      await page.actions.unlockSettings("702914");
      await before(page);
      release();
      const next = window(KARI);
      next.store.setState({ terminal: null });
      followSettings(next.store, next.actions);
      return next;
    };

    it("signs the user out as soon as it knows the till", async () => {
      const { store, state, asked } = await reloaded(() => undefined);
      expect(asked("staff.signOut")).toEqual([]);
      store.setState({ terminal: terminal(KARI) });
      await expect.poll(() => state().people.next).toBe("Ola");
      expect(asked("staff.signOut")).toHaveLength(1);
      expect(state().terminal?.staff).toBeNull();
    });

    it("signs out no user who has signed in since the unload signed them out, and prompts the previous one", async () => {
      const { store, state, asked } = await reloaded(({ actions }) => actions.leavePage());
      store.setState({ terminal: terminal(null) });
      await expect.poll(() => state().people.next).toBe("Ola");
      expect(asked("staff.signOut")).toEqual([]);
      expect(state().settings.opened).toBeNull();
    });

    it("keeps the user signed in during the set-up, which reloads with the page", async () => {
      const { store, state, asked } = await reloaded(() => undefined);
      store.setState({ terminal: terminal(KARI), route: "setup" });
      expect(asked("staff.signOut")).toEqual([]);
      expect(state().settings.opened).toEqual({ name: "Kari", before: "Ola" });
    });

    it("signs out no user when the section was left before", async () => {
      const { store, asked } = await reloaded(({ actions }) => actions.lockSettings());
      store.setState({ terminal: terminal(KARI) });
      expect(asked("staff.signOut")).toEqual([]);
    });
  });

  it("forgets the expected user when a user has signed in", async () => {
    const { actions, become, state } = opening();
    await actions.unlockSettings("702914");
    await actions.lockSettings();
    become(KARI);
    expect(state().people.next).toBeNull();
  });
});

describe("many reservations at once", () => {
  const reserved = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      posTid: `P-${index}`,
      authorisedLeft: 100,
      authorisedAdditionalLeft: 0,
    })) as Payment[];
  const bulkOf = (input: unknown) => input as { posTids: string[]; total: number };
  const all = (input: never) =>
    done({ asked: 1, items: bulkOf(input).posTids.map((posTid) => ({ posTid, error: null })) });
  const open = ({ actions }: ReturnType<typeof window>, payments: Payment[]) =>
    actions.open({ kind: "bulk", step: "capture", posTids: payments.map(({ posTid }) => posTid) });

  it("are requested in as few calls as main allows, with one result", async () => {
    const till = window(KARI, { "reservation.bulk": all });
    const payments = reserved(2 * MAX_BULK_RESERVATIONS + 50);
    open(till, payments);
    await till.actions.bulk("capture", payments, null);
    const asked = till.asked("reservation.bulk").map(bulkOf);
    expect(asked.map(({ posTids }) => posTids.length)).toEqual([MAX_BULK_RESERVATIONS, MAX_BULK_RESERVATIONS, 50]);
    expect(asked.map(({ total }) => total)).toEqual([20_000, 20_000, 5000]);
    expect(asked.flatMap(({ posTids }) => posTids)).toEqual(payments.map(({ posTid }) => posTid));
    expect(till.state().dialog).toBeNull();
  });

  it("stay in the dialog when some were not requested, with their number and the reason", async () => {
    let calls = 0;
    const till = window(KARI, { "reservation.bulk": (input) => (++calls === 2 ? failed("conflict") : all(input)) });
    const payments = reserved(2 * MAX_BULK_RESERVATIONS + 50);
    open(till, payments);
    await till.actions.bulk("capture", payments, null);
    expect(calls).toBe(2);
    expect(till.state().managerProblem?.code).toBe("conflict");
    expect(till.state().dialog).toMatchObject({
      done: MAX_BULK_RESERVATIONS,
      posTids: { length: MAX_BULK_RESERVATIONS + 50 },
    });
  });

  it("are completed except for a refused one", async () => {
    const till = window(KARI, {
      "reservation.bulk": (input) =>
        done({
          asked: 1,
          items: bulkOf(input).posTids.map((posTid) => ({
            posTid,
            error: posTid === "P-1" ? failed("illegal_state").error : null,
          })),
        }),
    });
    open(till, reserved(3));
    await till.actions.bulk("capture", reserved(3), null);
    expect(till.state().dialog).toMatchObject({ done: 2, posTids: ["P-1"] });
    expect(till.state().managerProblem?.code).toBe("illegal_state");
  });
});

describe("a dialog's checks before the request to main", () => {
  it("count completed and pending refunds of the payment", () => {
    const refund = (state: Operation["state"], amount: number) => ({
      kind: "refund",
      state,
      amount,
      additionalAmount: 5,
    });
    const operations = [
      refund("done", 100),
      refund("refused", 1000),
      refund("queued", 10),
      { kind: "capture", amount: 9 },
    ];
    expect(refundedSoFar({ operations } as Payment)).toBe(120);
  });

  it.each([
    ["unlockSettings", true],
    ["people", true],
    ["refund P-1", true],
    ["operation O-1", true],
    ["bulk", true],
    ["readHealth", false],
    ["capture P-1", false],
  ])("know that a PIN is being checked at main: %s %s", (key, isOut) => {
    expect(isPinBeingChecked({ [key]: true })).toBe(isOut);
  });
});
