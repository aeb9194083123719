/** Requests refused by the service because of the customer. The customer was not asked, and no money moved. */
import type { Reason } from "../reasons/reasons.ts";
import type { Payment } from "./views.ts";

/** True if the service's refusal names the field `customer`. */
export function isAboutCustomer(reason: Reason | null): boolean {
  const words = reason?.code === "service_says" ? reason.values.words : undefined;
  return typeof words === "object" && "quoted" in words && /(^|; )customer:/.test(words.quoted);
}

/** True if the service refused a payment because of its customer, so that another customer may work. */
export function wasCustomerRefused({
  asked,
  customer,
  operations,
}: Pick<Payment, "asked" | "customer" | "operations">): boolean {
  const create = operations.find(({ kind }) => kind === "create");
  const isRefused = create?.state === "refused" && asked === "no";
  return isRefused && customer !== null && isAboutCustomer(create.lastErrorReason);
}
