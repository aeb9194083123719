import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decision, UNRESOLVED_KINDS, type Unresolved } from "../../../../../contract/accounting/reports.ts";
import { decide, withBulk } from "../../../../../main/accounting/periods/decisions.ts";
import { groupsOf, isMissing, type Made, sentOf } from "../../../../../renderer/office/reports/decisions.ts";

const MAY: Record<Unresolved["kind"], Decision[]> = {
  parked_operation: ["carry_over"],
  open_operation: ["carry_over"],
  attention: ["carry_over"],
  reserved: ["carry_over", "release"],
  difference: ["carry_over", "accept"],
};

function unresolved(kind: Unresolved["kind"], index: number, amount: number, required = true): Unresolved {
  return {
    subject: `${kind}:${index}`,
    kind,
    posTid: null,
    number: null,
    tid: null,
    operation: null,
    currency: "NOK",
    since: "2026-11-20T09:00:00.000Z",
    expiresAt: null,
    difference: null,
    detail: null,
    amount,
    decisions: MAY[kind],
    required,
  };
}

/** Open differences, and decisions about some of them: the same for many of a kind, another for a few. */
const histories = fc
  .record({
    kinds: fc.array(
      fc.record({
        kind: fc.constantFrom(...UNRESOLVED_KINDS),
        count: fc.constantFrom(1, 2, 30, 130),
        required: fc.boolean(),
        decided: fc.constantFrom("all", "none", "some"),
        pick: fc.nat(1),
        others: fc.nat(3),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ kinds }) => {
    const items: Unresolved[] = [];
    const made: Record<string, { decision: Decision; note: string }> = {};
    for (const one of kinds.filter(({ kind }, at) => kinds.findIndex((other) => other.kind === kind) === at)) {
      const own = Array.from({ length: one.count }, (_, index) =>
        unresolved(one.kind, index, 100 + index, one.required),
      );
      items.push(...own);
      const choice = MAY[one.kind][one.pick] ?? "carry_over";
      for (const [index, { subject }] of own.entries()) {
        if (one.decided === "none" || (one.decided === "some" && index % 10 === 0)) continue;
        const decision = index < one.others ? "carry_over" : choice;
        made[subject] = { decision, note: decision === "accept" ? "seen" : "" };
      }
    }
    return { items, made };
  });

describe("decisions at a close", () => {
  it("arrive as they were made, in any batches, and fit a request to the bridge", () => {
    fc.assert(
      fc.property(histories, ({ items, made }) => {
        const sent = sentOf(items, made);
        expect(JSON.stringify(sent).length).toBeLessThan(65_536);
        const given = withBulk(items, sent.decisions ?? [], sent.bulk ?? []);
        expect(new Map(given?.map(({ subject, decision }) => [subject, decision]))).toEqual(
          new Map(Object.entries(made).map(([subject, { decision }]) => [subject, decision])),
        );
        const isComplete = items.every((item) => !isMissing(item, made));
        expect(decide(items, given ?? []).ok).toBe(isComplete);
      }),
    );
  });

  it("are sent one by one when one item of the kind is undecided", () => {
    const items = Array.from({ length: 120 }, (_, index) => unresolved("reserved", index, 100));
    const carried = { decision: "carry_over" as const, note: "" };
    const made: Made = Object.fromEntries(items.slice(1).map(({ subject }) => [subject, carried]));
    const { decisions, bulk } = sentOf(items, made);
    expect([decisions.length, bulk]).toEqual([119, []]);
  });

  it("about a whole kind apply only to the items shown", () => {
    const items = Array.from({ length: 130 }, (_, index) => unresolved("reserved", index, 100));
    const made: Made = Object.fromEntries(items.map(({ subject }) => [subject, { decision: "release", note: "" }]));
    const { bulk } = sentOf(items, made);
    expect(bulk).toEqual([{ kind: "reserved", decision: "release", note: undefined, count: 130, amount: 13_000 }]);
    expect(withBulk(items, [], bulk)).toHaveLength(130);
    expect(withBulk(items.slice(1), [], bulk)).toBeNull();
    expect(withBulk([...items.slice(1), unresolved("reserved", 500, 101)], [], bulk)).toBeNull();
  });

  it("are grouped by kind, required ones first, with the decisions that fit all", () => {
    const items = [
      unresolved("reserved", 1, 100, false),
      unresolved("difference", 1, 300),
      unresolved("difference", 2, 400),
    ];
    const note = { decision: "accept" as const, note: "" };
    const made: Made = { "difference:1": note, "difference:2": note };
    expect(groupsOf(items, made).map(({ kind, missing, decided }) => [kind, missing, decided])).toEqual([
      ["difference", 2, "accept"],
      ["reserved", 0, null],
    ]);
    expect(groupsOf(items, {}).map(({ decisions }) => decisions)).toEqual([
      ["carry_over", "accept"],
      ["carry_over", "release"],
    ]);
  });
});
