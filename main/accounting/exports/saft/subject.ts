import type { SaftDetails } from "../../../../contract/exports.ts";
import type { LocalTime } from "../local-time.ts";
import type { Period } from "../period.ts";

/** What a file is about. */
export interface SaftSubject {
  details: SaftDetails;
  merchant: string;
  pos: { id: string; name: string };
  currency: string;
  software: { name: string; version: string; company: string };
  /** ms since the epoch */
  madeAt: number;
  /** Who made the file */
  person: string | null;
  period: Period;
  local(at: number): LocalTime;
  /** The business day that a moment belongs to */
  day(at: number): string;
}
