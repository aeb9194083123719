/**
 * One time that a phone is asked, from its code to what came of it. There is one at a time, and it lives in memory alone:
 * a till that starts again has asked nobody. Each stage lasts two minutes, by whichever clock says so first.
 */
import { done, failed, type Result } from "../../contract/errors.ts";
import type { QrCode } from "../../contract/operations.ts";
import { type Reason, reasonFor } from "../../contract/reasons.ts";
import type { PhoneCheck, PhoneCheckState } from "../../contract/staff-phones.ts";
import type { Clock } from "../lib/clock.ts";
import type { SignedIn } from "./session.ts";

/** What the service says of whoever scanned a code. */
export type IdentityNews =
  | { is: "asked" }
  /** `subject`: their account at the service, by a proof that holds and that was made for this request */
  | { is: "proven"; subject: string }
  | { is: "failed"; because: Reason };

/** Asks whose phone scans a code; what it is made of is further up the tower. */
export interface IdentityCheck {
  /** @param tell called with what comes of it, until it is proven or has failed */
  ask(request: { text: string; tell(news: IdentityNews): void }): Result<{ id: string; qr: QrCode }>;
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
  state: PhoneCheckState;
  qr: QrCode | null;
  until: { monotonic: number; wall: number };
  by: SignedIn | null;
  because: Reason | null;
  /** What it is for */
  about: T;
  /** The account that was proven, of one that is to be linked */
  subject: string | null;
}

export interface PhoneChecks<T> {
  /** Shows a new code, in place of the one before. */
  begin(asked: {
    purpose: PhoneCheck["purpose"];
    text: string;
    about: T;
    judge(subject: string): ProofVerdict;
  }): Result<PhoneCheck>;
  view(id: string): Result<PhoneCheck>;
  cancel(id: string): Result<PhoneCheck>;
  /** What has come as far as this state, and is in time; null: nothing of this name has. It is still there afterwards. */
  at(id: string, state: "confirm" | "done"): { by: SignedIn; about: T; subject: string | null } | null;
  /** The end of one: nothing can be done with it any more. */
  end(id: string, how: { state: "done" | "over" } | { state: "refused"; because: Reason }): Result<PhoneCheck>;
}

export interface PhoneCheckPorts {
  clock: Clock;
  identity: IdentityCheck;
  /** It is in another state than before */
  onChange(check: PhoneCheck): void;
}

const OVER = failed("not_found", { because: reasonFor("phone_over") });

/** Makes the one check of a till. */
export function openPhoneChecks<T>({ clock, identity, onChange }: PhoneCheckPorts): PhoneChecks<T> {
  let open: Open<T> | null = null;
  const stage = () => ({ monotonic: clock.monotonic() + PHONE_STAGE_MS, wall: clock.now() + PHONE_STAGE_MS });
  const isOver = ({ until }: Open<T>) => clock.monotonic() > until.monotonic || clock.now() > until.wall;
  const tell = (check: Open<T>) => {
    const view = viewOf(check, isOver(check));
    onChange(view);
    return done(view);
  };
  const known = (id: string) => (open?.id === id ? open : null);
  const end: PhoneChecks<T>["end"] = (id, how) => {
    const check = known(id);
    if (check === null) return OVER;
    identity.giveUp(id);
    open = null;
    return tell({ ...check, ...how, qr: null });
  };
  const hear = (id: string, news: IdentityNews, judge: (subject: string) => ProofVerdict) => {
    const check = known(id);
    if (check === null || isOver(check) || check.state === "confirm" || check.state === "done") return;
    if (news.is === "failed") Object.assign(check, { state: "refused", because: news.because, qr: null });
    else if (news.is === "proven") Object.assign(check, { ...judge(news.subject), subject: news.subject, qr: null });
    else if (check.state === "asked") return;
    else Object.assign(check, { state: "asked", qr: null });
    check.until = stage();
    tell(check);
  };
  return {
    begin({ purpose, text, about, judge }) {
      if (open !== null) end(open.id, { state: "over" });
      const named = { id: "" };
      const asked = identity.ask({ text, tell: (news) => hear(named.id, news, judge) });
      if (!asked.ok) return asked;
      const { id, qr } = asked.value;
      named.id = id;
      open = { id, purpose, state: "code", qr, until: stage(), by: null, because: null, about, subject: null };
      return tell(open);
    },
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

function viewOf({ id, purpose, state, qr, until, by, because }: Open<unknown>, isOver: boolean): PhoneCheck {
  const isLate = isOver && state !== "refused";
  return {
    id,
    purpose,
    state: isLate ? "over" : state,
    qr: isLate ? null : qr,
    until: new Date(until.wall).toISOString(),
    by: by && { name: by.name, role: by.role },
    because,
  };
}
