/** The till's one shortlink, stored with the address of its service. */

import type { SettingStore } from "../../storage/database/settings.ts";
import type { ApiClient } from "../api/client.ts";

export interface KeptShortlink {
  id: string;
  /** Content of its QR code; empty until first read */
  value: string;
  baseUrl: string;
}

const SHORTLINK = "shortlink";

/** Returns the stored shortlink; null when none exists, or it belongs to another service. */
export function keptShortlink(settings: SettingStore, api: Pick<ApiClient, "endpoints">): KeptShortlink | null {
  const stored = settings.get(SHORTLINK) as KeptShortlink | null;
  return stored?.baseUrl === serviceAddress(api) ? stored : null;
}

export function keepShortlink(
  settings: SettingStore,
  api: Pick<ApiClient, "endpoints">,
  { id, value }: Pick<KeptShortlink, "id" | "value">,
): KeptShortlink {
  const stored = { id, value, baseUrl: serviceAddress(api) };
  settings.set(SHORTLINK, stored);
  return stored;
}

function serviceAddress({ endpoints }: Pick<ApiClient, "endpoints">): string {
  return endpoints.api("/").href;
}
