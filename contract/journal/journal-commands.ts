import { z } from "zod";
import { type CommandRow, noInput, paymentIdInput, posTid, shape, timestamp } from "../calls/command-row.ts";
import type { JournalCheck } from "../payments/views.ts";
import type { JournalNames, JournalPage, PaymentFile, PaymentHistory } from "./journal.ts";

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
  "journal.list": { input: journalList, needs: "reports", automatic: true, returns: shape<JournalPage>() },
  "journal.verify": { input: noInput, returns: shape<JournalCheck>() },
  "journal.names": { input: noInput, needs: "reports", automatic: true, returns: shape<JournalNames>() },
  "payment.story": { input: paymentIdInput, automatic: true, returns: shape<PaymentHistory>() },
  "payment.file": { input: paymentIdInput, returns: shape<PaymentFile>() },
} as const satisfies Record<string, CommandRow>;
