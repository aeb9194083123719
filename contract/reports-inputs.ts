/** The schemas of the report commands. What they do and answer is in `reports.ts`. */
import { z } from "zod";
import { expects } from "./reasons.ts";
import { DECISIONS, SETTLEMENT_PIECE_LENGTH } from "./reports.ts";

const noInput = z.strictObject({});
const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);

/** What was decided about one thing that is unresolved at the close. */
export const closingDecision = z
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

export const REPORT_INPUTS = {
  "report.x": noInput,
  "report.takeX": noInput,
  "report.day": noInput,
  "report.setDay": z.strictObject({ cutOff: z.string().regex(/^([01]\d|2[0-3]):00$/, expects("field_whole_hour")) }),
  "report.z": z.strictObject({
    decisions: z.array(closingDecision).max(1000).optional(),
    /** The number that the preview showed: refused when that one is closed already */
    number: number.optional(),
    /** The manager's decision to close a period that cannot be compared with the service now */
    uncompared: z.literal(true).optional(),
  }),
  "report.preview": noInput,
  "report.list": z.strictObject({
    /** The `next` of an earlier page: Zs older than this number */
    before: number.optional(),
    limit: z.int().min(1).max(100).optional(),
  }),
  "report.get": z.strictObject({ number }),
  "report.today": noInput,
  "report.reconcile": noInput,
  "report.stopReconciling": noInput,
  "report.reconciliation": noInput,
  "settlement.begin": z.strictObject({ name: z.string().trim().min(1).max(200) }),
  "settlement.append": z.strictObject({
    uploadId: id,
    /** 0, 1, 2 …: a piece that was sent again because its answer was lost is taken once */
    index: z.int().min(0).max(100_000),
    text: z.string().min(1).max(SETTLEMENT_PIECE_LENGTH),
  }),
  "settlement.finish": z.strictObject({ uploadId: id }),
  "settlement.list": noInput,
  "settlement.get": z.strictObject({ id }),
} as const satisfies Record<string, z.ZodType>;
