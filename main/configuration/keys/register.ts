/**
 * Registers a prepared key: writes the till's user record back with the new public key, signed by the active key (G22,
 * level KEY). The vault first records that the service may have the new key. Neither key is deleted, and requests are
 * tried with both, so that a power cut never leaves a till without a working key.
 */
import { createPublicKey } from "node:crypto";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { KeysFinding, KeysRegistration, KeysUser } from "../../../contract/configuration/keys.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { User } from "../../../contract/wire/wire.ts";
import type { ApiClient } from "../../service/api/client.ts";
import type { ApiError } from "../../service/api/errors.ts";
import { getUser, updateUser } from "../../service/api/user.ts";
import { findingFor, testAcceptance, warning, withClient } from "./acceptance.ts";
import { offerKey, recordTest, withdrawOffer } from "./rotation.ts";
import { credentialsIn, publicHalfOf } from "./slots.ts";
import type { KeysPorts, Rotation } from "./steps.ts";

/** Returns the till's user: roles, netmask, and the registered key. */
export async function readUser(ports: KeysPorts, { view }: Rotation): Promise<KeysUser> {
  const { user: id } = ports.service;
  const { registers } = view();
  if (id === null || registers !== "till") {
    const because = registers === "secret" ? "by_hand_secret" : "by_hand_integrator";
    return { id, record: null, findings: [warning(because)] };
  }
  const read = await asking(ports, (client) => getUser(client, id));
  if (!read.ok) return { id, record: null, findings: [manualFinding(read.error)] };
  const { roles = null, netmask = null, pubkey } = read.value;
  const registered = fingerprintOf(pubkey);
  const { current, next, previous } = view();
  const keys = Object.entries({ current, next, previous });
  const ownSlot = keys.find(([, key]) => registered !== null && key?.fingerprint === registered)?.[0];
  const key = (["current", "next", "previous"] as const).find((name) => name === ownSlot);
  return { id, record: { roles, netmask, key: key ?? (pubkey ? "other" : "none") }, findings: [] };
}

/** Registers the prepared key, tests it and activates it. Returns `illegal_state` without a prepared key. */
export async function registerKey(ports: KeysPorts, rotation: Rotation): Promise<Result<KeysRegistration>> {
  const { state, view } = rotation;
  const { next } = state();
  const credentials = next && credentialsIn(ports.vault, "next", next.scheme);
  if (credentials === null) return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
  if (credentials.scheme === "SECRET") return failed("illegal_state", { because: reasonFor("keys_secret_known") });
  const old = ports.credentials.inForce().current;
  const unregistered = await offer(ports, rotation, publicHalfOf(credentials.privateKey));
  if (unregistered.some(({ finding }) => finding !== "no_answer"))
    return done({ registered: false, findings: unregistered, keys: view() });
  const [accepted] = await testAcceptance(ports, credentials);
  if (accepted?.outcome !== "ok") {
    const resultFinding =
      unregistered[0] ?? (accepted?.finding === "refused" ? warning("not_yet") : warning("no_answer"));
    return done({ registered: false, findings: [resultFinding], keys: view() });
  }
  activateOffered(ports, rotation, next);
  const [before] = await testAcceptance(ports, old);
  const finding = before?.finding === "refused" ? "registered_alone" : "registered";
  const findings: KeysFinding[] = [{ outcome: "ok", finding, values: {} }];
  if (before?.outcome === "ok") findings.push(warning("old_accepted"));
  return done({ registered: true, findings, keys: view() });
}

/** Activates the key that the service accepted, unless already done. `next` is the key that was sent. */
export function activateOffered(
  { clock }: Pick<KeysPorts, "clock">,
  { state, commit, activate, view }: Rotation,
  next: { preparedAt: number } | null,
): void {
  const prepared = state().next;
  if (next === null || prepared?.preparedAt !== next.preparedAt) return;
  const data = { fingerprint: view().next?.fingerprint ?? null };
  commit({ event: "keys.registered", data }, recordTest(state(), clock.now()));
  activate({});
}

/** Returns nothing when the service has the new key, otherwise why that is unknown. */
async function offer(
  ports: KeysPorts,
  { state, commit, view }: Rotation,
  { publicKeyPem, fingerprint }: ReturnType<typeof publicHalfOf>,
): Promise<KeysFinding[]> {
  const { user: id } = ports.service;
  if (view().registers === "secret") return [warning("by_hand_secret")];
  if (id === null) return [warning("by_hand_integrator")];
  return asking(ports, async (client) => {
    const read = await getUser(client, id);
    if (!read.ok) return [manualFinding(read.error)];
    if (fingerprintOf(read.value.pubkey) === fingerprint) return [];
    const offeredBefore = state().next?.offeredAt !== null;
    if (!offeredBefore) commit({ event: "keys.offered", data: { fingerprint } }, offerKey(state(), ports.clock.now()));
    const answer = await updateUser(client, { ...preservedFields(read.value), id, pubkey: publicKeyPem });
    if (answer.ok) return [];
    if (answer.error.kind === "try_again") return [warning("no_answer")];
    // Only a first attempt: an earlier one may have succeeded.
    if (!offeredBefore && state().next !== null)
      commit({ event: "keys.notTaken", data: { fingerprint, status: answer.error.status } }, withdrawOffer(state()));
    return [manualFinding(answer.error)];
  });
}

/** Fields that are written back unchanged. */
function preservedFields({ roles, netmask }: User): { roles?: string[]; netmask?: string | null } {
  return { ...(roles ? { roles } : {}), ...(netmask === undefined ? {} : { netmask }) };
}

function asking<T>(
  { service, clock, timeouts, credentials }: KeysPorts,
  request: (client: ApiClient) => Promise<T>,
): Promise<T> {
  return withClient({ service, clock, timeouts, credentials }, request);
}

/** Returns why the till cannot register the key itself. */
function manualFinding(error: ApiError): KeysFinding {
  const { status } = error;
  if (error.kind === "try_again") return { outcome: "failed", finding: findingFor(error), values: {} };
  if (status === 401) return warning("by_hand_login", { status });
  if (status === 403) return warning("by_hand_not_allowed", { status });
  return warning(status === 404 || status === 405 ? "by_hand_unsupported" : "by_hand_refused", { status: status ?? 0 });
}

function fingerprintOf(pem: string | null | undefined): string | null {
  if (!pem) return null;
  try {
    return publicHalfOf(createPublicKey(pem)).fingerprint;
  } catch {
    return null;
  }
}

/** Returns whether the service accepts the active key. A user has one key, so the new one is then not registered. */
export async function isOfferRefused(ports: KeysPorts): Promise<boolean> {
  const findings = await testAcceptance(ports, ports.credentials.inForce().current);
  return findings.some(({ outcome }) => outcome === "ok");
}
