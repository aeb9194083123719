/**
 * Decides when a draft needs a new data folder. A folder holds payments of one merchant, service, environment and
 * currency, since reports add them up and refunds need the original payment.
 */

import type { Environment } from "../values/environment.ts";
import type { SetupDraft, SetupView } from "./setup.ts";

/** Identifies whose payments a data folder holds. */
export type FolderOwner = Pick<SetupDraft, "preset" | "testbed" | "currency"> & {
  service: Pick<SetupDraft["service"], "baseUrl" | "merchant">;
};

export function sameAddress(left: string, right: string): boolean {
  const normalised = (text: string) => (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, "");
  return normalised(left) === normalised(right);
}

/** Plain HTTP is allowed only to this machine, and a local service moves no real money. */
export function isPlainHttp(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).protocol === "http:";
}

/** Returns the environment of a draft. Only test environments require a testbed token (section 5.2). */
export function environmentOfDraft({
  preset,
  testbed,
  service,
}: Pick<FolderOwner, "preset" | "testbed"> & { service: Pick<SetupDraft["service"], "baseUrl"> }): Environment {
  if (preset === "demo") return "demo";
  return testbed || isPlainHttp(service.baseUrl) ? "test" : "live";
}

/** True if two tills have the same environment, currency, service and merchant. */
export function sameOwner(left: FolderOwner, right: FolderOwner): boolean {
  if (environmentOfDraft(left) !== environmentOfDraft(right) || left.currency !== right.currency) return false;
  // The demo's service may change its address.
  if (left.preset === "demo") return true;
  return sameAddress(left.service.baseUrl, right.service.baseUrl) && left.service.merchant === right.service.merchant;
}

/**
 * Checks whether finishing a draft creates a new till in its own folder. Needed when existing payments belong to
 * another merchant or environment, and always when changing to or from the demo.
 */
export function needsNewFolder(
  { draft: inForce, used }: Pick<SetupView, "draft" | "used">,
  draft: FolderOwner,
): boolean {
  if ((inForce.preset === "demo") !== (draft.preset === "demo")) return true;
  return used && !sameOwner(inForce, draft);
}
