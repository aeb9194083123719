/** The check of a period's journal: verifies that each row's hash follows from the previous one. */
import type { ReportJournal } from "../../../contract/accounting/reports.ts";
import type { Database } from "../../storage/database/database.ts";
import { type ChainLink, chainEnd, chainLinkAt, checkChain, runToEnd } from "../../storage/journal/chain.ts";

type Check = NonNullable<ReportJournal["check"]>;

/** New rows that an X checks synchronously, which takes about 50 ms. */
const ROWS_AT_ONCE = 10_000;

/** The end of the last period's journal, as recorded in its Z. */
export interface Anchor {
  through: number;
  /** Hash of that row in hex. It reveals a chain that was rewritten together with its hashes. */
  hash: string | null;
}

export type JournalChecker = ReturnType<typeof createJournalChecker>;

export interface Checked {
  good: ChainLink;
  firstBadAt: number | null;
}

/** Creates a checker. A Z checks everything again, because rows may have been changed since the last X. */
export function createJournalChecker(database: Database) {
  const end = chainEnd(database);
  let lastCheck: { through: number; checked: Checked } | null = null;
  let isChecking = false;

  const continueCheck = ({ good, firstBadAt }: Checked): Checked => {
    if (firstBadAt !== null) return { good, firstBadAt };
    const found = runToEnd(checkChain(database, good));
    return found.firstBadAt === null ? { good: end(), firstBadAt: null } : { good, firstBadAt: found.firstBadAt };
  };
  const sectionOf = (through: number, check: Check | null) => journalSection(end(), through, check);
  const checkAll = async (anchor: Anchor): Promise<Checked> => {
    const from = startAt(database, anchor);
    if (from.firstBadAt !== null) return from;
    const steps = checkChain(database, from.good);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        const { firstBadAt, entries } = step.value;
        if (firstBadAt !== null) return { good: from.good, firstBadAt };
        return { good: chainLinkAt(database, entries) ?? from.good, firstBadAt: null };
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const checkInBackground = (anchor: Anchor): void => {
    if (isChecking) return;
    isChecking = true;
    void checkAll(anchor)
      .then((checked) => {
        lastCheck = { through: anchor.through, checked };
      })
      // The database was closed during the check.
      .catch(() => undefined)
      .finally(() => {
        isChecking = false;
      });
  };
  const checkOf = ({ firstBadAt }: Checked): Check => ({ ok: firstBadAt === null, firstBadAt });

  return {
    /** Checks new rows since the last call. A large number is checked in the background, for a later X. */
    checkNewRows(anchor: Anchor): ReportJournal {
      const { through } = anchor;
      const from = lastCheck?.through === through ? lastCheck.checked : startAt(database, anchor);
      if (from.firstBadAt === null && end().entries - from.good.entries > ROWS_AT_ONCE) {
        checkInBackground(anchor);
        return sectionOf(through, null);
      }
      const checked = continueCheck(from);
      lastCheck = { through, checked };
      return sectionOf(through, checkOf(checked));
    },
    /** Checks all rows of the period, yielding to the event loop, and returns the position for {@link finish} */
    checkAll,
    /** Checks the remaining rows and returns the journal section. */
    finish: ({ through }: Anchor, checked: Checked) => sectionOf(through, checkOf(continueCheck(checked))),
  };
}

/** Returns where a check starts: at the last row of the previous period, if unchanged. */
function startAt(database: Database, { through, hash }: Anchor): Checked {
  const good = chainLinkAt(database, through);
  if (good && (hash === null || good.hash.toString("hex") === hash)) return { good, firstBadAt: null };
  return { good: { entries: through, hash: Buffer.alloc(32) }, firstBadAt: through };
}

function journalSection(last: ChainLink, through: number, check: Check | null): ReportJournal {
  const empty = last.entries <= through;
  return {
    first: empty ? null : through + 1,
    last: empty ? null : last.entries,
    hash: last.entries === 0 ? null : last.hash.toString("hex"),
    check,
  };
}
