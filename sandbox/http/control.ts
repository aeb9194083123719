/** `/control/`: control API for people and tests. Loopback only, without credentials. README: "Control". */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseDateTime } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { faultInput, ID_TOKEN_VARIANTS } from "../faults.ts";
import { expireAccess } from "../flows/permissions.ts";
import { missing } from "../problem.ts";
import { registerApplication } from "../provision.ts";
import { findCustomer, listCustomers, putCustomer } from "../state/customers.ts";
import { listMerchants } from "../state/merchants.ts";
import { findPayment, listPayments, type Payment } from "../state/payments.ts";
import { listPermissions } from "../state/permissions.ts";
import { hideCode, listShownCodes, showCode } from "../state/shown-codes.ts";
import { applicationInput } from "./application.ts";
import { readBody } from "./endpoint.ts";
import { requireLoopback } from "./guard.ts";

const TEN_YEARS_S = 10 * 365 * 24 * 3600;
const clockBody = z.union([
  z.strictObject({ advanceSeconds: z.number().min(0).max(TEN_YEARS_S) }),
  z.strictObject({
    set: z.string().refine((text) => parseDateTime(text) !== null, "expected a time, YYYY-MM-DD hh:mm:ss"),
  }),
]);
const codeBody = z.strictObject({ link: z.string().min(1).max(2048), label: z.string().min(1).max(200) });
const support = z.union([z.literal("supported"), z.literal(404), z.literal(405)]);
const conditionsBody = z.strictObject({
  callbacks: z.boolean().optional(),
  strictClock: z.boolean().optional(),
  listLateMs: z.int().min(0).max(600_000).optional(),
  lastScan: support.optional(),
  claimUri: z.string().max(2048).nullable().optional(),
  users: support.optional(),
  idToken: z.enum(ID_TOKEN_VARIANTS).optional(),
});
const applicationBody = applicationInput.extend({ merchant: z.string().min(1).max(200).optional() });
const customerBody = z.strictObject({
  balance: z.int().min(0).optional(),
  payment_limit: z.int().min(0).optional(),
  day_limit: z.int().min(0).optional(),
  month_limit: z.int().min(0).optional(),
  credit: z.union([z.literal(0), z.literal(1)]).optional(),
});

export function addControl(app: FastifyInstance, service: Service): void {
  const { db, clock, faults, callbacks } = service;
  app.addHook("onRequest", async (request) => requireLoopback(request));
  acceptEmptyBodies(app);

  app.get("/control/", () => ({
    now: new Date(clock.now()).toISOString(),
    clockOffsetSeconds: clock.offset() / 1000,
    settings: { ...service.settings, testbedToken: service.settings.testbedToken === null ? null : "set" },
    merchants: listMerchants(db),
    conditions: conditions(service),
    faults: faults.list(),
    payments: listPayments(db).length,
    callbacks: callbacks.list().length,
  }));

  app.post("/control/clock", async (request) => {
    const move = readBody(clockBody, request.body);
    await ("set" in move
      ? clock.set(parseDateTime(move.set) ?? clock.now())
      : clock.advance(move.advanceSeconds * 1000));
    service.changes.announce();
    return { now: new Date(clock.now()).toISOString() };
  });

  app.get("/control/payments", () => ({ payments: listPayments(db, 1000).map(publicView) }));
  app.get<{ Params: { tid: string } }>("/control/payments/:tid", (request) => {
    const payment = findPayment(db, null, request.params.tid);
    if (!payment) throw missing("payment request");
    return publicView(payment);
  });
  app.get("/control/callbacks", () => ({ callbacks: callbacks.list() }));
  addPermissions(app, service);
  app.post("/control/applications", (request) => {
    const [first] = listMerchants(db);
    return registerApplication(service, first?.id ?? "", readBody(applicationBody, request.body));
  });
  addFaults(app, service);
  addCodes(app, service);
  addCustomers(app, service);
}

/** Accepts empty bodies with a JSON content type, which many clients send. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body, done);
  });
}

function addFaults(app: FastifyInstance, service: Service): void {
  const { faults } = service;
  app.get("/control/faults", () => ({ faults: faults.list(), conditions: conditions(service) }));
  app.post("/control/faults", (request) => {
    faults.add(readBody(faultInput, request.body));
    return { faults: faults.list() };
  });
  app.delete("/control/faults", (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.put("/control/conditions", (request) => {
    Object.assign(faults, readBody(conditionsBody, request.body));
    return conditions(service);
  });
}

function addPermissions(app: FastifyInstance, service: Service): void {
  app.get("/control/permissions", () => ({ permissions: listPermissions(service.db) }));
  app.post<{ Params: { rid: string } }>("/control/permissions/:rid/expire", (request, reply) => {
    expireAccess(service, request.params.rid);
    return reply.code(204).send();
  });
}

function addCodes(app: FastifyInstance, service: Service): void {
  const { db, clock, changes } = service;
  app.get("/control/codes", () => ({ codes: listShownCodes(db, clock.now()) }));
  app.post("/control/codes", (request, reply) => {
    showCode(db, readBody(codeBody, request.body), clock.now());
    changes.announce();
    return reply.code(204).send();
  });
  app.delete("/control/codes", (request, reply) => {
    const { link } = readBody(z.strictObject({ link: z.string().optional() }), request.body ?? {});
    hideCode(db, link ?? null);
    changes.announce();
    return reply.code(204).send();
  });
}

function addCustomers(app: FastifyInstance, service: Service): void {
  const { db, changes } = service;
  app.get("/control/customers", () => ({ customers: listCustomers(db) }));
  app.put<{ Params: { phone: string } }>("/control/customers/:phone", (request) => {
    const stored = findCustomer(db, request.params.phone);
    if (!stored) throw missing("customer");
    const updated = { ...stored, ...readBody(customerBody, request.body) };
    putCustomer(db, updated);
    changes.announce();
    return updated;
  });
}

function conditions({ faults }: Service): object {
  const { callbacks, strictClock, lastScan, users, idToken, listLateMs, claimUri } = faults;
  return { callbacks, strictClock, lastScan, users, idToken, listLateMs, claimUri };
}

/** Returns a payment without its claim, which would let a reader take it. */
function publicView({ claim: _claim, ...payment }: Payment): object {
  return payment;
}
