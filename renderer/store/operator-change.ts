/**
 * When somebody else stands at the till, or nobody does any more: what of the person before goes away. Pure.
 *
 * A manager's PIN approves one command in place, and then nobody is switched. A section that is not for everybody is no
 * command but many, read and written as long as somebody looks at it: main goes by who is signed in, so opening one *is*
 * signing in, in place of the signed-in user. The screen says so before and after. On leaving, that person goes out again, and
 * the user before is asked for their PIN: handing them the till without it would hand it to anybody.
 */

import type { StaffMember } from "../../contract/roles.ts";
import type { Terminal } from "../../contract/views.ts";
import { NO_REPORTS } from "./office-state.ts";
import { isUntouched } from "./ports.ts";
import { KEYS_UNREAD } from "./settings-state.ts";
import { type Draft, EMPTY_DRAFT, type Route, type TillState } from "./state.ts";

/** Screens that a person may be let into by a PIN; the set-up is a part of the settings. */
const GUARDED: ReadonlySet<Route> = new Set(["settings", "setup", "reports"]);

/**
 * Whether one of the screens is open that a person may be let into by a PIN, or what a figure of it has opened: the way
 * back from there leads inside again.
 */
export function isInside({ route, wayBack }: Pick<TillState, "route" | "wayBack">): boolean {
  if (route === "charge") return false;
  return GUARDED.has(route) || [wayBack.list, wayBack.payment].some((back) => back !== null && GUARDED.has(back));
}

/**
 * What changes in the window when main's word on who is signed in goes from `state.terminal` to `after`: nothing while
 * it is the same person. A payment under way stays as it is.
 */
export function operatorChange(state: TillState, after: Terminal): Partial<TillState> {
  const before = state.terminal;
  if (before === null || isSamePerson(before.staff, after.staff)) return {};
  const isShut = after.people.requireSignIn && after.staff === null;
  const { opened } = state.settings;
  return {
    dialog: null,
    failure: null,
    refund: { kind: "idle" },
    managerProblem: null,
    phoneCheck: null,
    chosenReservations: new Set(),
    shelf: { ...state.shelf, query: null },
    reports: { ...NO_REPORTS, section: state.reports.section },
    keys: KEYS_UNREAD,
    people: {
      ...state.people,
      problem: null,
      list: null,
      next: after.staff === null ? state.people.next : null,
    },
    // Somebody who has signed in since is not the one to be signed out on leaving.
    settings: { ...state.settings, opened: opened?.name === after.staff?.name ? opened : null },
    ...(after.people.requireSignIn ? handedDraft(state, before.staff, after.staff) : {}),
    ...(isShut ? shut(state) : {}),
  };
}

/** What one person has begun to key in is not the next one's to charge: it waits for them. */
export function handedDraft(
  { draft, keptDrafts }: Pick<TillState, "draft" | "keptDrafts">,
  before: Pick<StaffMember, "name"> | null,
  after: Pick<StaffMember, "name"> | null,
): Pick<TillState, "draft" | "keptDrafts"> {
  const kept = new Map(keptDrafts);
  const theirs = (after && kept.get(after.name)) ?? EMPTY_DRAFT;
  if (after !== null) kept.delete(after.name);
  if (before !== null && !isUntouched(draft)) kept.set(before.name, { ...draft, tip: null });
  return { draft: theirs, keptDrafts: kept };
}

/** Without what was charged, at the counter or where it waits for its person: the sale behind it is next there. */
export function withoutCharged(
  { draft, keptDrafts }: Pick<TillState, "draft" | "keptDrafts">,
  charged: Draft,
): Partial<Pick<TillState, "draft" | "keptDrafts">> {
  const next = charged.behind ?? EMPTY_DRAFT;
  if (draft.entry === charged.entry) return { draft: next };
  const left = [...keptDrafts].map(([name, kept]) => [name, kept.entry === charged.entry ? next : kept] as const);
  return { keptDrafts: new Map(left.filter(([, kept]) => !isUntouched(kept))) };
}

/** The counter, and nothing else, is what a locked till shows. The set-up asks for the owner by itself. */
function shut({ route }: TillState): Partial<TillState> {
  return { route: route === "setup" ? "setup" : "charge", selectedId: null, notice: null };
}

/** Main's answer is as good as its event, which may come later: who is signed in now. */
export function withStaff(state: TillState, staff: StaffMember | null): Partial<TillState> {
  if (state.terminal === null) return {};
  const terminal = { ...state.terminal, staff };
  return { ...operatorChange(state, terminal), terminal };
}

/** @returns whether the till is another person's since then: what one has asked for is not the next one's */
export function handedOver({ terminal: before }: TillState): (state: TillState) => boolean {
  return ({ terminal }) =>
    terminal?.people.requireSignIn === true && !isSamePerson(terminal.staff, before?.staff ?? null);
}

/** Whether one person stands at the till as before, or none as before. */
function isSamePerson(one: StaffMember | null, other: StaffMember | null): boolean {
  return one?.name === other?.name && one?.role === other?.role;
}
