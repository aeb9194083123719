import { join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";
import { bareCommits, sameRows } from "../bare.ts";
import { type Counter, openCounter } from "../counter.ts";
import { loadOf } from "../load.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, ratiosOf } from "../row.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";

const STARTS = 150;

export const row: Row = {
  number: 9,
  name: "bridge",
  what: "payment.start over the loopback bridge, one after another and eight at once, against bare commits of the same rows",
  bound:
    "one sync of the disk for each (the goals were of a commit of one row, and are of the sale's own rows now: see enqueue), and one thread that reads the request, writes the sale and answers; eight at once hide only the way there and back",
  async measure() {
    await using counter = await openCounter();
    using folder = temporaryFolder();
    using till = openScenarioTill("NOK");
    till.begin({ action: "SALE", amount: 4900, byPhone: false, withText: false });
    using same = sameRows(join(folder.path, "same.db"), till.database);
    using bare = bareCommits();
    const rates = await inTurns(5, {
      one: () => starts(counter, 1),
      eight: () => starts(counter, 8),
      same: () => same.rate(500),
      bare: () => bare.rate(500),
    });
    const [rows, row] = [perSecond(medianOf(rates.same)), perSecond(medianOf(rates.bare))];
    const detail = (ours: readonly number[]) => `${perSecond(medianOf(ours))} of ${rows}; of one row ${row}`;
    const one = {
      name: "bridge",
      what: "one after another, of bare commits of the same rows",
      atLeast: 0.35,
      unit: "ratio",
    } as const;
    const eight = {
      name: "bridge.eight",
      what: "eight at once, of the same",
      atLeast: 0.5,
      unit: "ratio",
    } as const;
    return [
      figureOf(one, ratiosOf(rates.one, rates.same), detail(rates.one)),
      figureOf(eight, ratiosOf(rates.eight, rates.same), detail(rates.eight)),
    ];
  },
};

function starts({ bridge }: Counter, connections: number): Promise<number> {
  return loadOf({
    url: `${bridge.origin}/bridge/payment.start`,
    method: "POST",
    headers: { authorization: bridge.authorization, "content-type": "application/json" },
    body: JSON.stringify({ action: "SALE", amount: 4900 }),
    connections,
    amount: STARTS,
    verifyBody: (body) => String(body).startsWith('{"ok":true'),
  });
}
