/**
 * What a change of the signed-in user resets. Pure.
 *
 * A manager's PIN approves one command without a change of user. A protected section needs many commands, so opening it
 * signs its owner in, and leaving it signs them out. The previous user must then enter their PIN again.
 */

import type { Terminal } from "../../contract/payments/views.ts";
import type { StaffMember } from "../../contract/values/roles.ts";
import { NO_REPORTS } from "./office-state.ts";
import { isDraftEmpty } from "./ports.ts";
import { KEYS_UNREAD } from "./settings-state.ts";
import { type Draft, EMPTY_DRAFT, type Route, type TillState } from "./state.ts";

/** Screens that can be opened by PIN; setup is part of the settings. */
const GUARDED: ReadonlySet<Route> = new Set(["settings", "setup", "reports"]);

/** True when a protected screen is open, or a screen whose back button returns to one. */
export function isProtectedScreenOpen({ route, wayBack }: Pick<TillState, "route" | "wayBack">): boolean {
  if (route === "charge") return false;
  return GUARDED.has(route) || [wayBack.list, wayBack.payment].some((back) => back !== null && GUARDED.has(back));
}

/**
 * Returns the changes after the signed-in user changed from `state.terminal` to `next`; empty for the same user. A
 * payment in progress is kept.
 */
export function operatorChange(state: TillState, next: Terminal): Partial<TillState> {
  const before = state.terminal;
  if (before === null || isSamePerson(before.staff, next.staff)) return {};
  const isLocked = next.people.requireSignIn && next.staff === null;
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
      next: next.staff === null ? state.people.next : null,
    },
    // A user who signed in otherwise in the meantime is not signed out on leaving.
    settings: { ...state.settings, opened: opened?.name === next.staff?.name ? opened : null },
    ...(next.people.requireSignIn ? switchUserDrafts(state, before.staff, next.staff) : {}),
    ...(isLocked ? lockedScreen(state) : {}),
  };
}

/** Stores the draft for its user, so that the next user does not charge it. */
export function switchUserDrafts(
  { draft, draftsByUser }: Pick<TillState, "draft" | "draftsByUser">,
  previous: Pick<StaffMember, "name"> | null,
  next: Pick<StaffMember, "name"> | null,
): Pick<TillState, "draft" | "draftsByUser"> {
  const drafts = new Map(draftsByUser);
  const nextDraft = (next && drafts.get(next.name)) ?? EMPTY_DRAFT;
  if (next !== null) drafts.delete(next.name);
  if (previous !== null && !isDraftEmpty(draft)) drafts.set(previous.name, { ...draft, tip: null });
  return { draft: nextDraft, draftsByUser: drafts };
}

/** Removes the charged sale from the counter or from the kept drafts. The sale behind it comes next. */
export function withoutChargedDraft(
  { draft, draftsByUser }: Pick<TillState, "draft" | "draftsByUser">,
  charged: Draft,
): Partial<Pick<TillState, "draft" | "draftsByUser">> {
  const next = charged.suspendedDraft ?? EMPTY_DRAFT;
  if (draft.entry === charged.entry) return { draft: next };
  const left = [...draftsByUser].map(([name, kept]) => [name, kept.entry === charged.entry ? next : kept] as const);
  return { draftsByUser: new Map(left.filter(([, kept]) => !isDraftEmpty(kept))) };
}

/** A locked till shows only the counter. Setup asks for the owner's PIN itself. */
function lockedScreen({ route }: TillState): Partial<TillState> {
  return { route: route === "setup" ? "setup" : "charge", selectedId: null, notice: null };
}

/** Applies the signed-in user from a response, which may arrive before its event. */
export function withStaff(state: TillState, staff: StaffMember | null): Partial<TillState> {
  if (state.terminal === null) return {};
  const terminal = { ...state.terminal, staff };
  return { ...operatorChange(state, terminal), terminal };
}

/** @returns a check for another user than now, to drop late responses */
export function userChangeCheck({ terminal: before }: TillState): (state: TillState) => boolean {
  return ({ terminal }) =>
    terminal?.people.requireSignIn === true && !isSamePerson(terminal.staff, before?.staff ?? null);
}

function isSamePerson(one: StaffMember | null, other: StaffMember | null): boolean {
  return one?.name === other?.name && one?.role === other?.role;
}
