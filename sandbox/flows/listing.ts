/** Outcomes that trail what was done: a service that answers 204 before its own list shows the change. */
import type { Service } from "../context.ts";
import type { Payment } from "../state/payments.ts";

/** What a payment was before each of the merchant's changes, until when that is still told. */
interface Listed {
  until: number;
  payment: Payment;
}

const TRAILING = new WeakMap<Service, Map<string, Listed[]>>();

/** Notes what a payment was before a change, as long as outcomes trail. */
export function keepListed(service: Service, payment: Payment): void {
  const { listLateMs } = service.faults;
  if (listLateMs === 0) return;
  const all = TRAILING.get(service) ?? new Map<string, Listed[]>();
  TRAILING.set(service, all);
  const until = service.clock.now() + listLateMs;
  all.set(payment.tid, [...(all.get(payment.tid) ?? []), { until, payment }]);
}

/** The payment as its outcome tells of it now: as it is, or as it was before what is not listed yet. */
export function asListed(service: Service, payment: Payment): Payment {
  const earlier = TRAILING.get(service)?.get(payment.tid) ?? [];
  const now = service.clock.now();
  return earlier.find(({ until }) => until > now)?.payment ?? payment;
}
