/** The commands of reports. What they do and answer is in `reports.ts`. */
import { z } from "zod";
import { type CommandRow, noInput } from "./command-row.ts";
import { expects } from "./reasons.ts";
import { DECISIONS, SETTLEMENT_PIECE_LENGTH } from "./reports.ts";

const wholeHour = z.string().regex(/^([01]\d|2[0-3]):00$/, expects("field_whole_hour"));
const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);

/** What was decided about one thing that is unresolved at the close. */
const closingDecision = z
  .strictObject({
    /** As the preview names it */
    subject: z.string().min(1).max(200),
    decision: z.enum(DECISIONS),
    note: z.string().trim().min(1).max(200).optional(),
  })
  .refine((value) => value.decision !== "accept" || value.note !== undefined, {
    path: ["note"],
    message: expects("field_why_accepted"),
  });

const reportZ = z.strictObject({
  decisions: z.array(closingDecision).max(1000).optional(),
  /** The number that the preview showed: refused when that one is closed already */
  number: number.optional(),
  /** The manager's decision to close a period that cannot be compared with the service now */
  uncompared: z.literal(true).optional(),
});

const reportList = z.strictObject({
  /** The `next` of an earlier page: Zs older than this number */
  before: number.optional(),
  limit: z.int().min(1).max(100).optional(),
});

const settlementAppend = z.strictObject({
  uploadId: id,
  /** 0, 1, 2 …: a piece that was sent again because its answer was lost is taken once */
  index: z.int().min(0).max(100_000),
  text: z.string().min(1).max(SETTLEMENT_PIECE_LENGTH),
});

export const REPORT_COMMANDS = {
  "report.x": { input: noInput, automatic: true },
  "report.takeX": { input: noInput, needs: "reports" },
  "report.day": { input: noInput, automatic: true },
  "report.setDay": { input: z.strictObject({ cutOff: wholeHour }), needs: "reports" },
  "report.z": { input: reportZ, needs: "reports" },
  "report.preview": { input: noInput, needs: "reports", automatic: true },
  "report.list": { input: reportList, automatic: true },
  "report.get": { input: z.strictObject({ number }), automatic: true },
  "report.today": { input: noInput, automatic: true },
  "report.reconcile": { input: noInput, needs: "reports" },
  "report.stopReconciling": { input: noInput, needs: "reports" },
  "report.reconciliation": { input: noInput, needs: "reports", automatic: true },
  "settlement.begin": { input: z.strictObject({ name: z.string().trim().min(1).max(200) }), needs: "reports" },
  "settlement.append": { input: settlementAppend, needs: "reports" },
  "settlement.finish": { input: z.strictObject({ uploadId: id }), needs: "reports" },
  "settlement.list": { input: noInput, needs: "reports", automatic: true },
  "settlement.get": { input: z.strictObject({ id }), needs: "reports", automatic: true },
} as const satisfies Record<string, CommandRow>;
