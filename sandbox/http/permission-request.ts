/** `/permission_request/`: create, read, outcome (2.4, G15, G23). */
import type { FastifyInstance } from "fastify";
import { formatDateTime, type PaymentRequestInput, permissionRequestInput } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { permissionOutcome } from "../flows/outcome.ts";
import { createPermission, DEFAULT_EXPIRES_IN } from "../flows/permissions.ts";
import { missing } from "../problem.ts";
import { findPayment } from "../state/payments.ts";
import { findPermission, type Permission } from "../state/permissions.ts";
import { addResource, type Call, readBody } from "./endpoint.ts";
import { detailPath } from "./lists.ts";
import { checkCallbackUri } from "./payment-request.ts";

export function addPermissionRequest(app: FastifyInstance, service: Service): void {
  const common = { level: "SECRET", kind: "PERMISSION" } as const;
  addResource(app, service, "/permission_request/", {
    POST: {
      ...common,
      answer({ caller, body }) {
        const input = readBody(permissionRequestInput, body);
        checkCallbackUri(input.callback_uri ?? null);
        const rid = createPermission(service, caller.merchantId, input);
        return { status: 201, location: detailPath("permission_request", rid), body: { id: rid } };
      },
    },
  });
  addResource(app, service, "/permission_request/:rid/", {
    GET: {
      ...common,
      answer: (call) => ({ status: 200, body: requestView(service, ownPermission(service, call)) }),
    },
  });
  addResource(app, service, "/permission_request/:rid/outcome/", {
    GET: {
      ...common,
      answer: (call) => ({ status: 200, body: permissionOutcome(service, ownPermission(service, call)) }),
    },
  });
}

/** Returns all data of a request; of a combined one (2.3), its payment's. */
function requestView(service: Service, permission: Permission): object {
  const { rid, pos_id, pos_tid, payment_tid, scope, text, status, expires_at } = permission;
  const payment = payment_tid === null ? undefined : findPayment(service.db, permission.merchant_id, payment_tid);
  const asked = payment
    ? { ...partOf(payment.request), pos_id, pos_tid, scope, text, tid: payment.tid }
    : (JSON.parse(permission.request) as object);
  return { ...asked, id: rid, rid, status, date_expires: formatDateTime(expires_at) };
}

function partOf({ customer, callback_uri, expires_in }: PaymentRequestInput): object {
  return { customer, callback_uri: callback_uri ?? null, expires_in: expires_in ?? DEFAULT_EXPIRES_IN };
}

function ownPermission(service: Service, call: Call): Permission {
  const permission = findPermission(service.db, call.caller.merchantId, call.params.rid ?? "");
  if (!permission) throw missing("permission request");
  return permission;
}
