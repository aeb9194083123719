/** The parts that head office's settings have set at this till, and whether they are unchanged. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import {
  CENTRE_PARTS,
  type CentreAddressee,
  type CentrePart,
  type CentreSettings,
  type CentreView,
} from "../../../contract/centre.ts";
import { cleanName } from "../../../contract/plain-text.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import { type Accepted, sourceOf } from "./check.ts";

export interface CentrePartStore<T> {
  get(): T;
  set(value: T): Promise<void>;
}

export type CentreParts = { [P in CentrePart]-?: CentrePartStore<NonNullable<CentreSettings[P]>> };

/** Applied settings and the time of the last change in milliseconds since the epoch. */
export interface InForce {
  settings: CentreSettings;
  at: number;
  /** The source configuration per part; missing in data of earlier versions */
  puts?: Partial<Record<CentrePart, Put>>;
}

interface Put {
  for: CentreAddressee;
  version: number;
  at: number;
  /** SHA-256 of the part as applied */
  as: string;
}

export type PartsInForce = Pick<InForce, "settings" | "puts">;

export const NONE_IN_FORCE: PartsInForce = { settings: {} };

export function partsIn(settings: CentreSettings = {}): CentrePart[] {
  return CENTRE_PARTS.filter((part) => settings[part] !== undefined);
}

/** Replaces some parts with those of another set; missing ones are removed. Pure. */
export function withParts(
  { settings, puts }: PartsInForce,
  which: readonly CentrePart[],
  other: PartsInForce = NONE_IN_FORCE,
): PartsInForce {
  const mergeParts = <T extends object>(from: T | undefined, to: T | undefined) => {
    const left = Object.entries({ ...from }).filter(([part]) => !which.some((one) => one === part));
    const put = Object.entries({ ...to }).filter(([part]) => which.some((one) => one === part));
    return Object.fromEntries([...left, ...put]) as T;
  };
  return { settings: mergeParts(settings, other.settings), puts: mergeParts(puts, other.puts) };
}

export function putsOf(
  which: readonly CentrePart[],
  { accepted, parts, settings, at }: { accepted: Accepted; parts: CentreParts; settings: CentreSettings; at: number },
): InForce["puts"] {
  return Object.fromEntries(
    which.map((part) => [part, { ...sourceOf(accepted, part), at, as: digestOf(partHere(parts, settings, part)) }]),
  );
}

export function viewOf(inForce: InForce | null, accepted: Accepted, parts: CentreParts): CentreView {
  const settings = inForce?.settings ?? {};
  return {
    settings: partsIn(settings).map((part) => {
      const put: Partial<Put> = inForce?.puts?.[part] ?? {};
      const { for: to, version } = { ...sourceOf(accepted, part), ...put };
      const isChanged = put.as !== undefined && !isAsPut(put.as, settings[part], partHere(parts, settings, part));
      return { part, for: to, version, since: isoOrNull(put.at ?? inForce?.at ?? null), isChanged };
    }),
    refundLimits: refundLimitsOf(settings),
  };
}

export function refundLimitsOf({ roles = [] }: CentreSettings): CentreView["refundLimits"] {
  return roles.map(({ id, name, refundLimit }) => ({ role: name ?? id, limit: refundLimit }));
}

/** Returns whether a part is unchanged. Earlier versions stored the digest before names were cleaned. */
function isAsPut(digest: string, given: unknown, here: unknown): boolean {
  return digest === digestOf(here) || (digest === digestOf(given) && cleanJson(given) === cleanJson(here));
}

function cleanJson(part: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(part), (_, at) => (typeof at === "string" ? cleanName(at) : at)));
}

function digestOf(part: unknown): string {
  return createHash("sha256").update(canonicalJson(part)).digest("hex");
}

function partHere(parts: CentreParts, { roles = [] }: CentreSettings, part: CentrePart): unknown {
  if (part !== "roles") return parts[part].get();
  return parts.roles.get().filter(({ id }) => roles.some((role) => role.id === id));
}
