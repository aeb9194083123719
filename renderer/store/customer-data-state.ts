/** Requests for customers' data: presets, requests and the open one. */
import type { TillError } from "../../contract/calls/errors.ts";
import type { Permission, PermissionPreset } from "../../contract/customers/permissions.ts";

/** `ask`: presets are being chosen; otherwise one request is open by its `posTid`. */
export type CustomerDataShown =
  | { kind: "list" }
  | { kind: "ask"; preset: string | null }
  | { kind: "one"; posTid: string };

export interface CustomerDataState {
  /** null: not loaded */
  presets: PermissionPreset[] | null;
  /** By `posTid`; values are masked */
  permissions: Readonly<Record<string, Permission>>;
  ids: readonly string[];
  next: string | null;
  status: "idle" | "loading" | "more" | "failed";
  read: boolean;
  shown: CustomerDataShown;
  /** Whether the back button leads to the counter instead of the list */
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
