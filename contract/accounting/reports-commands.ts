import { z } from "zod";
import { type CommandRow, noInput, pin } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { cleanName } from "../values/plain-text.ts";
import { DECISIONS, SETTLEMENT_PIECE_LENGTH, UNRESOLVED_KINDS } from "./reports.ts";

const wholeHour = z.string().regex(/^([01]\d|2[0-3]):00$/, expectedReason("field_whole_hour"));
const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);

const note = z.string().trim().min(1).max(200).optional();
const isAcceptedWithNote = (value: { decision: string; note?: string | undefined }) =>
  value.decision !== "accept" || value.note !== undefined;
const NO_NOTE = { path: ["note"], message: expectedReason("field_why_accepted") };

const closingDecision = z
  .strictObject({
    subject: z.string().min(1).max(200),
    decision: z.enum(DECISIONS),
    note,
  })
  .refine(isAcceptedWithNote, NO_NOTE);

const bulkDecision = z
  .strictObject({
    kind: z.enum(UNRESOLVED_KINDS),
    decision: z.enum(DECISIONS),
    note,
    /** Number and sum as shown to the user; refused if they have changed */
    count: z.int().min(1),
    amount: z.int(),
  })
  .refine(isAcceptedWithNote, NO_NOTE);

const reportZ = z.strictObject({
  decisions: z.array(closingDecision).max(1000).optional(),
  /** At most one per kind */
  bulk: z.array(bulkDecision).max(UNRESOLVED_KINDS.length).optional(),
  /** The number shown in the preview; refused if it is already closed */
  number: number.optional(),
  /** A manager closes the period although it cannot be compared now */
  uncompared: z.literal(true).optional(),
});

const reportList = z.strictObject({
  /** `next` of an earlier page: Zs before this number */
  before: number.optional(),
  limit: z.int().min(1).max(100).optional(),
});

const settlementAppend = z.strictObject({
  uploadId: id,
  /** 0, 1, 2 …: a repeated piece is accepted once */
  index: z.int().min(0).max(100_000),
  text: z.string().min(1).max(SETTLEMENT_PIECE_LENGTH),
});

const shiftHandOver = z.strictObject({
  /** As returned by `shift.get`, so that exactly the shown figures are handed over */
  through: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  tally: z.strictObject({ payments: z.int().min(0).max(100_000), net: z.int() }).optional(),
});

/** `person`: an id of `staff.names`, to try one PIN only; absent: all */
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
