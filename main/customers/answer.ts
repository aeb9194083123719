/** What the service says of a permission request, in the till's terms (2.4; G16, G17). Pure. */
import type { Scope } from "../../contract/permissions.ts";
import { type PermissionOutcome, STATUS_CODES } from "../../contract/wire.ts";
import type { PermissionRow } from "./rows.ts";

export interface Grant {
  /** Of what was asked for */
  granted: Scope[];
  accessToken: string;
  refreshToken: string | null;
  idToken: string | null;
  /** How long the token is good, in ms; null: the service does not say */
  livesMs: number | null;
}

export type Answer =
  | { is: "pending" | "declined" | "expired" }
  | { is: "granted"; grant: Grant }
  /** It cannot be about what was asked */
  | { is: "implausible" }
  /** It names no status that the till understands */
  | { is: "nothing" };

type Asked = Pick<PermissionRow, "posTid" | "rid" | "scope" | "combined">;

/**
 * Reads an outcome.
 * @param posId the till's own point of sale
 */
export function readAnswer(wire: PermissionOutcome, asked: Asked, posId: string): Answer {
  if (!isAbout(wire, asked, posId)) return { is: "implausible" };
  const status = wire.status ?? STATUS_CODES[wire.status_code ?? 0]?.status ?? null;
  if (status === "pending") return { is: "pending" };
  if (status === "fail") return { is: "expired" };
  if (status !== "ok") return { is: "nothing" };
  const { access_token: accessToken, refresh_token: refreshToken = null, id_token: idToken = null } = wire;
  if (!accessToken) return { is: "declined" };
  // What it names beside what was asked for is neither granted nor read.
  const told = wire.scope?.split(" ") ?? asked.scope;
  return {
    is: "granted",
    grant: {
      granted: asked.scope.filter((scope) => told.includes(scope)),
      accessToken,
      refreshToken,
      idToken,
      livesMs: livesMs(wire.expires_in ?? null),
    },
  };
}

/** The combined one's `rid` is first heard with the outcome; the second `pos_id` of 2.4 is `pos_tid` (G17). */
function isAbout(wire: PermissionOutcome, { posTid, rid }: Asked, posId: string): boolean {
  const fits = (said: string | null | undefined, known: string | null) =>
    said == null || known === null || said === known;
  return fits(wire.rid, rid) && fits(wire.pos_tid, posTid) && fits(wire.pos_id, posId);
}

/** @param said seconds, as text (2.4) or a number. What is no time says nothing */
export function livesMs(said: string | number | null): number | null {
  const seconds = said === null || said === "" ? Number.NaN : Number(said);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_SECONDS) * 1000 : null;
}

const LONGEST_SECONDS = 10 * 365 * 86_400;
