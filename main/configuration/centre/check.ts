/** Whether a configuration is head office's, for this till, and newer than every one before it. Pure. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { parseJson } from "../../../contract/canonical-json.ts";
import {
  CENTRE_ADDRESSEES,
  type CentreAddressee,
  type CentreConfiguration,
  type CentrePart,
  type CentreSettings,
  MOST_AHEAD_MS,
  type SignedConfiguration,
  signedText,
} from "../../../contract/centre.ts";
import { centreConfiguration } from "../../../contract/centre-settings.ts";
import { fieldProblems } from "../../bridge/fields.ts";

/** What was accepted last for the same tills, by `for`. */
export type Accepted = Readonly<Record<string, SignedConfiguration & { version: number }>>;

/** The newest configuration that was ever accepted under one key, by `for`: nothing older is accepted again. */
export type Newest = Readonly<Record<string, { version: number; issuedAt: number; digest: string }>>;

/** This till and its shop, as they were provisioned here; `shop` null: settings for a shop are for another. */
export interface OwnTill {
  till: string;
  shop: string | null;
}

/**
 * What is wrong with a configuration, as a code for head office: `not_signed`, `not_json`, `other_till`, `other_shop`,
 * `shop_not_provisioned`, `older_version`, `version_twice`, `older_issue`, `issued_in_future`, or the field that is not as
 * expected. `for` and `version` are null unless head office has signed them.
 */
export interface Refused {
  problem: string;
  for: string | null;
  version: number | null;
}

export interface Checked {
  accepted: Accepted;
  newest: Newest;
  /** The first that was refused */
  refused: Refused | null;
}

/**
 * Accepts configurations one by one, so that a refused one keeps none of the others away.
 * @param terms.key      PEM
 * @param terms.isForAll whether the source lists the settings of all tills: those of others are then skipped, not refused
 * @param terms.now      ms since the epoch
 */
export function takeIn(
  came: readonly SignedConfiguration[],
  before: Pick<Checked, "accepted" | "newest">,
  { key, own, isForAll, now }: { key: string; own: OwnTill; isForAll: boolean; now: number },
): Checked {
  let { accepted, newest } = before;
  let refused: Refused | null = null;
  for (const { text, signature } of came) {
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
 * Returns the kept configurations that stay whatever the clock and a missing shop say now, so that no settings for more
 * tills take their place: those for this till with a digest in the vault under head office's current key. Pure.
 */
export function staysOf(accepted: Accepted, newest: Newest, own: OwnTill): Accepted {
  return Object.fromEntries(
    Object.entries(accepted).filter(
      ([to, { text }]) => newest[to]?.digest === digestOf(text) && !addressProblem(to, own)?.startsWith("other_"),
    ),
  );
}

/** The newest configurations for this till that it lacks, as after a restored backup: "<for> <version>" each. Pure. */
export function missingOf(accepted: Accepted, newest: Newest, own: OwnTill): string[] {
  return Object.entries(newest)
    .filter(([to]) => accepted[to] === undefined && addressProblem(to, own) === null)
    .map(([to, { version }]) => `${to} ${version}`);
}

/** When a configuration without a time of issue was issued: before every other. */
const NEVER = "1970-01-01T00:00:00Z";

/** By what is provisioned at the till alone: who controls the ledger's database chooses which settings it offers. */
function addressProblem(to: string, { till, shop }: OwnTill): string | null {
  if (to === "all" || to === `till:${till}` || (shop !== null && to === `shop:${shop}`)) return null;
  if (to.startsWith("till:")) return "other_till";
  return shop === null ? "shop_not_provisioned" : "other_shop";
}

/**
 * The version alone is not enough: the ledger's database decides which one head office signs next. A version that was
 * raised there for a moment must not bring back settings that head office has replaced since.
 */
function ageProblem(mark: Newest[string], newest: Newest[string] | undefined, now: number): string | null {
  // What was accepted once is not judged again: this machine's clock may be wrong now.
  if (newest?.digest === mark.digest) return null;
  if (mark.issuedAt > now + MOST_AHEAD_MS) return "issued_in_future";
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
  const isSigned = verify(null, Buffer.from(signedText(text)), createPublicKey(key), Buffer.from(signature, "base64"));
  if (!isSigned) return { ok: false, problem: "not_signed" };
  const json = parseJson(Buffer.from(text));
  if (!json.ok) return { ok: false, problem: "not_json" };
  const parsed = centreConfiguration.safeParse(json.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problem: fieldProblems(parsed.error)[0]?.field ?? "not_json" };
}

/** What is to be in force: the till's own before its shop's before everybody's, part by part. */
export function wantedSettings(accepted: Accepted): CentreSettings {
  return Object.assign({}, ...nearestLast(accepted).map(({ settings }) => settings));
}

/** The configuration that a part is of: the nearest that has it; where none has it any more, the nearest of all. */
export function sourceOf(accepted: Accepted, part: CentrePart): { for: CentreAddressee; version: number } {
  const all = nearestLast(accepted);
  const { for: to = "all", version = 0 } =
    all.findLast(({ settings }) => settings[part] !== undefined) ?? all.at(-1) ?? {};
  return { for: addresseeOf(to), version };
}

function nearestLast(accepted: Accepted): CentreConfiguration[] {
  // They were checked when they were accepted.
  const all = Object.values(accepted).map(({ text }) => JSON.parse(text) as CentreConfiguration);
  return all.sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ for: to }: CentreConfiguration): number {
  return CENTRE_ADDRESSEES.indexOf(addresseeOf(to));
}

function addresseeOf(to: string): CentreAddressee {
  return CENTRE_ADDRESSEES.find((one) => one === to.split(":")[0]) ?? "all";
}
