/**
 * Limits requests to phone numbers at a kiosk, where anyone could make a stranger's phone ring repeatedly. Sealed
 * digests survive a restart. Programs with the bridge's token are not limited.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { CustomerInput } from "../../contract/calls/command-row.ts";
import { failed, type Result } from "../../contract/calls/errors.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import { PHONE_PATTERN } from "../../contract/values/identifiers.ts";
import { type BodiesAtRest, bodiesAtRest } from "../payments/queue/bodies-at-rest.ts";
import type { PaymentStore } from "../payments/store.ts";
import type { StorageContext } from "../storage/context.ts";
import { transact } from "../storage/database/database.ts";
import { type SettingStore, settingStore } from "../storage/database/settings.ts";

/** Requests to one number in a row without an approval: one retry for a customer who missed it. */
const MAX_IN_A_ROW = 2;
const PAUSE_MS = 10 * 60_000;
/** Different unapproved numbers within {@link WINDOW_MS}. */
const MAX_NUMBERS = 12;
const WINDOW_MS = 60 * 60_000;

const SETTING = "kioskAskedNumbers";

const requestsSchema = z.array(z.strictObject({ digest: z.string(), posTid: z.string(), at: z.number() }));
type NumberRequest = z.output<typeof requestsSchema>[number];

export interface NumberLimitPorts extends Pick<StorageContext, "clock" | "database" | "vault"> {
  store: PaymentStore;
  /** True if customers use the window, without an operator's PIN */
  isLocked(): boolean;
}

export type LimitNumberRequest = (customer: CustomerInput, request: () => Result<Payment>) => Result<Payment>;

/** Creates the limit. Approved numbers do not count. */
export function limitNumberRequests({ clock, database, isLocked, store, vault }: NumberLimitPorts): LimitNumberRequest {
  const settings = settingStore(database);
  const bodies = bodiesAtRest(vault);
  const hasApproved = ({ posTid }: NumberRequest) => {
    const row = store.rows.find(posTid);
    return row !== null && (row.wasAuthorised || (row.outcome?.captures.length ?? 0) > 0);
  };
  return (customer, request) => {
    const digest = digestOf(customer);
    if (digest === null || !isLocked()) return request();
    const now = clock.now();
    // Uses the absolute difference, so that a clock set back blocks no number forever.
    const recent = readRequests(settings, bodies).filter(({ at }) => Math.abs(now - at) < WINDOW_MS);
    const approved = new Set(recent.filter(hasApproved).map((request) => request.digest));
    const requests = recent.filter((request) => !approved.has(request.digest));
    const because = refusalOf(requests, digest, now);
    if (because !== null) return failed("limit", { because });
    return transact(database, () => {
      const result = request();
      if (result.ok) storeRequests(settings, bodies, [...requests, { digest, posTid: result.value.posTid, at: now }]);
      return result;
    });
  };
}

function refusalOf(requests: readonly NumberRequest[], digest: string, now: number): Reason | null {
  const sameNumber = requests.filter((request) => request.digest === digest);
  const last = sameNumber.at(-1);
  if (sameNumber.length >= MAX_IN_A_ROW && last !== undefined && Math.abs(now - last.at) < PAUSE_MS)
    return reasonFor("kiosk_number_again");
  const numbers = new Set(requests.map((request) => request.digest));
  return last === undefined && numbers.size >= MAX_NUMBERS ? reasonFor("kiosk_numbers") : null;
}

function digestOf({ kind, value }: CustomerInput): string | null {
  if (kind === "scan" || kind === "permission") return null;
  const number = value.replace(/^(\+|00)/, "");
  return PHONE_PATTERN.test(number) ? createHash("sha256").update(number).digest("base64") : null;
}

/** Sealed: phone numbers are few enough to guess from a digest. */
function storeRequests(settings: SettingStore, bodies: BodiesAtRest, requests: readonly NumberRequest[]): void {
  const sealed = bodies.seal(SETTING, Buffer.from(JSON.stringify(requests)));
  settings.set(SETTING, Buffer.from(sealed).toString("base64"));
}

function readRequests(settings: SettingStore, bodies: BodiesAtRest): NumberRequest[] {
  const stored = settings.get(SETTING);
  if (typeof stored !== "string") return [];
  const opened = Buffer.from(bodies.open(SETTING, Buffer.from(stored, "base64"))).toString("utf8");
  return opened === "" ? [] : requestsSchema.parse(JSON.parse(opened));
}
