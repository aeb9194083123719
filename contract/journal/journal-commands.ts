import { z } from "zod";
import { type CommandRow, noInput, paymentIdInput, posTid, timestamp } from "../calls/command-row.ts";

const journalList = z.strictObject({
  query: z.string().max(200).optional(),
  event: z.string().min(1).max(100).optional(),
  /** Only user actions and resulting money: `people` in `events.ts` */
  people: z.literal(true).optional(),
  posTid: posTid.optional(),
  person: z.string().min(1).max(200).optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(200).optional(),
});

export const JOURNAL_COMMANDS = {
  "journal.list": { input: journalList, needs: "reports", automatic: true },
  "journal.verify": { input: noInput },
  "journal.names": { input: noInput, needs: "reports", automatic: true },
  "payment.story": { input: paymentIdInput, automatic: true },
  "payment.file": { input: paymentIdInput },
} as const satisfies Record<string, CommandRow>;
