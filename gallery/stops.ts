/** States of the screens that `record.spec.ts` saved: what an e2e test saw at the stop of this name. */
import type { CustomerState } from "../renderer/customer/store.ts";
import type { HeadOfficeState } from "../renderer/head-office/state.ts";
import type { KioskState } from "../renderer/kiosk/store.ts";
import type { TillState } from "../renderer/store/state.ts";

/** A page's stores as plain data; only those of its page are present. */
export interface Stop {
  /** ms since the epoch */
  at: number;
  till: TillState;
  kiosk: KioskState;
  office: HeadOfficeState;
  customer: Pick<CustomerState, "display">;
}

const GONE = "$gone";
/** Deeper values are stored whole. */
const DEPTH = 3;

/** Returns the fields of `now` that differ from `before`. */
export function difference(before: unknown, now: unknown, depth = 0): unknown {
  if (depth === DEPTH || !isFields(before) || !isFields(now)) return now;
  const gone = Object.keys(before).filter((key) => !(key in now));
  const changed = Object.entries(now)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
    .map(([key, value]) => [key, difference(before[key], value, depth + 1)]);
  return Object.fromEntries([...changed, ...gone.map((key) => [key, GONE])]);
}

function applied(before: unknown, change: unknown, depth = 0): unknown {
  if (depth === DEPTH || !isFields(before) || !isFields(change)) return change;
  const changed = Object.entries(change).map(([key, value]) => [key, applied(before[key], value, depth + 1)]);
  return Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(([, v]) => v !== GONE),
  );
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For `JSON.stringify`: keeps maps and sets. */
export function toPlain(_: string, value: unknown): unknown {
  if (value instanceof Map) return { $map: [...value] };
  return value instanceof Set ? { $set: [...value] } : value;
}

function fromPlain(_: string, value: unknown): unknown {
  if (!isFields(value)) return value;
  if (Array.isArray(value.$map)) return new Map(value.$map);
  return Array.isArray(value.$set) ? new Set(value.$set) : value;
}

/** Returns the state at a stop. @param recording differences to the stop before, in order */
export function stateAt(recording: object, stop: string): Stop {
  let state: unknown = {};
  for (const [name, change] of Object.entries(recording)) {
    state = applied(state, change);
    if (name === stop) break;
  }
  return JSON.parse(JSON.stringify(state), fromPlain) as Stop;
}
