/** `/permission_request/`: create, read, and the outcome (2.4, G15, G23). */
import type { FastifyInstance } from "fastify";
import { formatDateTime, permissionRequestInput } from "../../contract/wire.ts";
import type { Service } from "../context.ts";
import { permissionOutcome } from "../flows/outcome.ts";
import { createPermission } from "../flows/permissions.ts";
import { missing } from "../problem.ts";
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
      answer(call) {
        const { rid, request, status, expires_at } = own(service, call);
        const asked = JSON.parse(request) as object;
        return { status: 200, body: { ...asked, id: rid, rid, status, date_expires: formatDateTime(expires_at) } };
      },
    },
  });
  addResource(app, service, "/permission_request/:rid/outcome/", {
    GET: { ...common, answer: (call) => ({ status: 200, body: permissionOutcome(service, own(service, call)) }) },
  });
}

function own(service: Service, call: Call): Permission {
  const permission = findPermission(service.db, call.caller.merchantId, call.params.rid ?? "");
  if (!permission) throw missing("permission request");
  return permission;
}
