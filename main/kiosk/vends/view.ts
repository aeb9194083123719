import type { VendView } from "../../../contract/kiosk/vend.ts";
import { packReason } from "../../../contract/reasons/reasons.ts";
import type { VendRow, VendRows } from "./rows.ts";
import { payableAmount } from "./vend-items.ts";

export function vendViews(rows: Pick<VendRows, "find">): (posTid: string) => VendView | null {
  return (posTid) => {
    const row = rows.find(posTid);
    return row && viewOf(row);
  };
}

export function viewOf(row: VendRow): VendView {
  const { id, state, isDeposit, items, report, unknownDrop, because } = row;
  return {
    id,
    state,
    isDeposit,
    items,
    dropped: report ?? [],
    payable: payableOf(row),
    unknownDrop,
    short: because !== null && packReason(because).includes('"vend_short"'),
  };
}

function payableOf(row: VendRow): number | null {
  if (row.state === "authorising" || row.state === "dispensing") return null;
  return row.state === "cancelled" ? 0 : payableAmount(row);
}
