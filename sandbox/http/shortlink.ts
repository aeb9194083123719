/** `/shortlink/`: list, create, read, update, delete, last scan (G13, G14, G23). */
import type { FastifyInstance } from "fastify";
import { shortlinkInput } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { shortlinkValue } from "../flows/scanning.ts";
import { invalid, missing } from "../problem.ts";
import {
  createShortlink,
  deleteShortlink,
  findShortlink,
  lastScan,
  type ShortlinkRow,
  updateShortlink,
} from "../state/shortlinks.ts";
import { type Answer, addResource, type Call, queryValue, readBody, requireSupport } from "./endpoint.ts";
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
      answer: (call) => ({ status: 200, body: shortlinkView(service, ownShortlink(service, call)) }),
    },
    PUT: {
      ...common,
      answer(call) {
        const stored = ownShortlink(service, call);
        const input = readShortlink(withoutReadOnly(service, stored, call.body));
        updateShortlink(service.db, call.caller.merchantId, stored.id, input);
        service.changes.announce();
        return { status: 204 };
      },
    },
    DELETE: {
      ...common,
      answer(call) {
        deleteShortlink(service.db, call.caller.merchantId, ownShortlink(service, call).id);
        service.changes.announce();
        return { status: 204 };
      },
    },
  });
  addResource(app, service, "/shortlink/:id/last_scan/", {
    GET: { level: "SECRET", kind: "LAST_SCAN", answer: (call) => readLastScan(service, call) },
  });
}

/**
 * Returns the latest scan within the given seconds, or 204 if none exists. 404 and 405 mean that the endpoint is not
 * supported.
 */
function readLastScan(service: Service, call: Call): Answer {
  requireSupport(service.faults.lastScan);
  const { id } = ownShortlink(service, call);
  const ttl = queryValue(call, "ttl") ?? "60";
  if (!/^\d{1,6}$/.test(ttl)) throw invalid({ ttl: "expected a number of seconds" });
  const scan = lastScan(service.db, id, service.clock.now() - Number(ttl) * 1000);
  return scan ? { status: 200, body: { id: scan.token, argstring: scan.argstring } } : { status: 204 };
}

function shortlinkView(service: Service, { id, callback_uri, description, serial_number }: ShortlinkRow) {
  const shortlink_value = shortlinkValue(service, id);
  return { id, shortlink_value, callback_uri, description, serial_number, is_active: true };
}

/** Accepts read-only fields in a PUT if they are unchanged, so the result of a GET can be sent back. */
function withoutReadOnly(service: Service, before: ShortlinkRow, body: unknown): unknown {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body;
  const { id, shortlink_value, is_active } = shortlinkView(service, before);
  const changeable: Record<string, unknown> = { ...body };
  for (const [name, value] of Object.entries({ id, shortlink_value, is_active })) {
    if (name in changeable && changeable[name] !== value) throw invalid({ [name]: "cannot be changed" });
    delete changeable[name];
  }
  return changeable;
}

function ownShortlink(service: Service, call: Call) {
  const shortlink = findShortlink(service.db, call.caller.merchantId, call.params.id ?? "");
  if (!shortlink) throw missing("shortlink");
  return shortlink;
}

function readShortlink(body: unknown) {
  const input = readBody(shortlinkInput, body);
  checkCallbackUri(input.callback_uri);
  return input;
}
