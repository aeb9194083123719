import { bareCommits } from "../bare.ts";
import { type Counter, openCounter } from "../counter.ts";
import { loadOf } from "../load.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, ratiosOf } from "../row.ts";

const STARTS = 150;

export const row: Row = {
  number: 9,
  name: "bridge",
  what: "payment.start over the loopback bridge, one after another and eight at once, against bare commits of one row",
  bound:
    "one sync of the disk for each, and one thread that reads the request, writes the sale and answers; eight at once hide only the way there and back",
  async measure() {
    await using counter = await openCounter();
    using bare = bareCommits();
    const rates = await inTurns(5, {
      one: () => starts(counter, 1),
      eight: () => starts(counter, 8),
      bare: () => bare.rate(500),
    });
    const detail = (ours: readonly number[]) => `${perSecond(medianOf(ours))} of ${perSecond(medianOf(rates.bare))}`;
    const one = { name: "bridge", what: "one after another, of bare commits", atLeast: 0.35, unit: "ratio" } as const;
    const eight = {
      name: "bridge.eight",
      what: "eight at once, of bare commits",
      atLeast: 0.5,
      unit: "ratio",
    } as const;
    return [
      figureOf(one, ratiosOf(rates.one, rates.bare), detail(rates.one)),
      figureOf(eight, ratiosOf(rates.eight, rates.bare), detail(rates.eight)),
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
