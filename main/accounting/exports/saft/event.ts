import type { Stored } from "../records.ts";
import { articleId } from "./articles.ts";
import { amountText } from "./chain.ts";
import { type EventType, eventTypeOf } from "./codes.ts";
import type { EmployeeIds, Lookups } from "./lookups.ts";
import { eventReport } from "./report.ts";
import type { SaftSubject } from "./subject.ts";
import { element, group } from "./xml.ts";

export function event(row: Stored, subject: SaftSubject, empID: EmployeeIds, known: Lookups): string {
  const name = String(row.event);
  const data: Record<string, unknown> = JSON.parse(String(row.data));
  const receipt = name === "receipt.printed" ? known.receipt(data.receipt) : null;
  const unprinted = name === "money.captured" ? known.unprintedSale(row, data.id) : null;
  const type: EventType | null =
    unprinted === null ? eventTypeOf({ event: name, data, receipt: receipt?.kind ?? null }) : "NORECEIPT";
  if (type === null) return "";
  const { date, time } = subject.local(Number(row.at));
  const report = type === "ZREP" ? known.z(data.number) : type === "XREP" ? known.x(data.number) : null;
  const parts = [
    element("eventID", row.sequence ?? ""),
    element("eventType", type),
    element("transID", receipt?.nr ?? unprinted),
    element("empID", empID(row.actor)),
    element("eventDate", date),
    element("eventTime", time),
    element("eventText", type === "PRICECHANGE" ? priceChange(data) : name),
    report === null ? "" : eventReport(report, subject, empID),
  ];
  return `${group("event", parts)}\n`;
}

/** The format of the tax administration's example: `artID bun; Kanelbolle; old price 45.00; new price 49.00`. */
function priceChange({ product, name, before, after, currency }: Record<string, unknown>): string {
  const [old, now] = [before, after].map((minor) => amountText(Number(minor), String(currency)));
  return `artID ${articleId(String(product))}; ${name}; old price ${old}; new price ${now}`;
}
