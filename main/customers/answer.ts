/** Interprets the service's response to a permission request (2.4; G16, G17). Pure. */
import type { Scope } from "../../contract/permissions.ts";
import { type PermissionOutcome, STATUS_CODES } from "../../contract/wire.ts";
import type { PermissionRow } from "./rows.ts";

export interface Grant {
  granted: Scope[];
  accessToken: string;
  refreshToken: string | null;
  idToken: string | null;
  livesMs: number | null;
}

export type Answer =
  | { is: "pending" | "declined" | "expired" }
  | { is: "granted"; grant: Grant }
  /** The response does not match the request */
  | { is: "implausible" }
  /** The status is missing or unknown */
  | { is: "nothing" };

type Asked = Pick<PermissionRow, "posTid" | "rid" | "scope" | "combined">;

export function readAnswer(wire: PermissionOutcome, asked: Asked, posId: string): Answer {
  if (!isAbout(wire, asked, posId)) return { is: "implausible" };
  const status = wire.status ?? STATUS_CODES[wire.status_code ?? 0]?.status ?? null;
  if (status === "pending") return { is: "pending" };
  if (status === "fail") return { is: "expired" };
  if (status !== "ok") return { is: "nothing" };
  const { access_token: accessToken, refresh_token: refreshToken = null, id_token: idToken = null } = wire;
  if (!accessToken) return { is: "declined" };
  // Scopes that were not requested are ignored.
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

/** A combined request learns its `rid` from the outcome; the second `pos_id` in 2.4 means `pos_tid` (G17). */
function isAbout(wire: PermissionOutcome, { posTid, rid }: Asked, posId: string): boolean {
  const fits = (said: string | null | undefined, known: string | null) =>
    said == null || known === null || said === known;
  return fits(wire.rid, rid) && fits(wire.pos_tid, posTid) && fits(wire.pos_id, posId);
}

/** Converts `expires_in`, in seconds as text (2.4) or number, to ms; null if it is invalid. */
export function livesMs(said: string | number | null): number | null {
  const seconds = said === null || said === "" ? Number.NaN : Number(said);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_SECONDS) * 1000 : null;
}

const LONGEST_SECONDS = 10 * 365 * 86_400;
