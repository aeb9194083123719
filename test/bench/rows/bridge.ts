import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serialize } from "node:v8";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { bareCommits } from "../bare.ts";
import { openCounter } from "../counter.ts";
import { loadOf } from "../load.ts";
import { startServer } from "../other-process.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, ratiosOf } from "../row.ts";
import { saleRows } from "../sale-rows.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";

const STARTS = 150;
/** Characters of the till's response: the payment in its current state. */
const ANSWER = 1000;

export const row: Row = {
  number: 9,
  name: "bridge",
  what: "payment.start over the loopback bridge, one after another and eight at once, against bare node:http that commits the same rows",
  bound: "the round trip, one disk sync each, and a single thread",
  async measure() {
    await using counter = await openCounter();
    using folder = temporaryFolder();
    await using bare = await startBare(folder.path);
    using commits = bareCommits();
    const till = {
      url: `${counter.bridge.origin}/bridge/payment.start`,
      headers: { authorization: counter.bridge.authorization, "content-type": "application/json" },
    };
    const rates = await inTurns(5, {
      one: () => starts(till, 1),
      bareOne: () => starts(bare, 1),
      eight: () => starts(till, 8),
      bareEight: () => starts(bare, 8),
      commits: () => commits.rate(500),
    });
    const row = perSecond(medianOf(rates.commits));
    const detail = (ours: readonly number[], theirs: readonly number[]) =>
      `${perSecond(medianOf(ours))} of ${perSecond(medianOf(theirs))}; commits of one row ${row}`;
    const one = {
      name: "bridge",
      what: "commands one by one, vs bare node:http",
      atLeast: 0.35,
      unit: "ratio",
    } as const;
    const eight = {
      name: "bridge.eight",
      what: "eight commands at once, vs bare node:http",
      atLeast: 0.5,
      unit: "ratio",
    } as const;
    return [
      figureOf(one, ratiosOf(rates.one, rates.bareOne), detail(rates.one, rates.bareOne)),
      figureOf(eight, ratiosOf(rates.eight, rates.bareEight), detail(rates.eight, rates.bareEight)),
    ];
  },
};

interface Address {
  url: string;
  headers?: Record<string, string>;
}

async function startBare(folder: string): Promise<Address & AsyncDisposable> {
  using till = openScenarioTill("NOK");
  till.begin({ action: "SALE", amount: 4900, byPhone: false, withText: false });
  const [path, rows] = [join(folder, "same.db"), join(folder, "rows")];
  writeFileSync(rows, serialize(saleRows(till.database)));
  closeDatabase(openDatabase(path));
  return await startServer("sale-only", path, rows, String(ANSWER));
}

function starts({ url, headers = {} }: Address, connections: number): Promise<number> {
  return loadOf({
    ...{ url, headers, connections },
    method: "POST",
    body: JSON.stringify({ action: "SALE", amount: 4900 }),
    amount: STARTS,
    verifyBody: (body) => String(body).startsWith('{"ok":true'),
  });
}
