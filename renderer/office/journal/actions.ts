import type { ShopTime } from "../../../contract/accounting/reports-time.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import type { JournalLine, JournalPage } from "../../../contract/journal/journal.ts";
import { startOfBusinessDay } from "../../kit/format/business-day.ts";
import { ANY_EVENT, type JournalSearch } from "../../store/office-state.ts";
import { type ActionPorts, type Caller, changer } from "../../store/ports.ts";

const PAGE = 50;
/** Maximum number of calls per page; each scans about ten thousand rows. */
const MOST_CALLS = 40;
const DAYS_BEFORE = { today: 0, week: 6, month: 29 } as const;

export function journalActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  const change = changer(store, "journal");
  const read = (cursor: string | undefined) => readPage(ports, cursor);
  return {
    async readJournal() {
      const { search } = store.getState().journal;
      change({ status: "loading" });
      const page = await read(undefined);
      if (store.getState().journal.search !== search) return;
      change(page === null ? { status: "failed" } : { ...page, status: "idle", read: true });
    },
    async readMoreJournal() {
      const { next, status, search } = store.getState().journal;
      if (next === null || status !== "idle") return;
      change({ status: "more" });
      const page = await read(next);
      if (store.getState().journal.search !== search) return;
      if (page === null) return change({ status: "failed" });
      change({ ...page, items: [...store.getState().journal.items, ...page.items], status: "idle" });
    },
    async readJournalNames() {
      const result = await client.call("journal.names", {});
      if (result.ok) change({ names: result.value });
    },
    searchJournal(changes: Partial<JournalSearch>) {
      const { search } = store.getState().journal;
      change({ search: { ...search, ...changes }, read: false });
    },
    async verifyJournal() {
      const before = store.getState().journal.check;
      change({ check: { kind: "running", progress: null } });
      const result = await caller.callExclusive("verifyJournal", "journal.verify", {});
      if (result === null) return;
      if (result.ok) return change({ check: { kind: "done", result: result.value, at: ports.now() } });
      change({ check: before });
      store.setState({ failure: result.error });
    },
  };
}

async function readPage({ store, client }: ActionPorts, from: string | undefined) {
  const { journal, terminal, now } = store.getState();
  const asked = criteria(journal.search, now, terminal ?? { timeZone: "UTC", cutOff: "00:00" });
  const items: JournalLine[] = [];
  let cursor = from;
  let page: JournalPage | null = null;
  for (let calls = 0; calls < MOST_CALLS && items.length < PAGE; calls += 1) {
    const result = await client.call("journal.list", { ...asked, limit: PAGE - items.length, cursor });
    if (!result.ok) return null;
    page = result.value;
    items.push(...page.items);
    cursor = page.next ?? undefined;
    // The search has changed: discard the old results.
    if (page.next === null || store.getState().journal.search !== journal.search) break;
  }
  return { items, next: page?.next ?? null, searchedTo: page?.searchedTo ?? null };
}

function criteria(
  { query, event, person, span }: JournalSearch,
  now: number,
  shop: ShopTime,
): CommandInput<"journal.list"> {
  const text = query.trim();
  return {
    query: text === "" ? undefined : text,
    event: event === null || event === ANY_EVENT ? undefined : event,
    people: event === null ? true : undefined,
    person: person ?? undefined,
    from: span === "all" ? undefined : startOfBusinessDay(now, shop, DAYS_BEFORE[span]),
  };
}
