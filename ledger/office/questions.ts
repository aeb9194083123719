/** Questions of head office's page, with input schemas and handlers. */
import { z } from "zod";
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import type {
  HeadOfficeQueries,
  HeadOfficeQuery,
  HeadOfficeResponses,
} from "../../contract/head-office/head-office.ts";
import type { Sql } from "../database.ts";
import { listTills } from "../tills.ts";
import { findPayments, readPayment, waitingPayments } from "./payments.ts";
import { readDifferences, readReports, readRequests, reportsFile } from "./reports.ts";
import { readDay } from "./today.ts";

/** PostgreSQL can handle every day around such a date. */
const isInRange = (text: string) => text >= "2000" && text < "3000";
const day = z.iso
  .date({ error: "expected a day like 2026-03-02", abort: true })
  .refine(isInRange, "expected a day from 2000-01-01 to 2999-12-31");
const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: "expected a month like 2026-03", abort: true })
  .refine(isInRange, "expected a month from 2000-01 to 2999-12");
/** PostgreSQL rejects NUL in text. */
const name = z
  .string()
  .min(1, "expected 1 to 200 characters")
  .max(200, "expected 1 to 200 characters")
  .refine((text) => !text.includes("\0"), "expected text without a NUL character");
const locale = z.enum(["en-GB", "nb-NO"], "expected en-GB or nb-NO");

const INPUTS: { [Q in HeadOfficeQuery]: z.ZodType<HeadOfficeQueries[Q]> } = {
  today: z.strictObject({ day: day.nullable() }),
  tills: z.strictObject({}),
  find: z.strictObject({ text: name, day: day.nullable(), shop: name.nullable() }),
  payment: z.strictObject({ till: name, posTid: name }),
  waiting: z.strictObject({}),
  differences: z.strictObject({ month, shop: name.nullable() }),
  requests: z.strictObject({ shop: name.nullable() }),
  reports: z.strictObject({ month, shop: name.nullable() }),
  reportsFile: z.strictObject({ month, shop: name.nullable(), locale }),
};

const ANSWERS: {
  [Q in HeadOfficeQuery]: (sql: Sql, input: HeadOfficeQueries[Q]) => Promise<HeadOfficeResponses[Q] | null>;
} = {
  today: (sql, input) => readDay(sql, input.day),
  tills: async (sql) => ({ tills: await listTills(sql), asOf: new Date().toISOString() }),
  find: findPayments,
  payment: readPayment,
  waiting: waitingPayments,
  differences: readDifferences,
  requests: readRequests,
  reports: readReports,
  reportsFile,
};

export function isQuestion(text: string): text is HeadOfficeQuery {
  return Object.hasOwn(ANSWERS, text);
}

/**
 * Answers a question.
 * @param input unvalidated; `invalid_input` names each wrong field and what is expected
 */
export async function answer<Q extends HeadOfficeQuery>(
  sql: Sql,
  question: Q,
  input: unknown,
): Promise<Result<HeadOfficeResponses[Q]>> {
  const schema: z.ZodType<HeadOfficeQueries[Q]> = INPUTS[question];
  const read = schema.safeParse(input ?? {});
  if (!read.success) {
    const fields = read.error.issues.map(({ path, message }) => ({ field: path.join("."), expected: message }));
    return failed("invalid_input", { fields });
  }
  const value = await ANSWERS[question](sql, read.data);
  return value === null ? failed("not_found") : done(value);
}
