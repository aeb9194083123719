/** Simulates delayed outcomes: the service returns 204 before its outcome shows the change. */
import type { Service } from "../context.ts";
import type { Payment } from "../state/payments.ts";

/** Earlier states of a payment, and until when they are shown. */
interface Listed {
  until: number;
  payment: Payment;
}

const TRAILING = new WeakMap<Service, Map<string, Listed[]>>();

/** Stores the state before a change if outcomes are delayed. */
export function storeListedState(service: Service, payment: Payment): void {
  const { listLateMs } = service.faults;
  if (listLateMs === 0) return;
  const all = TRAILING.get(service) ?? new Map<string, Listed[]>();
  TRAILING.set(service, all);
  const until = service.clock.now() + listLateMs;
  all.set(payment.tid, [...(all.get(payment.tid) ?? []), { until, payment }]);
}

export function listedState(service: Service, payment: Payment): Payment {
  const earlier = TRAILING.get(service)?.get(payment.tid) ?? [];
  const now = service.clock.now();
  return earlier.find(({ until }) => until > now)?.payment ?? payment;
}
