/** What the window knows of the till's keys: for the owner, in the settings. */
import type { TillError } from "../../contract/errors.ts";
import type { KeysFinding, KeysView, VaultView } from "../../contract/keys.ts";
import type { RefundKeyView } from "../../contract/refund-key.ts";

export interface KeysState {
  view: KeysView | null;
  vault: VaultView | null;
  refundKey: RefundKeyView | null;
  /** What the last test of what is prepared found */
  findings: KeysFinding[];
  /** A field of the last thing that was entered is wrong */
  problem: TillError | null;
}

export const KEYS_UNREAD: KeysState = { view: null, vault: null, refundKey: null, findings: [], problem: null };
