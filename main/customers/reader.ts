/**
 * Reads granted data with the customers' access tokens (G25). 403 means not granted; an expired token (401) is
 * refreshed once; other failures are retried. None of them concerns the till's own credentials.
 */
import type { KeyObject } from "node:crypto";
import type { Scope } from "../../contract/customers/permissions.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { PersonalId } from "../../contract/wire/wire.ts";
import { type Loop, startLoop } from "../lib/loop.ts";
import { type BearerResult, describeError } from "../service/api/errors.ts";
import { verifyIdToken } from "../service/api/id-token.ts";
import { getBankId, getNationalId, getShippingAddress, getUserInfo, refreshAccess } from "../service/api/oauth.ts";
import { pauseAfter } from "../service/api/retry.ts";
import type { ServiceContext } from "../service/context.ts";
import { errorReason } from "../service/error-reason.ts";
import { parseLifetimeMs } from "./answer.ts";
import { ageClaims, ageIn, shippingClaims, userInfoClaims } from "./claims.ts";
import type { Claims, GrantedData } from "./records.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";

export interface ReaderPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random"> {
  store: PermissionStore;
  identity: { publicKey: KeyObject | null; issuer: string; audience: string };
  timeZone: string;
}

type Read =
  | { is: "read"; claims: Claims; notGranted: Scope[]; unread: Partial<Record<Scope, Reason>> }
  | { is: "retry" }
  | { is: "expired" };

const USER_INFO: readonly Scope[] = ["profile", "phone", "email", "address"];
/** Time before its expiry at which a token is refreshed, if the data is kept for longer. */
const REFRESH_BEFORE_MS = 60_000;
const MAX_INTERVAL_MS = 30_000;

export function startReader(ports: ReaderPorts): Pick<Loop, "wake" | "close"> {
  const failures = new Map<string, { count: number; dueAt: number }>();
  const { clock, store, random } = ports;
  return startLoop(ports, async () => {
    const rows = store.rows.withContent();
    const waiting = rows.filter((row) => row.toRead.length > 0 || isRunningOut(row, clock.now()));
    for (const posTid of failures.keys()) if (!waiting.some((row) => row.posTid === posTid)) failures.delete(posTid);
    const due = waiting.filter(({ posTid }) => (failures.get(posTid)?.dueAt ?? 0) <= clock.monotonic());
    for (const { posTid } of due) {
      if (await readAll(ports, posTid)) {
        const row = store.find(posTid);
        // A token with a shorter lifetime must not be refreshed continuously.
        if (row !== null && isRunningOut(row, clock.now()))
          failures.set(posTid, { count: 0, dueAt: clock.monotonic() + MAX_INTERVAL_MS });
        else failures.delete(posTid);
        continue;
      }
      const count = (failures.get(posTid)?.count ?? 0) + 1;
      failures.set(posTid, { count, dueAt: clock.monotonic() + pauseAfter(count, random()) });
    }
    const refreshable = store.rows.withContent().filter((row) => mayRefresh(row) && !isRunningOut(row, clock.now()));
    const refreshAt = refreshable.map(({ tokenUntil }) => (tokenUntil ?? 0) - REFRESH_BEFORE_MS - clock.now());
    const next = [...refreshAt, ...[...failures.values()].map(({ dueAt }) => dueAt - clock.monotonic())];
    return next.length === 0 ? null : Math.max(1, Math.min(MAX_INTERVAL_MS, ...next));
  });
}

/** `tokenUntil` of a token that cannot be refreshed. */
const OVER = 0;

/** True for data kept beyond its sale. */
function mayRefresh({ keepDays, tokenUntil, deadline }: PermissionRow): boolean {
  const isAlive = tokenUntil !== null && tokenUntil !== OVER;
  return keepDays > 0 && isAlive && deadline !== null && tokenUntil < deadline;
}

function isRunningOut(row: PermissionRow, now: number): boolean {
  return mayRefresh(row) && (row.tokenUntil ?? 0) - REFRESH_BEFORE_MS <= now;
}

/** @returns false if reading must be retried */
async function readAll(ports: ReaderPorts, posTid: string): Promise<boolean> {
  const { clock, store } = ports;
  let isFresh = false;
  const first = store.find(posTid);
  if (first !== null && isRunningOut(first, clock.now())) {
    if ((await refresh(ports, posTid)) === "retry") return false;
    isFresh = true;
  }
  for (;;) {
    const row = store.find(posTid);
    const data = row === null ? null : store.open(row);
    const [scope] = row?.toRead ?? [];
    if (row === null || data === null || scope === undefined) return true;
    const together = USER_INFO.includes(scope) ? row.toRead.filter((name) => USER_INFO.includes(name)) : [scope];
    const read = await readScope(ports, data, together, row.nonce);
    if (read.is === "retry") return false;
    if (read.is === "read") {
      storeRead(ports, posTid, together, read);
      continue;
    }
    const refreshed = isFresh ? "over" : await refresh(ports, posTid);
    if (refreshed === "retry") return false;
    isFresh = true;
    if (refreshed === "over") storeRead(ports, posTid, row.toRead, unreadable(row.toRead, "permission_expired_token"));
  }
}

async function readScope(
  ports: ReaderPorts,
  data: GrantedData,
  scopes: readonly Scope[],
  nonce: string | null,
): Promise<Read> {
  const { api, timeZone } = ports;
  const token = data.accessToken;
  const [scope = "profile"] = scopes;
  const ofAge = (result: BearerResult<PersonalId>) =>
    readOf(ports, result, scopes, (value) => ageClaims(scope, value, api.correctedNow(), timeZone));
  switch (scope) {
    case "openid":
      return readIdentity(ports, data, nonce);
    case "shipping_address":
      return readOf(ports, await getShippingAddress(api, token), scopes, shippingClaims);
    case "fodselsnummer":
      return ofAge(await getNationalId(api, token));
    case "bankid":
      return ofAge(await getBankId(api, token));
    case "profile":
    case "phone":
    case "email":
    case "address":
      return readOf(ports, await getUserInfo(api, token), scopes, (value) => userInfoClaims(scopes, value));
  }
}

/** Reads the customer's identity from a verified id_token (2.4). */
async function readIdentity(
  { api, identity }: ReaderPorts,
  { idToken }: GrantedData,
  nonce: string | null,
): Promise<Read> {
  if (idToken === null) return unreadable(["openid"], "permission_no_id_token");
  const verdict = await verifyIdToken(idToken, { ...identity, now: api.correctedNow(), nonce });
  if (verdict.is === "unprovable") return unreadable(["openid"], "permission_no_service_key");
  if (verdict.is === "refused") return unreadable(["openid"], "permission_bad_id_token");
  return { is: "read", claims: { openid: { sub: verdict.subject } }, notGranted: [], unread: {} };
}

function readOf<T>(
  { log }: Pick<ReaderPorts, "log">,
  result: BearerResult<T>,
  scopes: readonly Scope[],
  claimsOf: (value: T) => { claims: Claims; unread?: Partial<Record<Scope, Reason>> },
): Read {
  if (result.ok) {
    const { claims, unread = {} } = claimsOf(result.value);
    return { is: "read", claims, unread, notGranted: scopes.filter((scope) => !claims[scope] && !unread[scope]) };
  }
  const { error } = result;
  if (error.kind === "token_expired") return { is: "expired" };
  if (error.kind === "not_granted") return { is: "read", claims: {}, notGranted: [...scopes], unread: {} };
  if (error.kind === "try_again") {
    log.info({ because: describeError(error) }, "the data that a customer shared could not be read yet");
    return { is: "retry" };
  }
  const because = reasonFor("permission_not_read", { cause: errorReason(error) });
  return {
    is: "read",
    claims: {},
    notGranted: [],
    unread: Object.fromEntries(scopes.map((scope) => [scope, because])),
  };
}

type Plain =
  | "permission_no_id_token"
  | "permission_no_service_key"
  | "permission_bad_id_token"
  | "permission_expired_token";

function unreadable(scopes: readonly Scope[], code: Plain): Extract<Read, { is: "read" }> {
  const unread = Object.fromEntries(scopes.map((scope) => [scope, reasonFor(code)]));
  return { is: "read", claims: {}, notGranted: [], unread };
}

function storeRead(
  { store }: ReaderPorts,
  posTid: string,
  scopes: readonly Scope[],
  { claims, notGranted, unread }: Extract<Read, { is: "read" }>,
): void {
  store.commit(posTid, (now) => {
    const row = store.find(posTid);
    const stored = row === null ? null : store.open(row);
    if (row === null || stored === null) return;
    const { fodselsnummer, bankid, ...secret } = claims;
    const isIdentified = scopes.includes("openid");
    store.storeData(
      posTid,
      { ...stored, idToken: isIdentified ? null : stored.idToken, claims: { ...stored.claims, ...secret } },
      now,
    );
    store.mails.queueForPayment(row, claims, now);
    const current = store.find(posTid) ?? row;
    // The result of an age check is stored unsealed, since it is what the shop asked for.
    const age = { ...(fodselsnummer && { fodselsnummer }), ...(bankid && { bankid }) };
    const failed = Object.entries(unread).map(([scope, because]) => ({ scope: scope as Scope, because }));
    const merged: Claims = { ...current.claims, ...age };
    const answer = ageIn(merged);
    const unclear =
      answer?.agrees === false
        ? reasonFor("permission_age_disagrees")
        : failed.find(({ because }) => because.code === "permission_age_unclear")?.because;
    store.change(
      posTid,
      {
        claims: merged,
        granted: row.granted.filter((scope) => !notGranted.includes(scope)),
        toRead: row.toRead.filter((scope) => !scopes.includes(scope)),
        unread: [...row.unread, ...failed],
        ...(unclear && { phase: "attention", attention: unclear }),
      },
      now,
    );
    const data = {
      read: Object.keys(claims).join(" "),
      notGranted: notGranted.join(" "),
      unread: failed.map(({ scope, because }) => `${scope}: ${because.code}`).join(" "),
      over18: Object.keys(age).length === 0 ? null : (answer?.over18 ?? null),
    };
    store.journal.append({ event: "permission.read", posTid, data }, now);
  });
}

/** @returns `over` if the customer's consent has expired */
async function refresh({ api, clock, store }: ReaderPorts, posTid: string): Promise<"fresh" | "over" | "retry"> {
  const row = store.find(posTid);
  const stored = row === null ? null : store.open(row);
  if (row === null || stored === null) return "over";
  const answer = stored.refreshToken === null ? null : await refreshAccess(api, stored.refreshToken);
  if (answer !== null && !answer.ok && answer.error.kind !== "refused") return "retry";
  return store.commit(posTid, (now) => {
    const current = store.find(posTid);
    const data = current === null ? null : store.open(current);
    if (data === null) return "over";
    if (answer === null || !answer.ok) {
      // The token cannot be charged any more; data read before stays until its deadline.
      store.change(posTid, { tokenUntil: OVER }, now);
      store.journal.append({ event: "permission.tokenOver", posTid }, now);
      return "over";
    }
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn = null } = answer.value;
    store.storeData(posTid, { ...data, accessToken, refreshToken: refreshToken ?? data.refreshToken }, now);
    const lifetimeMs = parseLifetimeMs(expiresIn);
    store.change(posTid, { tokenUntil: lifetimeMs === null ? null : clock.now() + lifetimeMs }, now);
    store.journal.append({ event: "permission.tokenRefreshed", posTid }, now);
    return "fresh";
  });
}
