/** `/shortlink/`: list, create, read, update, delete, and the last scan (G13, G14, G23). */
import type { FastifyInstance } from "fastify";
import { shortlinkInput } from "../../contract/wire.ts";
import type { Service } from "../context.ts";
import { shortlinkValue } from "../flows/scanning.ts";
import { invalid, missing, Problem } from "../problem.ts";
import { createShortlink, deleteShortlink, findShortlink, lastScan, updateShortlink } from "../state/shortlinks.ts";
import { type Answer, addResource, type Call, queryValue, readBody } from "./endpoint.ts";
import { detailPath, listPage } from "./lists.ts";
import { checkCallbackUri } from "./payment-request.ts";

export function addShortlink(app: FastifyInstance, service: Service): void {
  const common = { level: "SECRET", kind: "SHORTLINK" } as const;
  addResource(app, service, "/shortlink/", {
    GET: { ...common, answer: (call) => listPage(service, "shortlink", call) },
    POST: {
      ...common,
      answer({ caller, body }) {
        const id = createShortlink(service.db, caller.merchantId, readShortlink(body));
        service.changes.announce();
        return { status: 201, location: detailPath("shortlink", id), body: { id } };
      },
    },
  });
  addResource(app, service, "/shortlink/:id/", {
    GET: {
      ...common,
      answer(call) {
        const { id, callback_uri, description, serial_number } = own(service, call);
        const shortlink_value = shortlinkValue(service, id);
        return {
          status: 200,
          body: { id, shortlink_value, callback_uri, description, serial_number, is_active: true },
        };
      },
    },
    PUT: {
      ...common,
      answer(call) {
        const { id } = own(service, call);
        updateShortlink(service.db, call.caller.merchantId, id, readShortlink(call.body));
        service.changes.announce();
        return { status: 204 };
      },
    },
    DELETE: {
      ...common,
      answer(call) {
        deleteShortlink(service.db, call.caller.merchantId, own(service, call).id);
        service.changes.announce();
        return { status: 204 };
      },
    },
  });
  addResource(app, service, "/shortlink/:id/last_scan/", {
    GET: { level: "SECRET", kind: "LAST_SCAN", answer: (call) => readLastScan(service, call) },
  });
}

/** The newest scan of the last so many seconds, or 204: there was none. 404 and 405 would mean that nobody can ask. */
function readLastScan(service: Service, call: Call): Answer {
  const support = service.faults.lastScan;
  if (support === 405) throw new Problem(405, "method_not_allowed", "GET is not supported here.", null, { allow: "" });
  if (support === 404) throw missing("resource");
  const { id } = own(service, call);
  const ttl = queryValue(call, "ttl") ?? "60";
  if (!/^\d{1,6}$/.test(ttl)) throw invalid({ ttl: "expected a number of seconds" });
  const scan = lastScan(service.db, id, service.clock.now() - Number(ttl) * 1000);
  return scan ? { status: 200, body: { id: scan.token, argstring: scan.argstring } } : { status: 204 };
}

function own(service: Service, call: Call) {
  const shortlink = findShortlink(service.db, call.caller.merchantId, call.params.id ?? "");
  if (!shortlink) throw missing("shortlink");
  return shortlink;
}

function readShortlink(body: unknown) {
  const input = readBody(shortlinkInput, body);
  checkCallbackUri(input.callback_uri);
  return input;
}
