import { z } from "zod";
import {
  type CommandRow,
  customerInput,
  duplicateIndexes,
  exactLine,
  noInput,
  paymentIdInput,
  paymentReference,
  posTid,
  shape,
} from "../calls/command-row.ts";
import type { SlotList, VendToReview } from "../kiosk/vend.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { CUSTOMER_LANGUAGES } from "../values/customer-language.ts";
import { MAX_LINES, MAX_QUANTITY } from "../values/lines.ts";
import type { Payment } from "./views.ts";

const quantity = z.int(`a whole number, 1 to ${MAX_QUANTITY}`).min(1).max(MAX_QUANTITY);

const uniqueBy = <T>(entries: z.ZodArray<z.ZodType<T>>, field: keyof T & string, of: (entry: T) => string) =>
  entries.superRefine((list, context) => {
    for (const index of duplicateIndexes(list.map(of)))
      context.addIssue({ code: "custom", path: [index, field], message: expectedReason("field_each_once") });
  });

const items = uniqueBy(
  z
    .array(z.strictObject({ productId: exactLine(64), quantity }))
    .min(1)
    .max(MAX_LINES),
  "productId",
  ({ productId }) => productId,
);

const slot = exactLine(20);

const dropped = uniqueBy(z.array(z.strictObject({ slot, quantity })).max(MAX_LINES), "slot", ({ slot }) => slot);

const vendStart = z.strictObject({
  /** Absent: the machine's deposit is reserved, and `vend.choose` sets the items */
  items: items.optional(),
  customer: customerInput.optional(),
  language: z.enum(CUSTOMER_LANGUAGES).optional(),
  /** As in `payment.start`: the same reference returns the same vend */
  reference: paymentReference.optional(),
});

const vendList = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(200).optional(),
});

export const VEND_COMMANDS = {
  "vend.start": {
    input: vendStart,
    needs: "sale",
    whileLocked: "kiosk",
    inService: "but_dispenser",
    returns: shape<Payment>(),
  },
  "vend.choose": {
    input: z.strictObject({ posTid, items }),
    needs: "sale",
    whileLocked: "kiosk",
    lockedTo: "on_screen",
    returns: shape<Payment>(),
  },
  /** Cancels a vend before the machine receives the order */
  "vend.cancel": {
    input: paymentIdInput,
    needs: "abort",
    whileLocked: "kiosk",
    lockedTo: "on_screen",
    returns: shape<Payment>(),
  },
  "vend.list": {
    input: vendList,
    needs: "queue",
    automatic: true,
    returns: shape<{
      items: VendToReview[];
      next: string | null;
    }>(),
  },
  /** What an operator found dropped. It is captured, and the rest released */
  "vend.resolve": {
    input: z.strictObject({ posTid, dropped }),
    needs: "queue",
    approvable: true,
    returns: shape<Payment>(),
  },
  /** Removes a checked vend from the list */
  "vend.acknowledge": { input: paymentIdInput, needs: "queue", approvable: true, returns: shape<Payment>() },
  /** Also for a kiosk's customers, whose screen shows sold-out slots */
  "vend.slots": { input: noInput, automatic: true, whileLocked: "kiosk", returns: shape<SlotList>() },
  /** Requires `queue`, as `vend.resolve` does */
  "vend.unblock": { input: z.strictObject({ slot }), needs: "queue", approvable: true, returns: shape<SlotList>() },
} as const satisfies Record<string, CommandRow>;
