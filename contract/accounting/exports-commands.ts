import { z } from "zod";
import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import type { Export, ExportChunk, ExportOptions } from "./exports.ts";
import { CSV_SEPARATORS, EXPORT_KINDS } from "./exports.ts";

/** A business day or an instant. As `to`, a day is included in the export. */
const point = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: expectedReason("field_day_or_time"),
});
const line = (maxLength: number) => z.string().trim().max(maxLength);
const exportId = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);

const saft = z.strictObject({
  companyIdent: line(35),
  companyName: line(100),
  vatRegistered: z.boolean(),
  street: line(100),
  postalCode: line(20),
  city: line(50),
  country: z.string().regex(/^[A-Z]{2}$/, expectedReason("field_country")),
  vatCode: line(20).min(1),
  standardVatCode: line(9).min(1),
  vatDescription: line(100),
});

const exportMake = z.strictObject({
  kind: z.enum(EXPORT_KINDS),
  from: point,
  to: point,
  /** Absent fields are as in the last export */
  options: z
    .strictObject({
      csv: z.strictObject({ separator: z.enum(CSV_SEPARATORS).optional(), bom: z.boolean().optional() }).optional(),
      saft: saft.partial().optional(),
    })
    .optional(),
});

const exportRead = z.strictObject({
  exportId,
  name: z.string().min(1).max(200).optional(),
  offset: z.int().min(0).optional(),
});

export const EXPORT_COMMANDS = {
  "export.make": { input: exportMake, needs: "reports", returns: shape<Export>() },
  "export.list": {
    input: noInput,
    needs: "reports",
    automatic: true,
    /** Newest first; `folder` is on the till's machine */
    returns: shape<{ items: Export[]; folder: string }>(),
  },
  "export.read": { input: exportRead, needs: "reports", automatic: true, returns: shape<ExportChunk>() },
  "export.options": { input: noInput, needs: "reports", automatic: true, returns: shape<ExportOptions>() },
} as const satisfies Record<string, CommandRow>;
