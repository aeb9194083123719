/** What the window knows of the people who work here. */
import type { TillError } from "../../contract/errors.ts";
import type { Person } from "../../contract/staff.ts";

export interface PeopleState {
  /** For the sign-in screen */
  names: Pick<Person, "id" | "name" | "role">[];
  /** For the owner; null until it was read */
  list: Person[] | null;
  /** What was wrong with the last thing that was asked about people */
  problem: TillError | null;
  /** Who is expected to sign in next: the one whose place somebody took for a while */
  next: string | null;
}

export const NOBODY_YET: PeopleState = { names: [], list: null, problem: null, next: null };
