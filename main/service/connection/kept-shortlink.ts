/** The till's one shortlink, stored with the address of the service that it was made at. */

import type { SettingStore } from "../../storage/database/settings.ts";
import type { ApiClient } from "../api/client.ts";

export interface KeptShortlink {
  id: string;
  /** What its QR code holds; empty while it has not been read yet */
  value: string;
  baseUrl: string;
}

const SHORTLINK = "shortlink";

/** The shortlink of this service; null when there is none yet, or the kept one is another service's. */
export function keptShortlink(settings: SettingStore, api: Pick<ApiClient, "endpoints">): KeptShortlink | null {
  const kept = settings.get(SHORTLINK) as KeptShortlink | null;
  return kept?.baseUrl === placeOf(api) ? kept : null;
}

/** Remembers a shortlink of this service. */
export function keepShortlink(
  settings: SettingStore,
  api: Pick<ApiClient, "endpoints">,
  { id, value }: Pick<KeptShortlink, "id" | "value">,
): KeptShortlink {
  const kept = { id, value, baseUrl: placeOf(api) };
  settings.set(SHORTLINK, kept);
  return kept;
}

function placeOf({ endpoints }: Pick<ApiClient, "endpoints">): string {
  return endpoints.api("/").href;
}
