/** The check of a period's journal: whether each row's hash follows from the row before. */
import type { ReportJournal } from "../../../contract/reports.ts";
import type { Database } from "../../storage/database/database.ts";
import { type ChainLink, chainEnd, chainLinkAt, checkChain, exhaust } from "../../storage/journal/chain.ts";

type Check = NonNullable<ReportJournal["check"]>;

/** So many new rows an X looks at while a person waits: some 50 ms. */
const ROWS_AT_ONCE = 10_000;

/** Where the last period ended, as its Z has it. */
export interface Anchor {
  /** Its last row; 0 before the first Z */
  through: number;
  /** That row's hash, hex: whoever wrote the whole chain anew did not write the Z anew */
  hash: string | null;
}

export interface JournalChecker {
  /**
   * The period's rows so far, checked from where the last time ended. What cannot be checked at once is checked aside:
   * a later X has what came of it.
   */
  soFar(anchor: Anchor): ReportJournal;
  /** Checks all the period's rows, letting everything else have its turn. @returns how far it came, for {@link finish} */
  aside(anchor: Anchor): Promise<Checked>;
  /** Checks what came since, and says what the period's journal is now. */
  finish(anchor: Anchor, checked: Checked): ReportJournal;
}

/** Rows that were checked: `good` is the last of them that fits. */
export interface Checked {
  good: ChainLink;
  firstBadAt: number | null;
}

/** Makes one over a database. What an X found good is looked at again by the Z: somebody may have been at it since. */
export function createJournalChecker(database: Database): JournalChecker {
  const end = chainEnd(database);
  let known: { through: number; checked: Checked } | null = null;
  let underWay = false;

  const goOn = ({ good, firstBadAt }: Checked): Checked => {
    if (firstBadAt !== null) return { good, firstBadAt };
    const found = exhaust(checkChain(database, good));
    return found.firstBadAt === null ? { good: end(), firstBadAt: null } : { good, firstBadAt: found.firstBadAt };
  };
  const shown = (through: number, check: Check | null) => journalSection(end(), through, check);
  const aside = async (anchor: Anchor): Promise<Checked> => {
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
  const checkAside = (anchor: Anchor): void => {
    if (underWay) return;
    underWay = true;
    void aside(anchor)
      .then((checked) => {
        known = { through: anchor.through, checked };
      })
      // The database was closed meanwhile: nobody asks any more.
      .catch(() => undefined)
      .finally(() => {
        underWay = false;
      });
  };
  const checkOf = ({ firstBadAt }: Checked): Check => ({ ok: firstBadAt === null, firstBadAt });

  return {
    soFar(anchor) {
      const { through } = anchor;
      const from = known?.through === through ? known.checked : startAt(database, anchor);
      if (from.firstBadAt === null && end().entries - from.good.entries > ROWS_AT_ONCE) {
        checkAside(anchor);
        return shown(through, null);
      }
      const checked = goOn(from);
      known = { through, checked };
      return shown(through, checkOf(checked));
    },
    aside,
    finish: ({ through }, checked) => shown(through, checkOf(goOn(checked))),
  };
}

/** Where a check begins: the row that the last period ended with, when it is still the same. */
function startAt(database: Database, { through, hash }: Anchor): Checked {
  const good = chainLinkAt(database, through);
  if (good && (hash === null || good.hash.toString("hex") === hash)) return { good, firstBadAt: null };
  // The row that the last period ended with is gone, or another one.
  return { good: { entries: through, hash: Buffer.alloc(32) }, firstBadAt: through };
}

/** What a report says of the journal. */
function journalSection(last: ChainLink, through: number, check: Check | null): ReportJournal {
  const empty = last.entries <= through;
  return {
    first: empty ? null : through + 1,
    last: empty ? null : last.entries,
    hash: last.entries === 0 ? null : last.hash.toString("hex"),
    check,
  };
}
