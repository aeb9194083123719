/** Requests that the service refused for the customer whom they name: no one was asked, and no money moved. Pure. */
import type { Reason } from "./reasons.ts";
import type { Payment } from "./views.ts";

/** Whether what the service named as wrong is the field `customer` (G4, G18). */
export function isAboutCustomer(reason: Reason | null): boolean {
  const words = reason?.code === "service_says" ? reason.values.words : undefined;
  return typeof words === "object" && "quoted" in words && /(^|; )customer:/.test(words.quoted);
}

/** Whether a payment came to nothing because the service knows no such customer, also once it is closed. */
export function wasCustomerRefused({
  asked,
  customer,
  operations,
}: Pick<Payment, "asked" | "customer" | "operations">): boolean {
  const create = operations.find(({ kind }) => kind === "create");
  const isRefused = create?.state === "refused" && asked === "no";
  return isRefused && customer !== null && isAboutCustomer(create.lastErrorReason);
}
