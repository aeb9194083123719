/** The commands of reports. What they do and answer is in `reports.ts`. */
import { z } from "zod";
import { type CommandRow, noInput, pin } from "./command-row.ts";
import { cleanName } from "./plain-text.ts";
import { expects } from "./reasons.ts";
import { DECISIONS, SETTLEMENT_PIECE_LENGTH, UNRESOLVED_KINDS } from "./reports.ts";

const wholeHour = z.string().regex(/^([01]\d|2[0-3]):00$/, expects("field_whole_hour"));
const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);

const note = z.string().trim().min(1).max(200).optional();
const isAcceptedWithNote = (value: { decision: string; note?: string | undefined }) =>
  value.decision !== "accept" || value.note !== undefined;
const NO_NOTE = { path: ["note"], message: expects("field_why_accepted") };

/** What was decided about one thing that is unresolved at the close. */
const closingDecision = z
  .strictObject({
    /** As the preview names it */
    subject: z.string().min(1).max(200),
    decision: z.enum(DECISIONS),
    note,
  })
  .refine(isAcceptedWithNote, NO_NOTE);

/** One decision about everything of a kind that it may be made about and that has none of its own. */
const bulkDecision = z
  .strictObject({
    kind: z.enum(UNRESOLVED_KINDS),
    decision: z.enum(DECISIONS),
    note,
    /** How many that are, and the sum of their amounts, as they were seen: refused when it is something else now */
    count: z.int().min(1),
    amount: z.int(),
  })
  .refine(isAcceptedWithNote, NO_NOTE);

const reportZ = z.strictObject({
  decisions: z.array(closingDecision).max(1000).optional(),
  /** At most one of a kind */
  bulk: z.array(bulkDecision).max(UNRESOLVED_KINDS.length).optional(),
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

const shiftHandOver = z.strictObject({
  /** As `shift.get` said it: what was seen is what is handed over */
  through: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** What the person counted */
  tally: z.strictObject({ payments: z.int().min(0).max(100_000), net: z.int() }).optional(),
});

/** `person`: an id of `staff.names`, so that one PIN alone is tried; without it everybody's are */
const shiftAccept = z.strictObject({ id, pin, person: id.optional() });

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
  "settlement.begin": {
    input: z.strictObject({ name: z.string().overwrite(cleanName).min(1).max(200) }),
    needs: "reports",
  },
  "settlement.append": { input: settlementAppend, needs: "reports" },
  "settlement.finish": { input: z.strictObject({ uploadId: id }), needs: "reports" },
  "settlement.list": { input: noInput, needs: "reports", automatic: true },
  "settlement.get": { input: z.strictObject({ id }), needs: "reports", automatic: true },
  "shift.get": { input: noInput, automatic: true },
  "shift.handOver": { input: shiftHandOver },
  "shift.accept": { input: shiftAccept },
  "shift.setCounting": { input: z.strictObject({ counting: z.boolean() }), needs: "reports" },
} as const satisfies Record<string, CommandRow>;
