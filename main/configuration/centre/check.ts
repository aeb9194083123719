import { createHash, createPublicKey, verify } from "node:crypto";
import {
  CENTRE_ADDRESSEES,
  type CentreAddressee,
  type CentreConfiguration,
  type CentrePart,
  type CentreSettings,
  configurationTextToSign,
  MAX_CLOCK_LEAD_MS,
  type SignedConfiguration,
} from "../../../contract/head-office/centre.ts";
import { centreConfiguration } from "../../../contract/head-office/centre-settings.ts";
import { parseJson } from "../../../contract/values/canonical-json.ts";
import { fieldProblems } from "../../bridge/fields.ts";

export type Accepted = Readonly<Record<string, SignedConfiguration & { version: number }>>;

/** The newest configuration accepted under one key, by `for`. Older ones are rejected. */
export type Newest = Readonly<Record<string, { version: number; issuedAt: number; digest: string }>>;

/** This till and its provisioned shop. Without a shop, settings for shops are rejected. */
export interface OwnTill {
  till: string;
  shop: string | null;
}

/**
 * `problem` is `not_signed`, `not_json`, `other_till`, `other_shop`, `shop_not_provisioned`, `older_version`,
 * `version_twice`, `older_issue`, `issued_in_future`, or the invalid field. `for` and `version` are null without a
 * valid signature.
 */
export interface Refused {
  problem: string;
  for: string | null;
  version: number | null;
}

export interface Checked {
  accepted: Accepted;
  newest: Newest;
  refused: Refused | null;
}

/**
 * Accepts configurations one by one, so that a rejected one does not block the others. `key` is PEM. `isForAll`: the
 * source lists all tills, and those of others are skipped.
 */
export function acceptConfigurations(
  received: readonly SignedConfiguration[],
  before: Pick<Checked, "accepted" | "newest">,
  { key, own, isForAll, now }: { key: string; own: OwnTill; isForAll: boolean; now: number },
): Checked {
  let { accepted, newest } = before;
  let refused: Refused | null = null;
  for (const { text, signature } of received) {
    const read = readConfiguration({ text, signature }, key);
    if (!read.ok) {
      refused ??= { problem: read.problem, for: null, version: null };
      continue;
    }
    const { for: to, version, issuedAt } = read.value;
    const addressRefusal = addressProblem(to, own);
    if (addressRefusal !== null && isForAll) continue;
    const mark = { version, issuedAt: Date.parse(issuedAt ?? NEVER), digest: digestOf(text) };
    const problem = addressRefusal ?? ageProblem(mark, newest[to], now);
    if (problem !== null) refused ??= { problem, for: to, version };
    else {
      accepted = { ...accepted, [to]: { text, signature, version } };
      newest = { ...newest, [to]: mark };
    }
  }
  return { accepted, newest, refused };
}

/**
 * Returns the stored configurations for this till with a digest stored under the current key. They stay accepted
 * regardless of the clock, so that more general settings do not replace them.
 */
export function stillAccepted(accepted: Accepted, newest: Newest, own: OwnTill): Accepted {
  return Object.fromEntries(
    Object.entries(accepted).filter(
      ([to, { text }]) => newest[to]?.digest === digestOf(text) && !addressProblem(to, own)?.startsWith("other_"),
    ),
  );
}

/** Returns the configurations that this till lacks, as after a restore: "<for> <version>" each. */
export function missingOf(accepted: Accepted, newest: Newest, own: OwnTill): string[] {
  return Object.entries(newest)
    .filter(([to]) => accepted[to] === undefined && addressProblem(to, own) === null)
    .map(([to, { version }]) => `${to} ${version}`);
}

const NEVER = "1970-01-01T00:00:00Z";

/** Uses only the till's own provisioning, because the ledger chooses which settings it offers. */
function addressProblem(to: string, { till, shop }: OwnTill): string | null {
  if (to === "all" || to === `till:${till}` || (shop !== null && to === `shop:${shop}`)) return null;
  if (to.startsWith("till:")) return "other_till";
  return shop === null ? "shop_not_provisioned" : "other_shop";
}

/** Checks the issue time too, because the ledger chooses the next version number. */
function ageProblem(mark: Newest[string], newest: Newest[string] | undefined, now: number): string | null {
  // An accepted configuration stays accepted, even when the clock is wrong now.
  if (newest?.digest === mark.digest) return null;
  if (mark.issuedAt > now + MAX_CLOCK_LEAD_MS) return "issued_in_future";
  if (newest === undefined) return null;
  if (mark.version < newest.version) return "older_version";
  if (mark.version === newest.version) return "version_twice";
  return mark.issuedAt < newest.issuedAt ? "older_issue" : null;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function readConfiguration(
  { text, signature }: SignedConfiguration,
  key: string,
): { ok: true; value: CentreConfiguration } | { ok: false; problem: string } {
  const isSigned = verify(
    null,
    Buffer.from(configurationTextToSign(text)),
    createPublicKey(key),
    Buffer.from(signature, "base64"),
  );
  if (!isSigned) return { ok: false, problem: "not_signed" };
  const json = parseJson(Buffer.from(text));
  if (!json.ok) return { ok: false, problem: "not_json" };
  const parsed = centreConfiguration.safeParse(json.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problem: fieldProblems(parsed.error)[0]?.field ?? "not_json" };
}

export function wantedSettings(accepted: Accepted): CentreSettings {
  return Object.assign({}, ...nearestLast(accepted).map(({ settings }) => settings));
}

export function sourceOf(accepted: Accepted, part: CentrePart): { for: CentreAddressee; version: number } {
  const all = nearestLast(accepted);
  const { for: to = "all", version = 0 } =
    all.findLast(({ settings }) => settings[part] !== undefined) ?? all.at(-1) ?? {};
  return { for: addresseeOf(to), version };
}

function nearestLast(accepted: Accepted): CentreConfiguration[] {
  // Validated when they were accepted.
  const all = Object.values(accepted).map(({ text }) => JSON.parse(text) as CentreConfiguration);
  return all.sort((left, right) => rankOf(left) - rankOf(right));
}

function rankOf({ for: to }: CentreConfiguration): number {
  return CENTRE_ADDRESSEES.indexOf(addresseeOf(to));
}

function addresseeOf(to: string): CentreAddressee {
  return CENTRE_ADDRESSEES.find((addressee) => addressee === to.split(":")[0]) ?? "all";
}
