import { join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";
import { bareCommits, sameRows } from "../bare.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, rateOf, ratiosOf } from "../row.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";

const COMMITS = 500;
const SALE = { action: "SALE", amount: 4900, byPhone: true, withText: false } as const;

export const row: Row = {
  number: 1,
  name: "enqueue",
  what: "a sale on disk (operation, payment and journal rows, in process), against a bare commit of the same rows",
  bound: "one disk sync per sale",
  async measure() {
    using folder = temporaryFolder();
    using bare = bareCommits();
    using till = openScenarioTill("NOK", join(folder.path, "till.db"));
    till.begin(SALE);
    using same = sameRows(join(folder.path, "same.db"), till.database);
    const rates = await inTurns(7, {
      ours: () => rateOf(COMMITS, () => till.begin(SALE)),
      same: () => same.rate(COMMITS),
      bare: () => bare.rate(COMMITS),
    });
    const goal = {
      name: "enqueue",
      what: "sales stored, vs bare commits of the same rows",
      atLeast: 0.6,
      unit: "ratio",
    } as const;
    const [ours, rows, one] = [rates.ours, rates.same, rates.bare].map((each) => perSecond(medianOf(each)));
    return [figureOf(goal, ratiosOf(rates.ours, rates.same), `${ours} of ${rows}; of one row ${one}`)];
  },
};
