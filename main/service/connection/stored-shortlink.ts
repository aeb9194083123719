/** The till's one shortlink, stored with the address of its service. */

import type { SettingStore } from "../../storage/database/settings.ts";
import type { ApiClient } from "../api/client.ts";

export interface StoredShortlink {
  id: string;
  /** Content of its QR code; empty until first read */
  value: string;
  baseUrl: string;
}

const SHORTLINK = "shortlink";

/** Returns the stored shortlink; null when none exists, or it belongs to another service. */
export function readShortlink(settings: SettingStore, api: Pick<ApiClient, "endpoints">): StoredShortlink | null {
  const stored = settings.get(SHORTLINK) as StoredShortlink | null;
  return stored?.baseUrl === serviceAddress(api) ? stored : null;
}

export function storeShortlink(
  settings: SettingStore,
  api: Pick<ApiClient, "endpoints">,
  { id, value }: Pick<StoredShortlink, "id" | "value">,
): StoredShortlink {
  const stored = { id, value, baseUrl: serviceAddress(api) };
  settings.set(SHORTLINK, stored);
  return stored;
}

function serviceAddress({ endpoints }: Pick<ApiClient, "endpoints">): string {
  return endpoints.api("/").href;
}
