import type { SetupDraft } from "../../../../contract/configuration/setup.ts";
import type { ApiClient } from "../../../service/api/client.ts";
import { deletePos } from "../../../service/api/pos.ts";
import { deleteShortlink } from "../../../service/api/shortlink.ts";
import { credentialsMark, type Leftovers, type Staging } from "../staging.ts";

export type ServiceLeftovers = ReturnType<typeof leftoversAt>;

export function leftoversAt(staging: Staging, { preset, service, scheme, testbed }: SetupDraft) {
  const serviceDraft = { preset, service, scheme, testbed };
  const current = (): Leftovers => {
    const stored = staging.note().made;
    return stored !== null && isSameMerchant(stored.at, serviceDraft)
      ? stored
      : { at: serviceDraft, pos: null, shortlink: null, by: "" };
  };
  return {
    pos: () => current().pos,
    shortlink: () => current().shortlink,
    remember: (change: Partial<Pick<Leftovers, "pos" | "shortlink">>) =>
      staging.remember({
        made: { ...current(), at: serviceDraft, by: credentialsMark(staging.note(), serviceDraft), ...change },
      }),
  };
}

export function isSameMerchant(left: Leftovers["at"], right: Leftovers["at"]): boolean {
  if (left.preset === "demo" || right.preset === "demo") return left.preset === right.preset;
  return left.service.baseUrl === right.service.baseUrl && left.service.merchant === right.service.merchant;
}

/** Removes what tests created. Anything that the service does not remove now is harmless. */
export async function removeLeftovers(
  api: ApiClient,
  { pos, shortlink }: Pick<Leftovers, "pos" | "shortlink">,
): Promise<void> {
  if (shortlink !== null) await deleteShortlink(api, shortlink.id);
  if (pos !== null) await deletePos(api, pos);
}
