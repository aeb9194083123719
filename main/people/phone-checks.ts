/**
 * One identity check of a person's account, by a phone's code or in the browser. Only one is open at a time, in memory.
 * Each stage of a phone check lasts two minutes, by whichever clock ends first.
 */
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import type { QrCode } from "../../contract/calls/operations.ts";
import type { PhoneCheck, PhoneCheckState, ShownAccount } from "../../contract/people/staff-phones.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { Clock } from "../lib/clock.ts";
import type { SignedIn } from "./session.ts";

export type IdentityNews =
  | { is: "asked" }
  | { is: "proven"; subject: string; account?: ShownAccount | null }
  | { is: "failed"; because: Reason };

/** A started identity check: a code for the phone, or a URL for the browser. */
export interface StartedIdentityCheck {
  id: string;
  qr: QrCode | null;
  /** URL that the window opens; null for none */
  url: string | null;
  lifetimeMs: number;
}

/**
 * @param text shown on the phone
 * @param naming true to ask for name and number too, so that the owner can recognise the account
 * @param onNews called with news until the check is proven or has failed
 */
export interface IdentityCheck {
  ask(request: {
    text: string;
    naming: boolean;
    onNews(news: IdentityNews): void;
  }): Result<StartedIdentityCheck> | Promise<Result<StartedIdentityCheck>>;
  /** Abandons a check: later answers are ignored. */
  giveUp(id: string): void;
}

export const PHONE_STAGE_MS = 120_000;

export type ProofVerdict =
  | { state: "done" | "confirm"; by: SignedIn }
  | { state: "refused"; because: Reason; by?: SignedIn };

interface OpenCheck<T> {
  id: string;
  purpose: PhoneCheck["purpose"];
  way: PhoneCheck["way"];
  state: PhoneCheckState;
  qr: QrCode | null;
  url: string | null;
  identity: IdentityCheck;
  until: { monotonic: number; wall: number };
  by: SignedIn | null;
  because: Reason | null;
  about: T;
  /** The proven account, when it is to be linked */
  subject: string | null;
  account: ShownAccount | null;
}

export interface PhoneChecks<T> {
  /** Starts a check and replaces the current one. Returns `not_found` if a later one started meanwhile. */
  begin(request: {
    purpose: PhoneCheck["purpose"];
    identity: IdentityCheck;
    text: string;
    about: T;
    judge(subject: string): ProofVerdict;
  }): Promise<Result<PhoneCheck>>;
  /** Returns the open check if its code is shown, not yet scanned, and for this purpose; else null. */
  unscanned(isFor: (about: T) => boolean): Result<PhoneCheck> | null;
  view(id: string): Result<PhoneCheck>;
  cancel(id: string): Result<PhoneCheck>;
  /** Returns a check that is in this state and in time; null otherwise. Does not end it. */
  findInState(id: string, state: "confirm" | "done"): { by: SignedIn; about: T; subject: string | null } | null;
  end(id: string, how: { state: "done" | "over" } | { state: "refused"; because: Reason }): Result<PhoneCheck>;
}

export interface PhoneCheckPorts<T> {
  clock: Clock;
  onChange(check: PhoneCheck, about: T): void;
}

export const OVER = failed("not_found", { because: reasonFor("phone_over") });

export function openPhoneChecks<T>({ clock, onChange }: PhoneCheckPorts<T>): PhoneChecks<T> {
  let open: OpenCheck<T> | null = null;
  let startCount = 0;
  const stage = (ms = PHONE_STAGE_MS) => ({ monotonic: clock.monotonic() + ms, wall: clock.now() + ms });
  const isOver = ({ until }: OpenCheck<T>) => clock.monotonic() > until.monotonic || clock.now() > until.wall;
  const publish = (check: OpenCheck<T>) => {
    const view = viewOf(check, isOver(check));
    onChange(view, check.about);
    return done(view);
  };
  const openCheck = (id: string) => (open?.id === id ? open : null);
  const end: PhoneChecks<T>["end"] = (id, how) => {
    const check = openCheck(id);
    if (check === null) return OVER;
    check.identity.giveUp(id);
    open = null;
    return publish({ ...check, ...how, qr: null, url: null });
  };
  const applyCheckNews = (id: string, news: IdentityNews, judge: (subject: string) => ProofVerdict) => {
    const check = openCheck(id);
    if (check === null || isOver(check) || !applyNews(check, news, judge)) return;
    check.until = stage();
    publish(check);
  };
  return {
    async begin({ purpose, identity, text, about, judge }) {
      if (open !== null) end(open.id, { state: "over" });
      const startNumber = ++startCount;
      const startedCheck = { id: "" };
      const forward = (news: IdentityNews) => applyCheckNews(startedCheck.id, news, judge);
      const request = await identity.ask({ text, naming: purpose === "link", onNews: forward });
      if (!request.ok) return request;
      if (startNumber !== startCount) {
        identity.giveUp(request.value.id);
        return OVER;
      }
      const { id, qr, url, lifetimeMs } = request.value;
      startedCheck.id = id;
      const first =
        qr === null ? ({ way: "browser", state: "asked" } as const) : ({ way: "phone", state: "code" } as const);
      const noResult = { by: null, because: null, subject: null, account: null };
      open = { id, purpose, identity, ...first, qr, url, until: stage(lifetimeMs), about, ...noResult };
      return publish(open);
    },
    unscanned: (isFor) =>
      open?.state === "code" && !isOver(open) && isFor(open.about) ? done(viewOf(open, false)) : null,
    view(id) {
      const check = openCheck(id);
      return check === null ? OVER : done(viewOf(check, isOver(check)));
    },
    cancel: (id) => end(id, { state: "over" }),
    findInState(id, state) {
      const check = openCheck(id);
      if (check === null || check.state !== state || check.by === null || isOver(check)) return null;
      const { by, about, subject } = check;
      return { by, about, subject };
    },
    end,
  };
}

/** Applies news to a check. @returns true if anything changed */
function applyNews(check: OpenCheck<unknown>, news: IdentityNews, judge: (subject: string) => ProofVerdict): boolean {
  if (check.state === "confirm" || check.state === "done") return false;
  if (news.is === "failed") Object.assign(check, { state: "refused", because: news.because, qr: null, url: null });
  else if (news.is === "proven") Object.assign(check, judge(news.subject), provenBy(news));
  else if (check.state === "asked") return false;
  else Object.assign(check, { state: "asked", qr: null });
  return true;
}

function provenBy({ subject, account = null }: { subject: string; account?: ShownAccount | null }) {
  return { subject, account, qr: null, url: null };
}

function viewOf(check: OpenCheck<unknown>, isOver: boolean): PhoneCheck {
  const { id, purpose, way, state, qr, url, until, by, because, account } = check;
  const isLate = isOver && state !== "refused";
  return {
    id,
    purpose,
    way,
    state: isLate ? "over" : state,
    qr: isLate ? null : qr,
    url: isLate ? null : url,
    until: new Date(until.wall).toISOString(),
    by: by && { name: by.name, role: by.role },
    account: state === "confirm" && !isLate ? account : null,
    because,
  };
}
