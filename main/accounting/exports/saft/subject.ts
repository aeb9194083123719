import type { SaftDetails } from "../../../../contract/accounting/exports.ts";
import type { LocalTime } from "../local-time.ts";
import type { Period } from "../period.ts";

export interface SaftSubject {
  details: SaftDetails;
  merchant: string;
  pos: { id: string; name: string };
  currency: string;
  software: { name: string; version: string; company: string };
  madeAt: number;
  person: string | null;
  period: Period;
  local(at: number): LocalTime;
  day(at: number): string;
}
