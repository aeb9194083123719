import { z } from "zod";
import { type CommandRow, noInput, posTid, shape } from "../calls/command-row.ts";
import { variantsSchema } from "../calls/setting-schema.ts";
import { TIP_OFFER_ROWS } from "../catalogue/counter.ts";
import { SCREEN_ANSWERS } from "../integration/registers.ts";
import { CUSTOMER_LANGUAGES } from "../values/customer-language.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import type { DisplayOpened, DisplayView, TipOffer } from "./display.ts";

const displayShow = z.strictObject({ posTid: posTid.nullable(), instead: posTid.optional() });
const language = z.enum(CUSTOMER_LANGUAGES);
const amount = z.int().min(1).max(MAX_AMOUNT);
const tipOffer = variantsSchema(TIP_OFFER_ROWS, "kind", {
  others: { amount, unitsFirst: z.enum(["minor", "whole"]).optional() },
}) as z.ZodType<Omit<TipOffer, "chosen">>;

export const DISPLAY_COMMANDS = {
  "display.get": {
    input: noInput,
    whileLocked: "always",
    automatic: true,
    byCustomer: true,
    returns: shape<DisplayView>(),
  },
  /** The payment that the counter shows; null: none. `instead`: the previous one */
  "display.show": {
    input: displayShow,
    whileLocked: "always",
    lockedTo: "reduced",
    automatic: true,
    returns: shape<DisplayView>(),
  },
  /** A cashier is keying in a sale; repeated at least every minute, and `false` at the end */
  "display.typing": {
    input: z.strictObject({ typing: z.boolean() }),
    automatic: true,
    returns: shape<Record<string, never>>(),
  },
  /** For the current customer only. `posTid`: the customer's payment; null: no payment yet */
  "display.setLanguage": {
    input: z.strictObject({ language, posTid: posTid.nullable() }),
    needs: "sale",
    returns: shape<DisplayView>(),
  },
  "display.setUsualLanguage": { input: z.strictObject({ language }), needs: "settings", returns: shape<DisplayView>() },
  /** Asks the customer for a tip until a payment is shown or the offer is replaced or withdrawn */
  "display.offerTip": { input: tipOffer, needs: "sale", returns: shape<DisplayView>() },
  "display.withdrawTip": { input: noInput, whileLocked: "always", automatic: true, returns: shape<DisplayView>() },
  /** The customer's tip; 0: none. `of`: the offer's amount, so that it cannot answer another offer */
  "display.chooseTip": {
    input: z.strictObject({ amount: z.int().min(0).max(MAX_AMOUNT), of: amount }),
    whileLocked: "always",
    byCustomer: true,
    returns: shape<DisplayView>(),
  },
  /** The customer's answer to a register's question; `screenId` ties it to that question */
  "display.answer": {
    input: z.strictObject({ screenId: z.string().min(1).max(64), answer: z.enum(SCREEN_ANSWERS) }),
    whileLocked: "always",
    byCustomer: "alone",
    returns: shape<DisplayView>(),
  },
  "display.open": { input: noInput, needs: "sale", returns: shape<DisplayOpened>() },
  "display.close": { input: noInput, needs: "sale", returns: shape<Record<string, never>>() },
} as const satisfies Record<string, CommandRow>;
