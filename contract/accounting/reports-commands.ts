import { z } from "zod";
import { type CommandRow, noInput, pin, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { cleanName } from "../values/plain-text.ts";
import type { BusinessDay, ClosingPreview, Report, ReportPage } from "./reports.ts";
import { DECISIONS, SETTLEMENT_PIECE_LENGTH, UNRESOLVED_KINDS } from "./reports.ts";
import type { Reconciliation } from "./reports-reconciliation.ts";
import type { SettlementMatch, SettlementSummary } from "./reports-settlement.ts";
import type { HandOver, Shift } from "./reports-shifts.ts";
import type { Today } from "./reports-today.ts";

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
  "report.x": {
    input: noInput,
    automatic: true,
    /** Figures of the open period; changes nothing */
    returns: shape<Report>(),
  },
  "report.takeX": {
    input: noInput,
    needs: "reports",
    /** An X taken by a user, recorded with a number */
    returns: shape<Report>(),
  },
  "report.day": { input: noInput, automatic: true, returns: shape<BusinessDay>() },
  "report.setDay": {
    input: z.strictObject({ cutOff: wholeHour }),
    needs: "reports",
    /** Also for the open period; closed periods do not change */
    returns: shape<BusinessDay>(),
  },
  "report.z": {
    input: reportZ,
    needs: "reports",
    /**
     * Closes the period after comparing new bookings with the service, which takes seconds per some hundred payments.
     * `offline`: two requests had no response, or none came for 10 seconds; `uncompared` closes anyway, and the Z says
     * why. `illegal_state`: another obstacle to the comparison, an open sale, late money, a restored backup, sums that
     * differ from bookings, or missing decisions (`details.fields` names each subject and its allowed decisions).
     * `invalid_input`: a decision that is not allowed. `conflict`: another close is in progress, `number` is not the next
     * one, or an item has changed.
     */
    returns: shape<Report>(),
  },
  "report.preview": { input: noInput, needs: "reports", automatic: true, returns: shape<ClosingPreview>() },
  "report.list": { input: reportList, automatic: true, returns: shape<ReportPage>() },
  "report.get": { input: z.strictObject({ number }), automatic: true, returns: shape<Report>() },
  "report.today": { input: noInput, automatic: true, returns: shape<Today>() },
  "report.reconcile": {
    input: noInput,
    needs: "reports",
    /** Starts reconciliation, or returns the one in progress. `offline`: not started */
    returns: shape<Reconciliation>(),
  },
  "report.stopReconciling": { input: noInput, needs: "reports", returns: shape<Reconciliation>() },
  "report.reconciliation": {
    input: noInput,
    needs: "reports",
    automatic: true,
    /** The latest one in any state; `not_found`: none yet */
    returns: shape<Reconciliation>(),
  },
  "settlement.begin": {
    input: z.strictObject({ name: z.string().overwrite(cleanName).min(1).max(200) }),
    needs: "reports",
    /** Starts an upload in pieces; one at a time, abandoned after 10 min */
    returns: shape<{ uploadId: string; pieceLength: number }>(),
  },
  "settlement.append": { input: settlementAppend, needs: "reports", returns: shape<{ received: number }>() },
  "settlement.finish": {
    input: z.strictObject({ uploadId: id }),
    needs: "reports",
    /** `invalid_input` names the invalid line and column; nothing is stored */
    returns: shape<SettlementMatch>(),
  },
  "settlement.list": {
    input: noInput,
    needs: "reports",
    automatic: true,
    returns: shape<{ items: SettlementSummary[] }>(),
  },
  "settlement.get": {
    input: z.strictObject({ id }),
    needs: "reports",
    automatic: true,
    returns: shape<SettlementMatch>(),
  },
  "shift.get": { input: noInput, automatic: true, returns: shape<Shift>() },
  "shift.handOver": {
    input: shiftHandOver,
    needs: "signed_in",
    /** `conflict`: a booking after `through`; `invalid_input`: no required tally */
    returns: shape<HandOver>(),
  },
  "shift.accept": {
    input: shiftAccept,
    /** With another user's PIN; `conflict` if already accepted */
    returns: shape<HandOver>(),
  },
  "shift.setCounting": { input: z.strictObject({ counting: z.boolean() }), needs: "reports", returns: shape<Shift>() },
} as const satisfies Record<string, CommandRow>;
