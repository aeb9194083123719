/** Interprets the service's response to a permission request (2.4; G16, G17). Pure functions. */
import type { Scope } from "../../contract/customers/permissions.ts";
import { type PermissionOutcome, STATUS_CODES } from "../../contract/wire/wire.ts";
import type { PermissionRow } from "./rows.ts";

export interface Grant {
  granted: Scope[];
  accessToken: string;
  refreshToken: string | null;
  idToken: string | null;
  lifetimeMs: number | null;
}

export type Answer =
  | { is: "pending" | "declined" | "expired" }
  | { is: "granted"; grant: Grant }
  /** The response does not match the request */
  | { is: "implausible" }
  /** The status is missing or unknown */
  | { is: "nothing" };

type PermissionRequest = Pick<PermissionRow, "posTid" | "rid" | "scope" | "combined">;

/** Interprets a response. Ignores scopes that were not requested. */
export function readAnswer(wire: PermissionOutcome, request: PermissionRequest, posId: string): Answer {
  if (!isForRequest(wire, request, posId)) return { is: "implausible" };
  const status = wire.status ?? STATUS_CODES[wire.status_code ?? 0]?.status ?? null;
  if (status === "pending") return { is: "pending" };
  if (status === "fail") return { is: "expired" };
  if (status !== "ok") return { is: "nothing" };
  const { access_token: accessToken, refresh_token: refreshToken = null, id_token: idToken = null } = wire;
  if (!accessToken) return { is: "declined" };
  const grantedScopes = wire.scope?.split(" ") ?? request.scope;
  return {
    is: "granted",
    grant: {
      granted: request.scope.filter((scope) => grantedScopes.includes(scope)),
      accessToken,
      refreshToken,
      idToken,
      lifetimeMs: parseLifetimeMs(wire.expires_in ?? null),
    },
  };
}

/** A combined request learns its `rid` from the outcome; the second `pos_id` in 2.4 means `pos_tid` (G17). */
function isForRequest(wire: PermissionOutcome, { posTid, rid }: PermissionRequest, posId: string): boolean {
  const matches = (value: string | null | undefined, expected: string | null) =>
    value == null || expected === null || value === expected;
  return matches(wire.rid, rid) && matches(wire.pos_tid, posTid) && matches(wire.pos_id, posId);
}

/** Converts `expires_in`, in seconds as text (2.4) or number, to ms; null if it is invalid. */
export function parseLifetimeMs(expiresIn: string | number | null): number | null {
  const seconds = expiresIn === null || expiresIn === "" ? Number.NaN : Number(expiresIn);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_SECONDS) * 1000 : null;
}

const MAX_SECONDS = 10 * 365 * 86_400;
