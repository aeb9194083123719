/** The schemas of the commands that read the journal. */
import { z } from "zod";
import { ID_PATTERN, MAX_TID_LENGTH } from "./identifiers.ts";

const posTid = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN);
const timestamp = z.iso.datetime({ offset: true });
const noInput = z.strictObject({});

export const JOURNAL_INPUTS = {
  "journal.list": z.strictObject({
    /** A payment's number or reference, or any text in the row */
    query: z.string().max(200).optional(),
    event: z.string().min(1).max(100).optional(),
    posTid: posTid.optional(),
    person: z.string().min(1).max(200).optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).optional(),
  }),
  "journal.names": noInput,
  "payment.story": z.strictObject({ posTid }),
  "payment.file": z.strictObject({ posTid }),
} as const satisfies Record<string, z.ZodType>;
