/** The third renderer: a receipt as JSON, without loss, in a form that names itself and its version. */
import type { Receipt } from "../../../contract/receipts.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";

/** The receipt's JSON: equal receipts are equal texts. */
export function receiptJson(receipt: Receipt): string {
  return canonicalJson(receipt);
}

/**
 * Reads what {@link receiptJson} wrote.
 * @throws Error for anything that is not a receipt of a version that this till knows
 */
export function readReceipt(text: string): Receipt {
  const value = JSON.parse(text) as Partial<Receipt> | null;
  if (value?.format !== "till-receipt" || value.version !== 1)
    throw new Error("not a receipt of a version that this till knows");
  return value as Receipt;
}
