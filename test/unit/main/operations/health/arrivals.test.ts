import { expect, it } from "vitest";
import { arrivalTrend } from "../../../../../main/operations/health/arrivals.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const NOW = Date.UTC(2026, 2, 2, 10, 30);
const HOUR = 3_600_000;

it("arrivals are counted by channel, in periods that start on the hour", () => {
  using made = temporaryDatabase();
  const insert = made.database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase,
       arrivals, created_at, modified_at)
     VALUES (@id, @id, @id, 'SALE', 'NOK', 1, 0, 0, 'captured', @arrivals, @at, @at)`,
  );
  const ages: [hours: number, callback: number, poll: number][] = [
    [0, 2, 1],
    [0.4, 1, 0],
    [2.4, 3, 0],
    [4, 0, 5],
    [23, 7, 0],
    [25, 0, 9],
    [24 * 8, 100, 100],
  ];
  for (const [id, [hours, callback, poll]] of ages.entries()) {
    const arrivals = JSON.stringify({ callback, poll, answer: 1, first: "poll" });
    insert.run({ id: id + 1, arrivals, at: NOW - hours * HOUR });
  }
  const trend = arrivalTrend(made.database);
  const day = trend("day", NOW);
  expect(day.map(({ from }) => from.slice(11, 16))).toEqual([
    "11:00",
    "14:00",
    "17:00",
    "20:00",
    "23:00",
    "02:00",
    "05:00",
    "08:00",
  ]);
  expect(day.map(({ callback, poll, answer }) => [callback, poll, answer])).toEqual([
    [7, 0, 1],
    ...Array(5).fill([0, 0, 0]),
    [0, 5, 1],
    [6, 1, 3],
  ]);
  const week = trend("week", NOW);
  expect(week).toHaveLength(7);
  expect(week.at(-1)).toMatchObject({ callback: 13, poll: 6, answer: 5, to: "2026-03-02T11:00:00.000Z" });
  expect(week.at(-2)).toMatchObject({ callback: 0, poll: 9 });
});
