/** The parts that head office's settings have set at this till, and whether they are unchanged. */
import { createHash } from "node:crypto";
import {
  CENTRE_PARTS,
  type CentreAddressee,
  type CentrePart,
  type CentreSettings,
  type CentreView,
} from "../../../contract/head-office/centre.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { cleanName } from "../../../contract/values/plain-text.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import { type Accepted, sourceOf } from "./check.ts";

export interface CentrePartStore<T> {
  get(): T;
  set(value: T): Promise<void>;
}

export type CentreParts = { [P in CentrePart]-?: CentrePartStore<NonNullable<CentreSettings[P]>> };

/** Applied settings and the time of the last change in milliseconds since the epoch. */
export interface ActiveSettings {
  settings: CentreSettings;
  at: number;
  /** The source configuration per part; missing in data of earlier versions */
  puts?: Partial<Record<CentrePart, AppliedPart>>;
}

interface AppliedPart {
  for: CentreAddressee;
  version: number;
  at: number;
  /** SHA-256 of the part as applied */
  as: string;
}

export type ActiveParts = Pick<ActiveSettings, "settings" | "puts">;

export const NO_ACTIVE_PARTS: ActiveParts = { settings: {} };

export function partsIn(settings: CentreSettings = {}): CentrePart[] {
  return CENTRE_PARTS.filter((part) => settings[part] !== undefined);
}

/** Replaces some parts with those of another set; missing ones are removed. Pure. */
export function withParts(
  { settings, puts }: ActiveParts,
  which: readonly CentrePart[],
  other: ActiveParts = NO_ACTIVE_PARTS,
): ActiveParts {
  const mergeParts = <T extends object>(from: T | undefined, to: T | undefined) => {
    const remaining = Object.entries({ ...from }).filter(([part]) => !which.some((replaced) => replaced === part));
    const replacing = Object.entries({ ...to }).filter(([part]) => which.some((name) => name === part));
    return Object.fromEntries([...remaining, ...replacing]) as T;
  };
  return { settings: mergeParts(settings, other.settings), puts: mergeParts(puts, other.puts) };
}

export function appliedPartsOf(
  which: readonly CentrePart[],
  { accepted, parts, settings, at }: { accepted: Accepted; parts: CentreParts; settings: CentreSettings; at: number },
): ActiveSettings["puts"] {
  return Object.fromEntries(
    which.map((part) => [part, { ...sourceOf(accepted, part), at, as: digestOf(currentPart(parts, settings, part)) }]),
  );
}

export function viewOf(active: ActiveSettings | null, accepted: Accepted, parts: CentreParts): CentreView {
  const settings = active?.settings ?? {};
  return {
    settings: partsIn(settings).map((part) => {
      const appliedPart: Partial<AppliedPart> = active?.puts?.[part] ?? {};
      const { for: to, version } = { ...sourceOf(accepted, part), ...appliedPart };
      const isChanged =
        appliedPart.as !== undefined &&
        !isUnchanged(appliedPart.as, settings[part], currentPart(parts, settings, part));
      return { part, for: to, version, since: isoOrNull(appliedPart.at ?? active?.at ?? null), isChanged };
    }),
    refundLimits: refundLimitsOf(settings),
  };
}

export function refundLimitsOf({ roles = [] }: CentreSettings): CentreView["refundLimits"] {
  return roles.map(({ id, name, refundLimit }) => ({ role: name ?? id, limit: refundLimit }));
}

/** Returns whether a part is unchanged. Earlier versions stored the digest before names were cleaned. */
function isUnchanged(digest: string, configured: unknown, current: unknown): boolean {
  return (
    digest === digestOf(current) || (digest === digestOf(configured) && cleanJson(configured) === cleanJson(current))
  );
}

function cleanJson(part: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(part), (_, at) => (typeof at === "string" ? cleanName(at) : at)));
}

function digestOf(part: unknown): string {
  return createHash("sha256").update(canonicalJson(part)).digest("hex");
}

function currentPart(parts: CentreParts, { roles = [] }: CentreSettings, part: CentrePart): unknown {
  if (part !== "roles") return parts[part].get();
  return parts.roles.get().filter(({ id }) => roles.some((role) => role.id === id));
}
