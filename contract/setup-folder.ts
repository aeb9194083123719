/**
 * Which draft needs a new data folder. One folder holds the payments of one merchant at one service, in one kind of
 * money and one currency: reports add them up, and a refund goes to where the payment is. Pure.
 */

import type { Environment } from "./environment.ts";
import type { SetupDraft, SetupView } from "./setup.ts";

/** Whose payments a data folder holds. */
export type FolderOwner = Pick<SetupDraft, "preset" | "testbed" | "currency"> & {
  service: Pick<SetupDraft["service"], "baseUrl" | "merchant">;
};

/** Whether two texts are the same service's address: by what is asked there, not by how it was typed. */
export function sameAddress(one: string, other: string): boolean {
  const plain = (text: string) => (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, "");
  return plain(one) === plain(other);
}

/** Plain http is allowed to this machine alone, and a service on a shop's own machine moves nobody's real money. */
export function isPlainHttp(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).protocol === "http:";
}

/**
 * Which money a till with these settings moves. A testbed token is what a service demands in its test environment and
 * nowhere else (section 5.2).
 */
export function environmentOfDraft({
  preset,
  testbed,
  service,
}: Pick<FolderOwner, "preset" | "testbed"> & { service: Pick<SetupDraft["service"], "baseUrl"> }): Environment {
  if (preset === "demo") return "demo";
  return testbed || isPlainHttp(service.baseUrl) ? "test" : "live";
}

/** Whether payments under the one settings may stand in one folder with those under the other. */
export function sameOwner(one: FolderOwner, other: FolderOwner): boolean {
  if (environmentOfDraft(one) !== environmentOfDraft(other) || one.currency !== other.currency) return false;
  // The demo's service is the demo's own, wherever it comes up.
  if (one.preset === "demo") return true;
  return sameAddress(one.service.baseUrl, other.service.baseUrl) && one.service.merchant === other.service.merchant;
}

/**
 * Whether finishing a draft makes a whole new till beside this one, which is kept whole: its payments are another
 * merchant's than the draft's, or in another kind of money. Without payments a till changes in place, but for the demo,
 * whose folder has its service in it.
 */
export function needsNewFolder(
  { draft: inForce, used }: Pick<SetupView, "draft" | "used">,
  draft: FolderOwner,
): boolean {
  if ((inForce.preset === "demo") !== (draft.preset === "demo")) return true;
  return used && !sameOwner(inForce, draft);
}
