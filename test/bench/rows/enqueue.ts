import { temporaryFolder } from "../../support/folder.ts";
import { bareCommits } from "../bare.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, rateOf, ratiosOf } from "../row.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";

const COMMITS = 500;

export const row: Row = {
  number: 1,
  name: "enqueue",
  what: "a sale on disk (operation, payment and journal rows, in process), against a bare commit of one row",
  bound:
    "one sync of the disk, as a bare commit has; before it some thirty pages go into the log, of three tables and the indexes by which payments are found, where a bare commit writes one or two",
  async measure() {
    using folder = temporaryFolder();
    using bare = bareCommits();
    using till = openScenarioTill("NOK", `${folder.path}/till.db`);
    const sale = { action: "SALE", amount: 4900, byPhone: true, withText: false } as const;
    const rates = await inTurns(7, {
      ours: () => rateOf(COMMITS, () => till.begin(sale)),
      bare: () => bare.rate(COMMITS),
    });
    const goal = { name: "enqueue", what: "sales, of bare commits", atLeast: 0.6, unit: "ratio" } as const;
    const detail = `${perSecond(medianOf(rates.ours))} of ${perSecond(medianOf(rates.bare))}`;
    return [figureOf(goal, ratiosOf(rates.ours, rates.bare), detail)];
  },
};
