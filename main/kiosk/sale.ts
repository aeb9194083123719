/** Sales that kiosk customers may start: an amount, or products at the catalogue's prices. */

import type { CommandInput } from "../../contract/bridge/commands.ts";
import { type FieldProblem, failed, invalidField, type Result } from "../../contract/calls/errors.ts";
import type { CatalogueContent, Product } from "../../contract/catalogue/catalogue.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import { transact } from "../storage/database/database.ts";
import { endPreviousPayments } from "./previous-payments.ts";
import type { VendMoneyPorts } from "./vends/money.ts";

type Sale = CommandInput<"payment.start">;

export interface KioskSalePorts extends Omit<VendMoneyPorts, "serviceNow"> {
  start(input: Sale): Result<Payment>;
  /** True if customers use the window, without an operator's PIN */
  isLocked(): boolean;
  /** True with a vending machine, which then is the only seller */
  hasMachine(): boolean;
  catalogue(): Pick<CatalogueContent, "products">;
  currency: string;
}

const STAFF_FIELDS = [
  "additionalAmount",
  "additionalEdit",
  "text",
  "scope",
  "scopeText",
  "preset",
  "links",
  "displayMessageUri",
  "successReturnUri",
  "failureReturnUri",
  "attempt",
] as const;

/** Returns `payment.start` for a till that may be a kiosk. Idempotent by reference. */
export function kioskSale(ports: KioskSalePorts) {
  return (input: Sale): Result<Payment> => {
    const { database, hasMachine, isLocked, start, store } = ports;
    const isRepeat = input.reference !== undefined && store.rows.findByReference(input.reference) !== null;
    if (!isLocked() || isRepeat) return start(input);
    if (hasMachine()) return failed("illegal_state", { because: reasonFor("kiosk_machine_sells") });
    const problems = saleProblems(input, ports);
    if (problems.length > 0) return failed("invalid_input", { fields: problems });
    return transact(database, () => {
      const started = start(input);
      if (started.ok) endPreviousPayments(ports, started.value.posTid);
      return started;
    });
  };
}

/** Returns the invalid fields. The payment itself checks that lines total the amount. */
function saleProblems(input: Sale, { catalogue, currency }: KioskSalePorts): FieldProblem[] {
  const fields: FieldProblem[] = STAFF_FIELDS.flatMap((field) =>
    input[field] === undefined ? [] : [invalidField(field, reasonFor("field_kiosk_none"))],
  );
  if (input.action !== "SALE") fields.push(invalidField("action", reasonFor("field_kiosk_sale")));
  const products = new Map(
    catalogue().products.flatMap((product) => (product.scale === undefined ? [[product.id, product]] : [])),
  );
  for (const [index, line] of (input.lines ?? []).entries()) {
    const product = products.get(line.productId ?? "");
    const problems = product === undefined ? null : lineProblems(line, product, currency);
    fields.push(
      ...(problems ?? [invalidField("productId", reasonFor("field_kiosk_products"))]).map((problem) => ({
        ...problem,
        field: `lines[${index}].${problem.field}`,
      })),
    );
  }
  return fields;
}

function lineProblems(
  { name, unitAmount, vatRate, discount }: NonNullable<Sale["lines"]>[number],
  product: Product,
  currency: string,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const addProblem = (field: string, because: Reason) => problems.push(invalidField(field, because));
  if (unitAmount !== product.amount)
    addProblem("unitAmount", reasonFor("field_kiosk_price", { price: { amount: product.amount, currency } }));
  if (name !== undefined && name !== product.name) addProblem("name", reasonFor("field_kiosk_as_listed"));
  if (vatRate !== undefined && vatRate !== product.vatRate) addProblem("vatRate", reasonFor("field_kiosk_as_listed"));
  if (discount !== undefined) addProblem("discount", reasonFor("field_kiosk_none"));
  return problems;
}
