/**
 * One time that a person's account is asked for, by a phone's code or in the browser, to what came of it. There is one at
 * a time, and it lives in memory alone: a till that starts again has asked nobody. Each stage of a phone's lasts two
 * minutes, by whichever clock says so first.
 */
import { done, failed, type Result } from "../../contract/errors.ts";
import type { QrCode } from "../../contract/operations.ts";
import { type Reason, reasonFor } from "../../contract/reasons.ts";
import type { PhoneCheck, PhoneCheckState, ShownAccount } from "../../contract/staff-phones.ts";
import type { Clock } from "../lib/clock.ts";
import type { SignedIn } from "./session.ts";

/** What the service says of whoever scanned a code. */
export type IdentityNews =
  | { is: "asked" }
  /** `subject`: their account at the service, by a proof that holds and that was made for this request */
  | { is: "proven"; subject: string; account?: ShownAccount | null }
  | { is: "failed"; because: Reason };

/** What a person is asked with: a code for their phone, or the system's browser. */
export interface IdentityQuestion {
  id: string;
  qr: QrCode | null;
  /** Where the window has to send the browser; null: nowhere */
  url: string | null;
  /** How long they have for the first stage */
  lastsMs: number;
}

/** Asks whose account it is; what it is made of is further up the tower. */
export interface IdentityCheck {
  /**
   * @param text what the person reads, where a phone is asked
   * @param naming whether the name and the number are asked for, too: the owner is to recognise the account
   * @param tell called with what comes of it, until it is proven or has failed
   */
  ask(request: {
    text: string;
    naming: boolean;
    tell(news: IdentityNews): void;
  }): Result<IdentityQuestion> | Promise<Result<IdentityQuestion>>;
  /** Nobody waits for it any more: what is still answered is not used. */
  giveUp(id: string): void;
}

/** How long each stage of it lasts. */
export const PHONE_STAGE_MS = 120_000;

/** What a proof comes to. */
export type ProofVerdict =
  | { state: "done" | "confirm"; by: SignedIn }
  | { state: "refused"; because: Reason; by?: SignedIn };

interface Open<T> {
  id: string;
  purpose: PhoneCheck["purpose"];
  way: PhoneCheck["way"];
  state: PhoneCheckState;
  qr: QrCode | null;
  url: string | null;
  /** By which way */
  identity: IdentityCheck;
  until: { monotonic: number; wall: number };
  by: SignedIn | null;
  because: Reason | null;
  /** What it is for */
  about: T;
  /** The account that was proven, of one that is to be linked */
  subject: string | null;
  account: ShownAccount | null;
}

export interface PhoneChecks<T> {
  /** Begins a new one, in place of the one before. Returns `not_found` where a later one has begun meanwhile. */
  begin(asked: {
    purpose: PhoneCheck["purpose"];
    identity: IdentityCheck;
    text: string;
    about: T;
    judge(subject: string): ProofVerdict;
  }): Promise<Result<PhoneCheck>>;
  /** Returns the open check where its code is shown, no phone has scanned it, and it is for this; else null. */
  unscanned(isFor: (about: T) => boolean): Result<PhoneCheck> | null;
  view(id: string): Result<PhoneCheck>;
  cancel(id: string): Result<PhoneCheck>;
  /** What has come as far as this state, and is in time; null: nothing of this name has. It is still there afterwards. */
  at(id: string, state: "confirm" | "done"): { by: SignedIn; about: T; subject: string | null } | null;
  /** The end of one: nothing can be done with it any more. */
  end(id: string, how: { state: "done" | "over" } | { state: "refused"; because: Reason }): Result<PhoneCheck>;
}

export interface PhoneCheckPorts<T> {
  clock: Clock;
  /** It is in another state than before */
  onChange(check: PhoneCheck, about: T): void;
}

/** Nothing of this name is open. */
export const OVER = failed("not_found", { because: reasonFor("phone_over") });

/** Makes the one check of a till. */
export function openPhoneChecks<T>({ clock, onChange }: PhoneCheckPorts<T>): PhoneChecks<T> {
  let open: Open<T> | null = null;
  let begins = 0;
  const stage = (lastsMs = PHONE_STAGE_MS) => ({ monotonic: clock.monotonic() + lastsMs, wall: clock.now() + lastsMs });
  const isOver = ({ until }: Open<T>) => clock.monotonic() > until.monotonic || clock.now() > until.wall;
  const tell = (check: Open<T>) => {
    const view = viewOf(check, isOver(check));
    onChange(view, check.about);
    return done(view);
  };
  const known = (id: string) => (open?.id === id ? open : null);
  const end: PhoneChecks<T>["end"] = (id, how) => {
    const check = known(id);
    if (check === null) return OVER;
    check.identity.giveUp(id);
    open = null;
    return tell({ ...check, ...how, qr: null, url: null });
  };
  const hear = (id: string, news: IdentityNews, judge: (subject: string) => ProofVerdict) => {
    const check = known(id);
    if (check === null || isOver(check) || !applyNews(check, news, judge)) return;
    check.until = stage();
    tell(check);
  };
  return {
    async begin({ purpose, identity, text, about, judge }) {
      if (open !== null) end(open.id, { state: "over" });
      const own = ++begins;
      const named = { id: "" };
      const heard = (news: IdentityNews) => hear(named.id, news, judge);
      const asked = await identity.ask({ text, naming: purpose === "link", tell: heard });
      if (!asked.ok) return asked;
      if (own !== begins) {
        identity.giveUp(asked.value.id);
        return OVER;
      }
      const { id, qr, url, lastsMs } = asked.value;
      named.id = id;
      const first =
        qr === null ? ({ way: "browser", state: "asked" } as const) : ({ way: "phone", state: "code" } as const);
      const nothing = { by: null, because: null, subject: null, account: null };
      open = { id, purpose, identity, ...first, qr, url, until: stage(lastsMs), about, ...nothing };
      return tell(open);
    },
    unscanned: (isFor) =>
      open?.state === "code" && !isOver(open) && isFor(open.about) ? done(viewOf(open, false)) : null,
    view(id) {
      const check = known(id);
      return check === null ? OVER : done(viewOf(check, isOver(check)));
    },
    cancel: (id) => end(id, { state: "over" }),
    at(id, state) {
      const check = known(id);
      if (check === null || check.state !== state || check.by === null || isOver(check)) return null;
      const { by, about, subject } = check;
      return { by, about, subject };
    },
    end,
  };
}

/** Moves a check to the state that the service's news puts it in. @returns whether anything changed */
function applyNews(check: Open<unknown>, news: IdentityNews, judge: (subject: string) => ProofVerdict): boolean {
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

function viewOf(check: Open<unknown>, isOver: boolean): PhoneCheck {
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
