/** The record of key rotations, in the vault next to the keys. A start completes the journal from it. */
import { z } from "zod";
import type { KeyScheme } from "../../../contract/configuration/keys.ts";
import type { Vault } from "../../storage/vault/vault.ts";

const scheme = z.enum(["RSA-SHA256", "SECRET"]);
const moment = z.number();

const recordSchema = z.object({
  current: z.object({
    scheme,
    /** Detects a key replaced by other means; see `slots.ts` */
    mark: z.string(),
    since: moment.nullable(),
  }),
  next: z
    .object({
      scheme,
      preparedAt: moment,
      testedAt: moment.nullable(),
      /** When it was sent to the service, which may accept it since then; null: never sent */
      offeredAt: moment.nullable().default(null),
    })
    .nullable(),
  previous: z
    .object({
      scheme,
      until: moment,
      /** Overlap days while `until` follows only the local clock; null: the service's time is used */
      undatedDays: z.number().nullable().default(null),
    })
    .nullable(),
  /** Marks of replaced keys, newest first, so that an old provisioning file cannot restore them */
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
export type KeysState = Omit<KeysRecord, "change">;

export const JOURNALED = "keysChange";

/** Number of remembered replaced keys, more than anyone has provisioning files. */
export const REMEMBERED = 20;

export function recordIn(vault: Vault): KeysRecord | null {
  const text = vault.get("keys");
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** Returns the state before a rotation step. `current.mark` is of the active key, see `slots.ts`. */
export function stateOf(record: KeysRecord | null, current: { scheme: KeyScheme; mark: string }): KeysState {
  if (record) {
    const { change: _change, ...state } = record;
    return state;
  }
  return { current: { ...current, since: null }, next: null, previous: null, replaced: [] };
}
