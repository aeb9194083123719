/** The commands about the customer's screen. */
import { z } from "zod";
import { type CommandRow, noInput, posTid } from "./command-row.ts";
import { CUSTOMER_LANGUAGES } from "./customer-language.ts";
import { MAX_AMOUNT } from "./money.ts";
import { SCREEN_ANSWERS } from "./registers.ts";

const displayShow = z.strictObject({ posTid: posTid.nullable(), instead: posTid.optional() });
const language = z.enum(CUSTOMER_LANGUAGES);
const amount = z.int().min(1).max(MAX_AMOUNT);
const tipOffer = z.strictObject({
  amount,
  kind: z.enum(["percent", "amount"]),
  presets: z.array(amount).min(1).max(4),
  unitsFirst: z.enum(["minor", "whole"]).optional(),
});

export const DISPLAY_COMMANDS = {
  "display.get": { input: noInput, whileLocked: "always", automatic: true, byCustomer: true },
  /** Which payment the counter presents now; null: none. `instead`: the one that it presented until now */
  "display.show": { input: displayShow, whileLocked: "always", automatic: true },
  /** A cashier keys in a sale at this window, told anew at least every minute; or has stopped */
  "display.typing": { input: z.strictObject({ typing: z.boolean() }), automatic: true },
  /** For one customer alone. `posTid`: whose payment it is, null: who is asked before theirs begins */
  "display.setLanguage": {
    input: z.strictObject({ language, posTid: posTid.nullable() }),
    needs: "sale",
  },
  /** For every customer of the shop who was given no other */
  "display.setUsualLanguage": { input: z.strictObject({ language }), needs: "settings" },
  /** Asks the customer for a tip on their screen, until a payment is shown, another offer is made or it is withdrawn */
  "display.offerTip": { input: tipOffer, needs: "sale" },
  "display.withdrawTip": { input: noInput, whileLocked: "always", automatic: true },
  /** The customer's answer, 0: no tip. `of`: the offer's amount, so that it answers no other offer */
  "display.chooseTip": {
    input: z.strictObject({ amount: z.int().min(0).max(MAX_AMOUNT), of: amount }),
    whileLocked: "always",
    byCustomer: true,
  },
  /** The customer's answer to what a register asks on their screen. `screenId`: so that it answers nothing else */
  "display.answer": {
    input: z.strictObject({ screenId: z.string().min(1).max(64), answer: z.enum(SCREEN_ANSWERS) }),
    whileLocked: "always",
    byCustomer: "alone",
  },
  "display.open": { input: noInput, needs: "sale" },
  "display.close": { input: noInput, needs: "sale" },
} as const satisfies Record<string, CommandRow>;
