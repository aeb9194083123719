/** The `receipt` table: issued receipts with their numbers and print counts. The caller provides the transaction. */

import type { Receipt, ReceiptKind, ReceiptRef } from "../../../contract/receipts/receipts.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../../storage/database/database.ts";
import { USED_SETTINGS } from "../../storage/database/used-numbers.ts";
import { receiptTime } from "./time.ts";

export interface IssuedReceipt {
  number: number;
  posTid: string;
  kind: ReceiptKind;
  part: number;
  receipt: Receipt;
  prints: number;
}

export type IssuedReceipts = ReturnType<typeof issuedReceipts>;

interface Stored {
  number: number;
  pos_tid: string;
  kind: ReceiptKind;
  part: number;
  model: string;
  prints: number;
}

export function issuedReceipts(database: Database, prefix: string) {
  const byRef = database.prepare<[string, string, number], Stored>(
    "SELECT * FROM receipt WHERE pos_tid = ? AND kind = ? AND part = ?",
  );
  const byNumber = database.prepare<[number], Stored>("SELECT * FROM receipt WHERE number = ?");
  const highest = database
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT max(number) FROM receipt), 0),
         coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE name = '${USED_SETTINGS.receipt}'), 0))`,
    )
    .pluck();
  const insert = database.prepare(
    "INSERT INTO receipt (number, pos_tid, kind, part, model, issued_at) VALUES (@number, @posTid, @kind, @part, @model, @now)",
  );
  const count = database.prepare("UPDATE receipt SET prints = max(0, prints + ?) WHERE number = ?");
  return {
    find: (posTid: string, { kind, part }: ReceiptRef): IssuedReceipt | null => read(byRef.get(posTid, kind, part)),
    byNumber: (number: number): IssuedReceipt | null => read(byNumber.get(number)),
    issue(receipt: Receipt, now: number): IssuedReceipt {
      const number = (highest.get() ?? 0) + 1;
      const issued: Receipt = {
        ...receipt,
        number: receiptNumber(prefix, number),
        issued: receiptTime(now, receipt.time.timeZone),
      };
      const { kind, part } = receipt;
      const { posTid } = receipt.payment;
      insert.run({ number, posTid, kind, part, model: receiptJson(issued), now });
      return { number, posTid, kind, part, receipt: issued, prints: 0 };
    },
    count(number: number, change: 1 | -1) {
      count.run(change, number);
    },
  };
}

export function receiptNumber(prefix: string, number: number): string {
  return `${prefix}-R${String(number).padStart(5, "0")}`;
}

function read(row: Stored | undefined): IssuedReceipt | null {
  if (!row) return null;
  const { number, kind, part, prints } = row;
  return { number, posTid: row.pos_tid, kind, part, prints, receipt: readReceipt(row.model) };
}

export function receiptJson(receipt: Receipt): string {
  return canonicalJson(receipt);
}

/** @throws Error for anything but a receipt of a known version */
export function readReceipt(text: string): Receipt {
  const value = JSON.parse(text) as Partial<Receipt> | null;
  if (value?.format !== "till-receipt" || value.version !== 1) throw new Error("unsupported receipt version");
  return value as Receipt;
}
