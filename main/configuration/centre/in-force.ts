/** What head office has put in force at this till, part by part, and whether it still is as it was put. */
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

/** A part as the till has it, and putting another in its place; `set` throws where the till does not take it. */
export interface CentrePartStore<T> {
  get(): T;
  set(value: T): Promise<void>;
}

export type CentreParts = { [P in CentrePart]-?: CentrePartStore<NonNullable<CentreSettings[P]>> };

/** What was put in force, with when the last of it was; ms since the epoch. */
export interface InForce {
  settings: CentreSettings;
  at: number;
  /** By which configuration each part was; missing in what was kept by an older program */
  puts?: Partial<Record<CentrePart, Put>>;
}

interface Put {
  for: CentreAddressee;
  version: number;
  at: number;
  /** SHA-256 of the part as the till had it then */
  as: string;
}

/** The same without its time. */
export type PartsInForce = Pick<InForce, "settings" | "puts">;

export const NONE_IN_FORCE: PartsInForce = { settings: {} };

/** The parts that settings have. */
export function partsIn(settings: CentreSettings = {}): CentrePart[] {
  return CENTRE_PARTS.filter((part) => settings[part] !== undefined);
}

/** What is in force, with some parts as they are in another: one that it lacks is in force no more. Pure. */
export function withParts(
  { settings, puts }: PartsInForce,
  which: readonly CentrePart[],
  other: PartsInForce = NONE_IN_FORCE,
): PartsInForce {
  const taken = <T extends object>(from: T | undefined, to: T | undefined) => {
    const left = Object.entries({ ...from }).filter(([part]) => !which.some((one) => one === part));
    const put = Object.entries({ ...to }).filter(([part]) => which.some((one) => one === part));
    return Object.fromEntries([...left, ...put]) as T;
  };
  return { settings: taken(settings, other.settings), puts: taken(puts, other.puts) };
}

/** These parts as they were just put in force. */
export function putsOf(
  which: readonly CentrePart[],
  { accepted, parts, settings, at }: { accepted: Accepted; parts: CentreParts; settings: CentreSettings; at: number },
): InForce["puts"] {
  return Object.fromEntries(
    which.map((part) => [part, { ...sourceOf(accepted, part), at, as: digestOf(partHere(parts, settings, part)) }]),
  );
}

/** What the settings pages say of head office's parts. */
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

/** The refund limits among them. */
export function refundLimitsOf({ roles = [] }: CentreSettings): CentreView["refundLimits"] {
  return roles.map(({ id, name, refundLimit }) => ({ role: name ?? id, limit: refundLimit }));
}

/** Whether a part is as it was put in force. Earlier versions wrote down the digest of its names as head office wrote them. */
function isAsPut(digest: string, given: unknown, here: unknown): boolean {
  return digest === digestOf(here) || (digest === digestOf(given) && cleanJson(given) === cleanJson(here));
}

function cleanJson(part: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(part), (_, at) => (typeof at === "string" ? cleanName(at) : at)));
}

function digestOf(part: unknown): string {
  return createHash("sha256").update(canonicalJson(part)).digest("hex");
}

/** Of the roles, those that head office names: the others are the till's own affair. */
function partHere(parts: CentreParts, { roles = [] }: CentreSettings, part: CentrePart): unknown {
  if (part !== "roles") return parts[part].get();
  return parts.roles.get().filter(({ id }) => roles.some((role) => role.id === id));
}
