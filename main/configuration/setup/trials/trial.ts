/** The input and the result of every test of the wizard. */

import type { SetupDraft, SetupFinding, SetupFindingKey } from "../../../../contract/setup.ts";
import type { ApiClient } from "../../../service/api/client.ts";
import type { Receiver } from "../../../service/callbacks/receiver.ts";
import type { StorageContext } from "../../../storage/context.ts";
import type { SettingStore } from "../../../storage/database/settings.ts";
import type { Checked } from "../../settings/provision.ts";
import type { ServiceLeftovers } from "./leftovers.ts";

export interface Trial extends Pick<StorageContext, "clock" | "log"> {
  draft: SetupDraft;
  /** The draft as a provisioning file would have come out, with its secrets */
  checked: Checked;
  /** A client made from the draft, for this test alone */
  api: ApiClient;
  /** What tests made at the service that was not there before */
  leftovers: ServiceLeftovers;
  /** The till that runs */
  running: {
    /** Whether the draft is about the service and merchant that it is at */
    isSameMerchant: boolean;
    posId: string;
    settings: SettingStore;
    receiver: Receiver | null;
    /** The certificates of its receiver, PEM; null without TLS */
    tlsCertificate: string | null;
  };
}

/** A finding before somebody says which test it is of, and how long that took. */
export type Found = Omit<SetupFinding, "test" | "tookMs">;

export function found(
  outcome: SetupFinding["outcome"],
  finding: SetupFindingKey,
  values: Record<string, string | number> = {},
): Found {
  return { outcome, finding, values };
}
