/** Provisioning and rotation: an old file must not bring a key back that was rotated away. */

import type { KeptSettings } from "../../../contract/settings.ts";
import { sameAddress } from "../../../contract/setup-folder.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import type { Checked } from "../settings/provision.ts";
import { recordIn } from "./record.ts";
import { credentialsOf, markOf, slotOf } from "./slots.ts";

/**
 * What a provisioning file still says of this till. A till that is started with its file every time (by a service
 * unit, say) would else undo its rotation at the next start.
 * @param before the settings in force: at another service nothing was replaced
 * @returns null when everything in it may be kept; else what is left without the replaced key or secret
 */
export function withoutReplaced(
  vault: Vault,
  { settings, secrets, ...rest }: Checked,
  before: KeptSettings | null,
): Checked | null {
  if (before !== null && !sameAddress(before.service.baseUrl, settings.service.baseUrl)) return null;
  const record = recordIn(vault);
  const { scheme } = settings.service;
  const name = slotOf("current", scheme);
  const { [name]: given, ...others } = secrets;
  if (record === null || given === undefined) return null;
  if (!record.replaced.includes(markOf(credentialsOf(scheme, given)))) return null;
  const service = { ...settings.service, scheme: record.current.scheme };
  return { ...rest, settings: { ...settings, service }, secrets: others };
}
