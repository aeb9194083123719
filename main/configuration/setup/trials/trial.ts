import type { SetupDraft, SetupFinding, SetupFindingKey } from "../../../../contract/configuration/setup.ts";
import type { ApiClient } from "../../../service/api/client.ts";
import type { Receiver } from "../../../service/callbacks/receiver.ts";
import type { StorageContext } from "../../../storage/context.ts";
import type { SettingStore } from "../../../storage/database/settings.ts";
import type { Checked } from "../../settings/provision.ts";
import type { ServiceLeftovers } from "./leftovers.ts";

export interface Trial extends Pick<StorageContext, "clock" | "log"> {
  draft: SetupDraft;
  checked: Checked;
  api: ApiClient;
  leftovers: ServiceLeftovers;
  running: {
    isSameMerchant: boolean;
    posId: string;
    settings: SettingStore;
    receiver: Receiver | null;
    tlsCertificate: string | null;
  };
}

export type Found = Omit<SetupFinding, "test" | "tookMs">;

export function found(
  outcome: SetupFinding["outcome"],
  finding: SetupFindingKey,
  values: Record<string, string | number> = {},
): Found {
  return { outcome, finding, values };
}
