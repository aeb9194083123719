/** Refuses new payments at a kiosk while it is out of service, because no staff is there to work around it. */
import { failed } from "../../contract/calls/errors.ts";
import type { OutOfServiceCode } from "../../contract/health/out-of-service.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";

type Refusal = ReturnType<typeof failed>;

export interface InServicePorts {
  isKiosk(): boolean;
  outOfService(): OutOfServiceCode[];
  /** True for a reference that was used before: the payment is returned again */
  isStarted(reference: string): boolean;
}

/** Returns the refusal of a new payment while the kiosk is out of service; null if it may start. */
export function startRefusal(ports: InServicePorts, requested: Requested): Refusal | null {
  const [cause] = outOfServiceCauses(ports, requested);
  return cause === undefined ? null : outOfServiceFailure(cause);
}

interface Requested {
  reference?: string | undefined;
}

/** Returns why a kiosk is out of service; empty for a counter and for a reference that was used before. */
export function outOfServiceCauses(
  { isStarted, isKiosk, outOfService }: InServicePorts,
  { reference }: Requested,
): OutOfServiceCode[] {
  return !isKiosk() || (reference !== undefined && isStarted(reference)) ? [] : outOfService();
}

/** Returns the error of a refused payment. No money moved. */
export function outOfServiceFailure(cause: OutOfServiceCode): Refusal {
  switch (cause) {
    case "service_offline":
      return failed("offline", { because: reasonFor("kiosk_offline") });
    case "service_refused":
      return failed("auth_failed", { because: reasonFor("kiosk_credentials") });
    case "disk_full":
      return failed("internal", { because: reasonFor("payment_disk_full") });
    case "database_stopped":
      return failed("internal", { because: reasonFor("storage_stopped") });
    case "database_damaged":
      return failed("illegal_state", { because: reasonFor("kiosk_damaged") });
    case "clock_too_far":
      return failed("illegal_state", { because: reasonFor("kiosk_clock") });
    case "dispenser":
      return failed("illegal_state", { because: reasonFor("vend_machine_stopped") });
    case "dispenser_unreached":
      return failed("illegal_state", { because: reasonFor("vend_machine_unreached") });
    case "dispenser_unfit":
      return failed("illegal_state", { because: reasonFor("vend_machine_unfit") });
    case "dispenser_strange":
      return failed("illegal_state", { because: reasonFor("vend_machine_strange") });
    case "printer_required":
      return failed("illegal_state", { because: reasonFor("kiosk_printer") });
  }
}
