/**
 * The record of rotations. It lies in the vault, written in one piece with the keys that it is about, and carries the
 * journal's line about its last change: whatever happens in between, the journal can be brought up to it.
 */
import { z } from "zod";
import type { KeyScheme } from "../../../contract/keys.ts";
import type { Vault } from "../../storage/vault/vault.ts";

const scheme = z.enum(["RSA-SHA256", "SECRET"]);
/** ms since the epoch */
const moment = z.number();

const recordSchema = z.object({
  current: z.object({
    scheme,
    /** By this it is noticed when what is in force was replaced by other means: see `slots.ts` */
    mark: z.string(),
    since: moment.nullable(),
  }),
  next: z
    .object({
      scheme,
      preparedAt: moment,
      testedAt: moment.nullable(),
      /** Sent to the service, which may have it since then; null: the service cannot know it from this till */
      offeredAt: moment.nullable().default(null),
    })
    .nullable(),
  previous: z
    .object({
      scheme,
      until: moment,
      /** The overlap's days while `until` is by this machine's clock alone; null: it is the service's time */
      undatedDays: z.number().nullable().default(null),
    })
    .nullable(),
  /** Marks of what was rotated away, the latest first: an old provisioning file must not bring it back */
  replaced: z.array(z.string()),
  change: z.object({
    id: z.string(),
    event: z.string(),
    actor: z.string().nullable(),
    at: moment,
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
});

export type KeysRecord = z.output<typeof recordSchema>;
export type KeysChange = KeysRecord["change"];
/** The record without its last change. */
export type KeysState = Omit<KeysRecord, "change">;

/** In the database: the id of the last change of the vault's record that is in the journal. */
export const JOURNALED = "keysChange";

/** How many replaced keys are remembered: nobody has so many provisioning files lying about. */
export const REMEMBERED = 20;

/** The record of a vault; null while nothing was ever rotated there. */
export function recordIn(vault: Vault): KeysRecord | null {
  const text = vault.get("keys");
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** The state that a rotation starts from. @param mark of what is in force, see `slots.ts` */
export function stateOf(record: KeysRecord | null, current: { scheme: KeyScheme; mark: string }): KeysState {
  if (record) {
    const { change: _change, ...state } = record;
    return state;
  }
  return { current: { ...current, since: null }, next: null, previous: null, replaced: [] };
}
