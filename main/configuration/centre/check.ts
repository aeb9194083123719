/** Whether what came is a configuration of head office for this till, and newer than what was. Pure. */
import { createPublicKey, verify } from "node:crypto";
import { parseJson } from "../../../contract/canonical-json.ts";
import {
  CENTRE_ADDRESSEES,
  type CentreAddressee,
  type CentreConfiguration,
  type CentrePart,
  type CentreSettings,
  type SignedConfiguration,
  signedText,
} from "../../../contract/centre.ts";
import { centreConfiguration } from "../../../contract/centre-settings.ts";
import { fieldProblems } from "../../bridge/fields.ts";

/** What was accepted last for the same tills, by `for`. */
export type Accepted = Readonly<Record<string, SignedConfiguration & { version: number }>>;

/**
 * What is wrong with one that was refused, as a code for head office: `not_signed`, `not_json`, `older_version`,
 * `version_twice`, or the field that is not as expected.
 */
export type Checked = { ok: true; accepted: Accepted } | { ok: false; accepted: Accepted; problem: string };

/**
 * Takes in what came: each by itself, so that one that is refused keeps none of the others away.
 * @param key    PEM
 * @param isMine whether this till is one of those that it is for
 */
export function takeIn(
  came: readonly SignedConfiguration[],
  before: Accepted,
  { key, isMine }: { key: string; isMine(to: string): boolean },
): Checked {
  let accepted = before;
  let problem: string | null = null;
  for (const one of came) {
    const read = readConfiguration(one, key);
    if (!read.ok) problem = read.problem;
    else if (isMine(read.value.for)) {
      const { for: to, version } = read.value;
      const last = accepted[to];
      if (last && version < last.version) problem = "older_version";
      else if (last && version === last.version && one.text !== last.text) problem = "version_twice";
      else accepted = { ...accepted, [to]: { text: one.text, signature: one.signature, version } };
    }
  }
  return problem === null ? { ok: true, accepted } : { ok: false, accepted, problem };
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
