/** What tests made at the service: used when the set-up is finished, and taken back when it is not. */
import type { SetupDraft } from "../../../../contract/setup.ts";
import type { ApiClient } from "../../../service/api/client.ts";
import { deletePos } from "../../../service/api/pos.ts";
import { deleteShortlink } from "../../../service/api/shortlink.ts";
import { type Made, markOf, type Staging } from "../staging.ts";

export interface MadeAtService {
  pos(): string | null;
  shortlink(): Made["shortlink"];
  remember(change: Partial<Pick<Made, "pos" | "shortlink">>): void;
}

/** What was made at a draft's service; whatever was made elsewhere must have been taken back before. */
export function madeAt(staging: Staging, { preset, service, scheme, testbed }: SetupDraft): MadeAtService {
  const at = { preset, service, scheme, testbed };
  const made = (): Made => {
    const kept = staging.note().made;
    return kept !== null && isSamePlace(kept.at, at) ? kept : { at, pos: null, shortlink: null, by: "" };
  };
  return {
    pos: () => made().pos,
    shortlink: () => made().shortlink,
    remember: (change) => staging.remember({ made: { ...made(), at, by: markOf(staging.note(), at), ...change } }),
  };
}

/** Whether two drafts are about the same merchant of the same service. */
export function isSamePlace(one: Made["at"], other: Made["at"]): boolean {
  if (one.preset === "demo" || other.preset === "demo") return one.preset === other.preset;
  return one.service.baseUrl === other.service.baseUrl && one.service.merchant === other.service.merchant;
}

/** Takes back what tests made. What the service does not take back now is harmless there, and is forgotten here. */
export async function takeBack(api: ApiClient, { pos, shortlink }: Pick<Made, "pos" | "shortlink">): Promise<void> {
  if (shortlink !== null) await deleteShortlink(api, shortlink.id);
  if (pos !== null) await deletePos(api, pos);
}
