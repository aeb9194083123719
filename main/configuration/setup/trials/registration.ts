import { createPublicKey } from "node:crypto";
import type { Shortlink } from "../../../../contract/wire/wire.ts";
import type { ApiError } from "../../../service/api/errors.ts";
import { createPos, deletePos, getPos } from "../../../service/api/pos.ts";
import { createShortlink, getShortlink, lastScan } from "../../../service/api/shortlink.ts";
import { keyStrength } from "../../../service/api/verify-callback.ts";
import { readShortlink } from "../../../service/connection/stored-shortlink.ts";
import { notTheService, serviceProblem } from "./service-problem.ts";
import { type Found, found, type Trial } from "./trial.ts";

/** An existing POS stays unchanged, because it may be another till's. A created one is remembered. */
export async function tryPos(trial: Trial): Promise<Found> {
  const { api, leftovers, running, checked } = trial;
  const { pos } = checked.settings;
  const createdEarlier = leftovers.pos();
  if (createdEarlier !== null && createdEarlier !== pos.id) {
    await deletePos(api, createdEarlier);
    leftovers.remember({ pos: null });
  }
  const existing = await getPos(api, pos.id);
  if (existing.ok) {
    const { name, type } = existing.value;
    const isOwn = leftovers.pos() === pos.id || (running.isSameMerchant && running.posId === pos.id);
    if (isOwn || (name === pos.name && type === pos.type)) return found("ok", "pos.ok", { id: pos.id, name: pos.name });
    return found("warning", "pos.will_change", { id: pos.id, name });
  }
  if (!isMissing(existing.error)) return problemWith(trial, existing.error, "pos.refused");
  const created = await createPos(api, pos);
  if (!created.ok) return problemWith(trial, created.error, "pos.refused");
  leftovers.remember({ pos: pos.id });
  return found("ok", "pos.created", { id: pos.id });
}

/** Uses the till's shortlink, that of an earlier test, or a new one. */
export async function tryShortlink(trial: Trial): Promise<Found> {
  const { api, leftovers, running, checked } = trial;
  const knownShortlink =
    (running.isSameMerchant ? readShortlink(running.settings, api) : null) ?? leftovers.shortlink();
  const existing = knownShortlink === null ? null : await getShortlink(api, knownShortlink.id);
  if (existing !== null && !existing.ok && !isMissing(existing.error))
    return problemWith(trial, existing.error, "shortlink.refused");
  if (existing?.ok && existing.value.is_active !== false) return scanFinding(trial, existing.value, "shortlink.ok");
  const wanted = { callback_uri: null, description: checked.settings.pos.name, serial_number: null };
  const created = await createShortlink(api, wanted);
  if (!created.ok) return problemWith(trial, created.error, "shortlink.refused");
  const { id } = created.value;
  // Remembered before reading it, so that a failure creates no second shortlink.
  leftovers.remember({ shortlink: { id, value: "" } });
  const read = await getShortlink(api, id);
  if (!read.ok) return problemWith(trial, read.error, "shortlink.refused");
  leftovers.remember({ shortlink: { id, value: read.value.shortlink_value } });
  return scanFinding(trial, read.value, "shortlink.created");
}

/** Finds out whether the till can receive scans: without trusted callbacks it polls, or uses claim links. */
async function scanFinding(
  { api, checked }: Trial,
  { id }: Shortlink,
  finding: "shortlink.ok" | "shortlink.created",
): Promise<Found> {
  const { callbacks, service } = checked.settings;
  const strength = keyStrength(service.publicKey);
  if (callbacks.listen !== null && strength === "verifies") return found("ok", finding);
  const scan = await lastScan(api, id, 1);
  const canPoll = scan.ok && (scan.value.kind === "scan" || (scan.value.kind === "none" && scan.value.certain));
  if (strength === "weak")
    return found("warning", `shortlink.weak_key_${canPoll ? "asks" : "claims"}`, { bits: bitsOf(service.publicKey) });
  if (strength === "none" && callbacks.listen !== null)
    return found("warning", `shortlink.no_key_${canPoll ? "asks" : "claims"}`);
  return canPoll ? found("ok", finding) : found("warning", "shortlink.claim_links");
}

function bitsOf(pem: string | null): number {
  return pem === null ? 0 : (createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0);
}

function problemWith({ api, checked }: Trial, error: ApiError, refusal: "pos.refused" | "shortlink.refused"): Found {
  const context = { service: checked.settings.service, clockSkewMs: api.clockSkewMs() };
  const problem = serviceProblem(error, context);
  if (problem !== null) return problem;
  const status = error.status ?? 0;
  return status === 404 || status === 405 ? notTheService(context, status) : found("failed", refusal, { status });
}

function isMissing(error: ApiError): boolean {
  return error.kind === "refused" && error.status === 404;
}
