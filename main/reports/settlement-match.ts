/** A settlement file's lines against what is booked here: pure. First by tid and id, then, where there is none, by amount. */
import type { SettlementBooking } from "../../contract/reports.ts";
import type { FileLine } from "./settlement-file.ts";

/** A capture or refund as it is booked here, corrections added up. */
export interface BookedMovement extends SettlementBooking {
  /** When it was first booked, ms since the epoch */
  time: number;
}

export interface Matched {
  matched: { line: FileLine; here: BookedMovement }[];
  different: { line: FileLine; here: BookedMovement }[];
  onlyInFile: FileLine[];
  onlyHere: BookedMovement[];
}

/** Pairs them; each line and each booking is in exactly one of the four lists. */
export function matchSettlement(lines: readonly FileLine[], booked: readonly BookedMovement[]): Matched {
  const result: Matched = { matched: [], different: [], onlyInFile: [], onlyHere: [] };
  const keyOf = (one: { tid: string | null; action: string }) => `${one.action} ${one.tid}`;
  const here = Map.groupBy(booked, keyOf);
  const there = Map.groupBy(lines, keyOf);
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    matchOne(there.get(key) ?? [], here.get(key) ?? [], result);
  }
  return result;
}

/** The captures, or the refunds, of one payment. */
function matchOne(lines: readonly FileLine[], booked: readonly BookedMovement[], result: Matched): void {
  const rest = new Set(booked);
  const pair = (line: FileLine, fits: (here: BookedMovement) => boolean): boolean => {
    const here = [...rest].find(fits);
    if (!here) return false;
    rest.delete(here);
    (here.amount === line.amount ? result.matched : result.different).push({ line, here });
    return true;
  };
  const unnamed = lines.filter((line) => line.subId === null || !pair(line, ({ id }) => id === line.subId));
  const unlike = unnamed.filter((line) => !pair(line, (here) => mayBe(line, here) && here.amount === line.amount));
  // One line and one booking left of the same payment: they are the same movement with two amounts.
  const lonely = unlike.length === 1 && rest.size === 1;
  result.onlyInFile.push(...unlike.filter((line) => !(lonely && pair(line, (here) => mayBe(line, here)))));
  result.onlyHere.push(...rest);
}

/** Two ids that are both there and differ are two movements. */
function mayBe(line: FileLine, here: BookedMovement): boolean {
  return line.subId === null || here.id === null;
}
