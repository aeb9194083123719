/** How a request for data is said and drawn: in ink, as a colour would mean a payment's state. Pure. */
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
import { missing, type Permission, type PermissionPhase, type Scope } from "../../contract/permissions.ts";

/** What people are told a request is: the phase, but for what was granted in part, or is kept no more. */
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

/** @returns the key of its word under `state`, and its shape */
export function permissionLook(permission: Permission): { word: PermissionWord; Icon: LucideIcon } {
  const word = permissionWord(permission);
  return { word, Icon: ICONS[word] };
}

function permissionWord(permission: Permission): PermissionWord {
  const { phase, erased, claims } = permission;
  // Of an age check the answer stays.
  if (erased !== null && phase === "granted" && Object.keys(claims).length === 0) return "forgotten";
  return phase === "granted" && missing(permission).length > 0 ? "partly" : phase;
}

/** Of an age check, what it says; null: it is none, or has not said. */
export function ageOf({ claims }: Permission): { isAdult: boolean; source: string | null; at: string | null } | null {
  const all = [claims.bankid, claims.fodselsnummer].filter((said) => said?.over_18 !== undefined);
  // Of two that do not say the same the stricter.
  const said = all.find((one) => one?.over_18 !== "yes") ?? all[0];
  if (said === undefined) return null;
  return { isAdult: said.over_18 === "yes", source: said.source ?? null, at: said.verified_at ?? null };
}

/** The other claims, a row each; a whole address is left out where its parts are there. */
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
