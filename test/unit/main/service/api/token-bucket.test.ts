import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenBucket, PRIORITIES, type Priority } from "../../../../../main/service/api/token-bucket.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { runs } from "../../../../support/random-runs.ts";

function bucketWorld(perSecond?: number) {
  const clock = createManualClock();
  const bucket = createTokenBucket(clock, perSecond);
  const out: { name: string; at: number }[] = [];
  const ask = (name: string, priority: Priority, firstLook = false) =>
    void bucket.acquire({ priority, firstLook }).then(() => out.push({ name, at: clock.monotonic() }));
  const names = () => out.map(({ name }) => name);
  return { clock, bucket, out, ask, names };
}

describe("the rate limit", () => {
  it("is a burst of twenty for people, and ten a second", async () => {
    const { clock, ask, out } = bucketWorld();
    for (let i = 0; i < 60; i += 1) ask(`p${i}`, "person");
    await clock.advance(0);
    expect(out).toHaveLength(20);
    await clock.advance(1000);
    expect(out).toHaveLength(30);
    await clock.advance(3000);
    expect(out).toHaveLength(60);
  });

  it("follows its setting: for a hundred a second the burst is two seconds, half a second of it for people", async () => {
    const { clock, ask, out, names } = bucketWorld(100);
    for (let i = 0; i < 500; i += 1) ask("rest", "rest");
    await clock.advance(0);
    expect(out).toHaveLength(150);
    for (let i = 0; i < 50; i += 1) ask("person", "person");
    await clock.advance(0);
    expect(names().slice(150)).toEqual(Array(50).fill("person"));
    await clock.advance(2000);
    expect(out).toHaveLength(200 + 150);
  });

  it("lets a request that became more urgent while waiting overtake the others", async () => {
    const { clock, bucket, ask, names, out } = bucketWorld();
    for (let i = 0; i < 20; i += 1) ask("burst", "person");
    for (let i = 0; i < 5; i += 1) ask("rest", "rest");
    let isUrgent = false;
    void bucket
      .acquire({ priority: () => (isUrgent ? "hint" : "rest") })
      .then(() => out.push({ name: "hinted", at: 0 }));
    await clock.advance(100);
    isUrgent = true;
    await clock.advance(500);
    expect(names().slice(20)).toEqual(["hinted"]);
  });

  it("reserves part of the burst for people, who never wait behind a backlog", async () => {
    const { clock, ask, out, names } = bucketWorld();
    for (let i = 0; i < 500; i += 1) ask(`r${i}`, "rest");
    await clock.advance(5000);
    expect(out).toHaveLength(15 + 50);
    for (let i = 0; i < 5; i += 1) ask(`p${i}`, "person");
    await clock.advance(0);
    expect(names().slice(65)).toEqual(["p0", "p1", "p2", "p3", "p4"]);
    ask("one more", "person");
    await clock.advance(100);
    expect(names().at(-1)).toBe("one more");
  });

  it("serves the most urgent request first, and the oldest of equal ones", async () => {
    const { clock, ask, names } = bucketWorld();
    for (let i = 0; i < 20; i += 1) ask("burst", "person");
    for (const priority of [...PRIORITIES].reverse()) ask(priority, priority);
    ask("person, later", "person");
    await clock.advance(950);
    expect(names().slice(20)).toEqual(["person", "person, later", "customer", "hint"]);
    await clock.advance(50);
    expect(names().at(-1)).toBe("rest");
  });

  it("prevents starvation: one request a second is chosen by waiting time", async () => {
    const { clock, ask, names } = bucketWorld();
    for (let i = 0; i < 200; i += 1) ask("person", "person");
    for (let i = 0; i < 5; i += 1) ask("rest", "rest");
    await clock.advance(9000);
    const rest = names().filter((name) => name === "rest").length;
    expect(rest).toBeGreaterThan(0);
    expect(names().length).toBe(20 + 90);
  });

  it("allows twenty first polls a second", async () => {
    const { clock, ask, out } = bucketWorld();
    for (let i = 0; i < 200; i += 1) ask("look", "customer", true);
    await clock.advance(9000);
    expect(out).toHaveLength(200);
  });

  it("ends all waits when it is closed, and ignores the wall clock", async () => {
    const { clock, bucket, ask, out } = bucketWorld();
    for (let i = 0; i < 30; i += 1) ask("person", "person");
    clock.setBy(3_600_000);
    await clock.advance(0);
    expect(out).toHaveLength(20);
    bucket.close();
    await clock.advance(0);
    expect(out).toHaveLength(30);
    ask("after the end", "rest");
    await clock.advance(0);
    expect(out).toHaveLength(31);
    expect(clock.sleepers).toBe(0);
  });

  it("holds in every period, in any order of requests", async () => {
    const arrivals = fc.array(
      fc.record({ pause: fc.integer({ min: 0, max: 800 }), many: fc.integer({ min: 1, max: 30 }), rank: fc.nat(3) }),
      { maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, async (bursts) => {
        const { clock, ask, out } = bucketWorld();
        let asked = 0;
        for (const { pause, many, rank } of bursts) {
          await clock.advance(pause);
          for (let i = 0; i < many; i += 1) ask("any", PRIORITIES[rank] ?? "rest");
          asked += many;
        }
        await clock.advance(1000 + asked * 100);
        expect(out).toHaveLength(asked);
        for (const [from, first] of out.entries()) {
          for (const [to, last] of out.entries()) {
            if (to >= from) expect(to - from + 1).toBeLessThanOrEqual(20 + (last.at - first.at) / 100);
          }
        }
      }),
      { numRuns: runs(30) },
    );
  });
});
