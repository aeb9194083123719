import type { Permission } from "../../contract/customers/permissions.ts";
import type { VendView } from "../../contract/kiosk/vend.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { Database } from "../storage/database/database.ts";
import { cacheUntilWrite } from "../storage/database/row-cache.ts";
import { revisionOf } from "../storage/journal/revision.ts";
import type { PaymentRow } from "./payment-row.ts";
import type { Permissions } from "./permissions.ts";
import type { Operations } from "./queue/operations.ts";
import type { PaymentRows } from "./rows.ts";
import { paymentView } from "./view.ts";

export interface ViewPorts {
  database: Database;
  rows: PaymentRows;
  operations: Operations;
  vendOf?(posTid: string): VendView | null;
  permissions?: Pick<Permissions, "view">;
}

/** Returns a function for views of single payments. Each view is built once per commit. */
export function paymentViews(ports: ViewPorts): (posTid: string) => Payment {
  const { database, operations, permissions, rows, vendOf } = ports;
  const view = (row: PaymentRow, permission: Permission | null) => {
    const { posTid } = row;
    const vend = vendOf?.(posTid) ?? null;
    const related = { vend, permission, revision: revisionOf(database) };
    return paymentView(row, operations.ofPayment(posTid), rows.movements(posTid), related);
  };
  const cachedView = cacheUntilWrite(database, (posTid) => Object.freeze(view(requirePayment(rows, posTid), null)));
  return (posTid) => {
    const row = requirePayment(rows, posTid);
    // A permission's state depends on the time too, so its view is not cached.
    return row.scope === null ? cachedView(posTid) : view(row, permissions?.view(posTid) ?? null);
  };
}

/** Returns a function for views of many payments, whose data is read together. */
export function manyViews(ports: ViewPorts): (posTids: readonly string[]) => Payment[] {
  const { database, operations, rows, vendOf, permissions } = ports;
  const withVend = database
    .prepare<[string], string>("SELECT pos_tid FROM vend WHERE pos_tid IN (SELECT value FROM json_each(?))")
    .pluck();
  return (posTids) => {
    const posTidsJson = JSON.stringify(posTids);
    const revision = revisionOf(database);
    const operationsById = operations.ofPayments(posTidsJson);
    const vendPosTids = new Set(vendOf ? withVend.all(posTidsJson) : []);
    const viewsById = new Map(
      rows.findMany(posTidsJson).map(({ row, movements }) => {
        const { posTid, scope } = row;
        const vend = vendPosTids.has(posTid) ? (vendOf?.(posTid) ?? null) : null;
        const permission = scope === null ? null : (permissions?.view(posTid) ?? null);
        return [
          posTid,
          paymentView(row, operationsById.get(posTid) ?? [], movements, { vend, permission, revision }),
        ] as const;
      }),
    );
    return posTids.flatMap((posTid) => viewsById.get(posTid) ?? []);
  };
}

/** @throws if the payment is not in the database */
export function requirePayment(rows: PaymentRows, posTid: string): PaymentRow {
  const row = rows.find(posTid);
  if (!row) throw new Error(`payment ${posTid} is not in the database`);
  return row;
}
