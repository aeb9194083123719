/** Leftovers of tests at the service: used when the set-up is finished, and removed when it is not. */
import type { SetupDraft } from "../../../../contract/setup.ts";
import type { ApiClient } from "../../../service/api/client.ts";
import { deletePos } from "../../../service/api/pos.ts";
import { deleteShortlink } from "../../../service/api/shortlink.ts";
import { credentialsMark, type Leftovers, type Staging } from "../staging.ts";

export interface ServiceLeftovers {
  pos(): string | null;
  shortlink(): Leftovers["shortlink"];
  remember(change: Partial<Pick<Leftovers, "pos" | "shortlink">>): void;
}

/** What was made at a draft's service; whatever was made elsewhere must have been taken back before. */
export function leftoversAt(staging: Staging, { preset, service, scheme, testbed }: SetupDraft): ServiceLeftovers {
  const at = { preset, service, scheme, testbed };
  const known = (): Leftovers => {
    const kept = staging.note().made;
    return kept !== null && isSameMerchant(kept.at, at) ? kept : { at, pos: null, shortlink: null, by: "" };
  };
  return {
    pos: () => known().pos,
    shortlink: () => known().shortlink,
    remember: (change) =>
      staging.remember({ made: { ...known(), at, by: credentialsMark(staging.note(), at), ...change } }),
  };
}

/** Whether two drafts are about the same merchant of the same service. */
export function isSameMerchant(one: Leftovers["at"], other: Leftovers["at"]): boolean {
  if (one.preset === "demo" || other.preset === "demo") return one.preset === other.preset;
  return one.service.baseUrl === other.service.baseUrl && one.service.merchant === other.service.merchant;
}

/** Takes back what tests made. What the service does not take back now is harmless there, and is forgotten here. */
export async function removeLeftovers(
  api: ApiClient,
  { pos, shortlink }: Pick<Leftovers, "pos" | "shortlink">,
): Promise<void> {
  if (shortlink !== null) await deleteShortlink(api, shortlink.id);
  if (pos !== null) await deletePos(api, pos);
}
