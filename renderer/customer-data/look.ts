/** Label and icon of a data request. No colour: colours belong to payment states. Pure. */
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  ClockAlert,
  Eraser,
  ListChecks,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from "lucide-react";
import {
  missingScopes,
  type Permission,
  type PermissionPhase,
  type Scope,
} from "../../contract/customers/permissions.ts";

export type PermissionWord = PermissionPhase | "partly" | "forgotten";

const ICONS: Record<PermissionWord, LucideIcon> = {
  draft: CircleDashed,
  queued: CircleDashed,
  waiting: CircleDotDashed,
  granted: CircleCheck,
  partly: ListChecks,
  declined: OctagonX,
  expired: ClockAlert,
  aborted: Ban,
  attention: TriangleAlert,
  forgotten: Eraser,
};

/** @returns the key under `state`, and the icon */
export function permissionLook(permission: Permission): { word: PermissionWord; Icon: LucideIcon } {
  const word = permissionWord(permission);
  return { word, Icon: ICONS[word] };
}

function permissionWord(permission: Permission): PermissionWord {
  const { phase, erased, claims } = permission;
  // An age check keeps its answer.
  if (erased !== null && phase === "granted" && Object.keys(claims).length === 0) return "forgotten";
  return phase === "granted" && missingScopes(permission).length > 0 ? "partly" : phase;
}

export function ageOf({ claims }: Permission): { isAdult: boolean; source: string | null; at: string | null } | null {
  const all = [claims.bankid, claims.fodselsnummer].filter((said) => said?.over_18 !== undefined);
  // The stricter of two different answers.
  const strictest = all.find((one) => one?.over_18 !== "yes") ?? all[0];
  if (strictest === undefined) return null;
  return { isAdult: strictest.over_18 === "yes", source: strictest.source ?? null, at: strictest.verified_at ?? null };
}

/** Returns the other claims, one row each. A full address is omitted when its parts are present. */
export function claimRows({ claims }: Permission): { scope: Scope; claim: string; masked: string }[] {
  const entries = Object.entries(claims) as [Scope, Record<string, string>][];
  return entries
    .filter(([scope]) => scope !== "fodselsnummer" && scope !== "bankid" && scope !== "openid")
    .flatMap(([scope, values]) =>
      Object.entries(values)
        .filter(([claim]) => claim !== "formatted" || Object.keys(values).length === 1)
        .map(([claim, masked]) => ({ scope, claim: `${scope}.${claim}`, masked })),
    );
}
