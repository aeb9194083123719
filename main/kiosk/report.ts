import { z } from "zod";
import { fieldName } from "../bridge/fields.ts";
import type { VendReport } from "./dispenser.ts";

const REPORT = z.object({
  state: z.enum(["pending", "done", "failed", "unknown"]),
  dropped: z
    .array(z.object({ slot: z.string().min(1).max(20), quantity: z.int().min(0).max(10_000) }))
    .max(200)
    .optional(),
});

/** Parses a report from parsed JSON. `dropped` is optional only in `pending` and `unknown`. */
export function readReport(raw: unknown): VendReport {
  const parsed = REPORT.safeParse(raw);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path ?? [];
    return unreadableReport(
      path.length === 0 ? "body" : fieldName("", path),
      path.reduce<unknown>((value, key) => Object(value)[key], raw),
    );
  }
  const { state, dropped } = parsed.data;
  if (dropped === undefined && (state === "done" || state === "failed")) return unreadableReport("dropped", undefined);
  return { state, dropped: dropped ?? [] };
}

/** `value` is the field's content; undefined when missing. */
export function unreadableReport(field: string, value: unknown): VendReport {
  return { state: "unreadable", problem: { field: field.slice(0, MAX_FIELD), found: describeValue(value) } };
}

const MAX_FIELD = 80;
const MAX_FOUND = 60;
/** Possible card, phone number or key: hidden from screens and logs. */
const PRIVATE = /\d{6,}|[\w+/=-]{24,}/g;

function describeValue(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  if (typeof value !== "string") return String(value);
  const text = JSON.stringify(
    value
      .slice(0, 1000)
      .replace(/\p{Cf}/gu, "")
      .replace(PRIVATE, "…"),
  );
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND)}…` : text;
}
