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

export function leftoversAt(staging: Staging, { preset, service, scheme, testbed }: SetupDraft): ServiceLeftovers {
  const at = { preset, service, scheme, testbed };
  const current = (): Leftovers => {
    const stored = staging.note().made;
    return stored !== null && isSameMerchant(stored.at, at) ? stored : { at, pos: null, shortlink: null, by: "" };
  };
  return {
    pos: () => current().pos,
    shortlink: () => current().shortlink,
    remember: (change) =>
      staging.remember({ made: { ...current(), at, by: credentialsMark(staging.note(), at), ...change } }),
  };
}

export function isSameMerchant(one: Leftovers["at"], other: Leftovers["at"]): boolean {
  if (one.preset === "demo" || other.preset === "demo") return one.preset === other.preset;
  return one.service.baseUrl === other.service.baseUrl && one.service.merchant === other.service.merchant;
}

/** Removes what tests created. Anything that the service does not remove now is harmless. */
export async function removeLeftovers(
  api: ApiClient,
  { pos, shortlink }: Pick<Leftovers, "pos" | "shortlink">,
): Promise<void> {
  if (shortlink !== null) await deleteShortlink(api, shortlink.id);
  if (pos !== null) await deletePos(api, pos);
}
