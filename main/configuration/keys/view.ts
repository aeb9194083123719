import {
  DEFAULT_OVERLAP_DAYS,
  type KeyScheme,
  type KeysView,
  type PublicHalf,
} from "../../../contract/configuration/keys.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { recordIn } from "./record.ts";
import type { RotatingCredentials } from "./rotating-credentials.ts";
import { credentialsIn, type KeySlot, NOTHING_TO_SHOW, publicHalfOf } from "./slots.ts";

/** `overlapDays` is null when the owner set none. */
export function keysView(
  vault: Vault,
  credentials: RotatingCredentials,
  { overlapDays, ...till }: { overlapDays: number | null } & Pick<KeysView, "rotatable" | "registers">,
): KeysView {
  const record = recordIn(vault);
  const next = record?.next ?? null;
  const previous = record?.previous ?? null;
  const scheme = credentials.scheme();
  return {
    scheme,
    current: { ...publicHalfIn(vault, "current", scheme), since: isoOrNull(record?.current.since ?? null) },
    next: next && {
      ...publicHalfIn(vault, "next", next.scheme),
      scheme: next.scheme,
      preparedAt: iso(next.preparedAt),
      testedAt: isoOrNull(next.testedAt),
      offeredAt: isoOrNull(next.offeredAt),
    },
    previous: previous && {
      ...publicHalfIn(vault, "previous", previous.scheme),
      scheme: previous.scheme,
      until: iso(previous.until),
    },
    inUse: credentials.inUse(),
    overlapDays: overlapDays ?? DEFAULT_OVERLAP_DAYS,
    ...till,
  };
}

function publicHalfIn(vault: Vault, slot: KeySlot, scheme: KeyScheme): PublicHalf {
  const credentials = credentialsIn(vault, slot, scheme);
  return credentials?.scheme === "RSA-SHA256" ? publicHalfOf(credentials.privateKey) : NOTHING_TO_SHOW;
}
