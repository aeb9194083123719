import { describe, expect, it } from "vitest";
import { z } from "zod";
import { holdSecret } from "../../../../../main/lib/secret.ts";
import { json } from "../../../../../main/service/api/decode.ts";
import { trackSkew } from "../../../../../main/service/api/skew.ts";
import { TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { answerJson, createScriptedService, type Script, type ScriptedServiceOptions } from "./scripted-service.ts";

const get = { method: "GET", path: "/pos/till-1/", decode: json(z.looseObject({})) } as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const httpDate = (ms: number) => new Date(ms).toUTCString();
const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** A service whose `Date` has these offsets, one per response; the last one repeats. */
const offBy =
  (...offsets: number[]): Script =>
  (_asked, answer, count) => {
    answer.setHeader("Date", httpDate(TEST_EPOCH_MS + (offsets[count - 1] ?? offsets.at(-1) ?? 0)));
    answerJson(answer, 200, { id: "x" });
  };

/** A service that only accepts signatures within 5 minutes of its own time (section 5.3). */
const strict =
  (offset: number): Script =>
  (asked, answer) => {
    const now = TEST_EPOCH_MS + offset;
    answer.setHeader("Date", httpDate(now));
    const signedAt = Date.parse(`${asked.headers["x-svc-timestamp"]}Z`);
    if (Math.abs(signedAt - now) > 5 * MINUTE) answer.writeHead(401).end();
    else answerJson(answer, 200, { id: "x" });
  };

async function skewsAfterEach(script: Script, requests: number): Promise<number[]> {
  await using service = await createScriptedService(script);
  const skews: number[] = [];
  for (let turn = 0; turn < requests; turn++) {
    await service.client.send(get);
    skews.push(service.client.clockSkewMs());
  }
  return skews;
}

describe("the service's clock", () => {
  it("ignores one response from 1970", async () => {
    await using service = await createScriptedService(offBy(0, -TEST_EPOCH_MS, 0, 20_000));
    for (let turn = 0; turn < 3; turn++) await service.client.send(get);
    expect(service.client.clockSkewMs()).toBe(0);
    expect(service.client.correctedNow()).toBe(TEST_EPOCH_MS);
    await service.client.send(get);
    expect(service.client.clockSkewMs()).toBe(20_000);
    expect(service.asked.map(({ headers }) => headers["x-svc-timestamp"])).toEqual(Array(4).fill(stamp(TEST_EPOCH_MS)));
  });

  it("moves by up to an hour with the first response, and by more with the third consistent one in a row", async () => {
    expect(await skewsAfterEach(offBy(HOUR), 1)).toEqual([HOUR]);
    expect(await skewsAfterEach(offBy(-HOUR), 1)).toEqual([-HOUR]);
    expect(await skewsAfterEach(offBy(HOUR + 1000), 3)).toEqual([0, 0, HOUR + 1000]);
    expect(await skewsAfterEach(offBy(-DAY, -DAY, 0, -DAY, -DAY, -DAY), 6)).toEqual([0, 0, 0, 0, 0, -DAY]);
    expect(await skewsAfterEach(offBy(DAY, 2 * DAY, 3 * DAY, 4 * DAY), 4)).toEqual([0, 0, 0, 0]);
  });

  it("does not drift in steps of less than an hour", async () => {
    expect(await skewsAfterEach(offBy(50 * MINUTE, 100 * MINUTE, 150 * MINUTE, 200 * MINUTE), 4)).toEqual(
      Array(4).fill(50 * MINUTE),
    );
    const skew = trackSkew();
    for (let turn = 1; turn <= 100; turn++) skew.record(turn * 4 * MINUTE, turn, turn);
    expect(skew.skewMs()).toBe(HOUR);
  });

  it("also moves back only after three responses", async () => {
    expect(await skewsAfterEach(offBy(DAY, DAY, DAY, 0, DAY, 0, 0, 0), 8)).toEqual([
      ...[0, 0, DAY, DAY, DAY],
      ...[DAY, DAY, 0],
    ]);
  });

  it("counts only responses to requests sent after the previous one", async () => {
    const waiting: (() => void)[] = [];
    const script: Script = (asked, answer, count) => {
      waiting.push(() => offBy(DAY)(asked, answer, count));
      if (count > 3) waiting.pop()?.();
      else if (count === 3) void service.clock.advance(1000).then(() => waiting.map((respond) => respond()));
    };
    await using service = await createScriptedService(script);
    await Promise.all([0, 1, 2].map(() => service.client.send(get)));
    expect(service.client.clockSkewMs()).toBe(0);
    await service.client.send(get);
    expect(service.client.clockSkewMs()).toBe(0);
    await service.client.send(get);
    expect(service.client.clockSkewMs()).toBe(DAY - 1000);
  });

  it("is reported as unsettled until it is confirmed", async () => {
    await using service = await createScriptedService(offBy(0, DAY, DAY, DAY));
    const settled: boolean[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await service.client.send(get);
      settled.push(service.client.isClockSettled());
    }
    expect(settled).toEqual([true, false, false, true]);
  });
});

describe("a signed request that is refused for its time", () => {
  const ask = async (script: Script, options: ScriptedServiceOptions = {}) => {
    await using service = await createScriptedService(script, options);
    const result = await service.client.send(get);
    return {
      result,
      stamps: service.asked.map(({ headers }) => headers["x-svc-timestamp"]),
      bodies: service.asked.map(({ body }) => body.toString()),
      skewMs: service.client.clockSkewMs(),
    };
  };

  it.each([90, -90])("succeeds in the same call when the machine's clock is %i days off", async (days) => {
    const { result, stamps, skewMs } = await ask(strict(days * DAY));
    expect(result).toMatchObject({ ok: true });
    expect(skewMs).toBe(days * DAY);
    expect(stamps).toEqual([...Array(3).fill(stamp(TEST_EPOCH_MS)), stamp(TEST_EPOCH_MS + days * DAY)]);
  });

  it("succeeds in the same call when the clock is half an hour off", async () => {
    const { result, stamps } = await ask(strict(HOUR / 2));
    expect(result).toMatchObject({ ok: true });
    expect(stamps).toHaveLength(2);
  });

  it("is sent four times at most, and twice when the second response dates itself right", async () => {
    const refuse =
      (...offsets: number[]): Script =>
      (_asked, answer, count) => {
        answer.setHeader("Date", httpDate(TEST_EPOCH_MS + (offsets[count - 1] ?? 0)));
        answer.writeHead(401).end();
      };
    expect((await ask(refuse(DAY, DAY, DAY, DAY, DAY))).stamps).toHaveLength(4);
    const walking = Array.from({ length: 9 }, (_, at) => (at + 1) * DAY);
    expect((await ask(refuse(...walking))).stamps).toHaveLength(4);
    expect((await ask(refuse(DAY, 0))).stamps).toHaveLength(2);
    expect((await ask(refuse(0))).stamps).toHaveLength(1);
  });

  it("is not repeated with a secret, which has no time", async () => {
    const secret = { scheme: "SECRET", secret: holdSecret("hush-hush-123") } as const;
    const refuse: Script = (_asked, answer) => {
      answer.setHeader("Date", httpDate(TEST_EPOCH_MS + DAY));
      answer.writeHead(401).end();
    };
    expect((await ask(refuse, { credentials: secret })).bodies).toHaveLength(1);
  });
});
