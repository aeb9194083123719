/** What the window knows of customers' data: what can be asked for, what was asked, and which of it is open. */
import type { TillError } from "../../contract/errors.ts";
import type { Permission, PermissionPreset } from "../../contract/permissions.ts";

/** `ask`: what to ask for is being chosen, or one request is open by its `posTid`. */
export type CustomerDataShown =
  | { kind: "list" }
  | { kind: "ask"; preset: string | null }
  | { kind: "one"; posTid: string };

export interface CustomerDataState {
  /** null: not read yet */
  presets: PermissionPreset[] | null;
  /** By `posTid`; values are masked */
  permissions: Readonly<Record<string, Permission>>;
  /** Those of the list, newest first */
  ids: readonly string[];
  next: string | null;
  status: "idle" | "loading" | "more" | "failed";
  /** Whether the list was read */
  read: boolean;
  shown: CustomerDataShown;
  /** Whether the way back from what is shown leads to the counter, and not to the list */
  fromCounter: boolean;
  problem: TillError | null;
}

export const CUSTOMER_DATA_UNREAD: CustomerDataState = {
  presets: null,
  permissions: {},
  ids: [],
  next: null,
  status: "idle",
  read: false,
  shown: { kind: "list" },
  fromCounter: false,
  problem: null,
};
