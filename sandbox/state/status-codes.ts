/** The status codes of G10 in words, as `GET /status_code/<code>/` gives them. */
import { STATUS_CODES } from "../../contract/wire.ts";

/** A status code: its number, its name, and the status it goes with. */
export interface StatusCodeEntry {
  value: number;
  name: string;
  status: string;
}

/** All of them, in the order of their numbers. */
export const STATUS_CODE_TABLE: readonly StatusCodeEntry[] = Object.entries(STATUS_CODES).map(([value, entry]) => ({
  value: Number(value),
  ...entry,
}));
