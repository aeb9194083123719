import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommandInput } from "../../../../../contract/bridge/commands.ts";
import { isJournalEvent, JOURNAL_EVENTS } from "../../../../../contract/journal/events.ts";
import type { JournalLine, JournalPage } from "../../../../../contract/journal/journal.ts";
import { journalBrowser } from "../../../../../main/storage/journal/browse.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { insertBookings } from "../../../../support/insert-bookings.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";
import { runs } from "../../../../support/random-runs.ts";

type Search = CommandInput<"journal.list">;

interface Row {
  at: number;
  event: string;
  posTid: string | null;
  actor: string | null;
  note: string;
}

const rows = () =>
  fc.array(
    fc.record({
      // A clock that jumps, so the order of writing and the order of time differ.
      at: fc.integer({ min: 0, max: 40 }),
      event: fc.constantFrom("payment.started", "staff.signedIn", "money.captured", "phase.changed"),
      posTid: fc.constantFrom(null, "P-1", "P-2"),
      actor: fc.constantFrom(null, "Kari", "Ola"),
      note: fc.constantFrom("coffee", "50%_off", "tea"),
    }),
    { maxLength: 40 },
  );

const searches = (): fc.Arbitrary<Search> =>
  fc.record(
    {
      event: fc.constantFrom("payment.started", "staff.signedIn", "phase.changed"),
      people: fc.constant(true as const),
      posTid: fc.constantFrom("P-1", "P-2"),
      person: fc.constantFrom("Kari", "Ola"),
      query: fc.constantFrom("coffee", "%", "_off", "COFFEE", "kari", "none"),
      from: fc.constantFrom(new Date(5).toISOString(), new Date(20).toISOString()),
      to: fc.constantFrom(new Date(15).toISOString(), new Date(30).toISOString()),
      limit: fc.integer({ min: 1, max: 7 }),
    },
    { requiredKeys: [] },
  );

/** Every page of a search. */
function all(browser: ReturnType<typeof journalBrowser>, search: Search): JournalLine[] {
  const found: JournalLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: { ok: boolean; value?: JournalPage } = browser.list({ ...search, cursor });
    if (!page.value) throw new Error("no page");
    expect(page.value.items.length).toBeLessThanOrEqual(search.limit ?? 50);
    found.push(...page.value.items);
    if (page.value.next === null) return found;
    cursor = page.value.next;
  }
}

function expected(written: Row[], search: Search): number[] {
  const lower = search.query?.toLowerCase();
  const matching = written
    .map((row, index) => ({ ...row, sequence: index + 1 }))
    .filter(({ at, event, posTid, actor, note }) => {
      const text = [event, posTid ?? "", actor ?? "", JSON.stringify({ note })];
      return (
        (search.event === undefined || event === search.event) &&
        (search.people === undefined || (isJournalEvent(event) && JOURNAL_EVENTS[event].people)) &&
        (search.posTid === undefined || posTid === search.posTid) &&
        (search.person === undefined || actor === search.person) &&
        (search.from === undefined || at >= Date.parse(search.from)) &&
        (search.to === undefined || at < Date.parse(search.to)) &&
        (lower === undefined || text.some((part) => part.toLowerCase().includes(lower)))
      );
    });
  const byTime = search.from !== undefined || search.to !== undefined;
  return matching
    .sort((one, other) => (byTime ? other.at - one.at : 0) || other.sequence - one.sequence)
    .map(({ sequence }) => sequence);
}

describe("a search of the journal", () => {
  it("finds people and notes regardless of case, accents and Norwegian letters", () => {
    using file = temporaryDatabase();
    const journal = looseJournal(file.database);
    journal.append({ event: "staff.signedIn", actor: "Åse Bjørnsen", data: { note: "Smørbrød til bord 5" } }, 1);
    journal.append({ event: "staff.signedIn", actor: "Ola", data: { note: "kaffe 100%" } }, 2);
    const browser = journalBrowser(file.database);
    for (const query of ["ase bjornsen", "ÅSE", "smorbrod", "SMØRBRØD", "bord_5", "100%", "OLA"]) {
      const sequences = all(browser, { query }).map(({ sequence }) => sequence);
      expect(sequences, query).toEqual(query === "bord_5" ? [] : /100|OLA/.test(query) ? [2] : [1]);
    }
  });
});

describe("the journal's browser", () => {
  it("finds exactly the matching rows, newest first, each once, for any limit of rows per call", () => {
    fc.assert(
      fc.property(rows(), searches(), fc.integer({ min: 1, max: 12 }), (written, search, lookedAtOnce) => {
        using made = temporaryDatabase();
        const journal = looseJournal(made.database);
        for (const { at, event, posTid, actor, note } of written)
          journal.append({ event, posTid, actor, data: { note } }, at);
        const found = all(journalBrowser(made.database, lookedAtOnce), search);
        expect(found.map(({ sequence }) => sequence)).toEqual(expected(written, search));
      }),
      { numRuns: runs(60) },
    );
  });

  it("returns each row as it is in the hash chain", () => {
    using made = temporaryDatabase();
    const journal = looseJournal(made.database);
    journal.append({ event: "staff.signedIn", actor: "Kari", data: { role: "manager" } }, 1000);
    const result = journalBrowser(made.database).list({});
    expect(result).toMatchObject({
      value: {
        items: [
          {
            sequence: 1,
            at: "1970-01-01T00:00:01.000Z",
            event: "staff.signedIn",
            person: "Kari",
            values: { role: "manager" },
          },
        ],
        next: null,
        searchedTo: null,
      },
    });
    expect(result.ok && result.value.items[0]?.hash).toBe(journal.head().hash.toString("hex"));
  });

  it("reads the number on a receipt as its payment", () => {
    using made = temporaryDatabase();
    insertBookings(made.database, [{ kind: "capture", amount: 1, additional: 0, at: 1 }]);
    const journal = looseJournal(made.database);
    journal.append({ event: "payment.started", posTid: "TEST-0001-X" }, 1);
    journal.append({ event: "payment.attached", posTid: "OTHER", data: { note: "like test-0001" } }, 2);
    const browser = journalBrowser(made.database);
    for (const query of ["TEST-0001", "test-0001 ", "TEST-0001-X", "\u202aTEST-0001\u202c"])
      expect(browser.list({ query })).toMatchObject({ value: { items: [{ event: "payment.started" }] } });
    expect(browser.list({ query: "like test" })).toMatchObject({ value: { items: [{ event: "payment.attached" }] } });
  });

  it("lists the available filters, and refuses an invalid cursor", () => {
    using made = temporaryDatabase();
    const journal = looseJournal(made.database);
    for (const actor of ["Ola", "Kari", null, "Ola"])
      journal.append({ event: actor ? "staff.signedIn" : "till.started", actor }, 1);
    const browser = journalBrowser(made.database);
    expect(browser.names()).toMatchObject({
      value: { events: ["staff.signedIn", "till.started"], people: ["Kari", "Ola"] },
    });
    expect(browser.list({ cursor: "yesterday" })).toMatchObject({ error: { code: "invalid_input" } });
  });
});
