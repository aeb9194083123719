/** `/phone`: the customer's phone as a page, its JSON API, and the links in QR codes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Service } from "../context.ts";
import { declineAccess, grantAccess } from "../flows/authorization.ts";
import { approvePayment, rejectPayment } from "../flows/payments.ts";
import { answerPermission } from "../flows/permissions.ts";
import { scan } from "../flows/scanning.ts";
import { readBody } from "../http/endpoint.ts";
import { requireLoopback } from "../http/guard.ts";
import { invalid } from "../problem.ts";
import { findCustomer } from "../state/customers.ts";
import { ASSETS, PAGE } from "./page/assets.ts";
import { authorizationView, codeViews, customerViews, phoneRequests, phoneState } from "./views.ts";

const customer = z.string().min(1).max(20);
const whom = z.strictObject({ customer });
const scanBody = z.strictObject({ customer, link: z.string().min(1).max(2048) });
const scopes = z.array(z.string().max(50)).max(20).optional();
const grantBody = z.strictObject({ customer, scopes });
const additionalAmount = z.int().min(0).nullable().default(null);
const approveBody = z.strictObject({ customer, additionalAmount, scopes });

/** Headers of the phone page: it loads only its own files, and no other page can frame it. */
const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

export function addPhone(app: FastifyInstance, service: Service): void {
  app.addHook("onRequest", async (request) => requireLoopback(request));
  for (const path of ["/phone", "/phone/"]) {
    app.get(path, (_request, reply) => reply.headers(PAGE_HEADERS).type("text/html; charset=utf-8").send(PAGE));
  }
  for (const [name, { type, content }] of Object.entries(ASSETS)) {
    const headers = { ...PAGE_HEADERS, "cache-control": "no-cache" };
    app.get(`/phone/assets/${name}`, (_request, reply) => reply.headers(headers).type(type).send(content));
  }
  // A QR code opened in a browser shows the phone page with the link filled in.
  for (const path of ["/s/*", "/c/*"]) app.get(path, (request, reply) => openOnPhone(service, request, reply));
  addQueries(app, service);
  addAnswers(app, service);
  addAuthorizations(app, service);
}

function addQueries(app: FastifyInstance, service: Service): void {
  type Id = { Params: { id: string } };
  type Query = { Querystring: { customer?: string } };
  app.get("/phone/api/customers", () => ({ customers: customerViews(service) }));
  app.get("/phone/api/codes", () => ({ codes: codeViews(service) }));
  app.get<Query>("/phone/api/state", (request) =>
    phoneState(service, requireCustomer(service, request.query.customer)),
  );
  app.get<Query>("/phone/api/requests", (request) =>
    phoneRequests(service, requireCustomer(service, request.query.customer)),
  );
  app.get<Id>("/phone/api/authorizations/:id", (request) => authorizationView(service, request.params.id));
  app.get("/phone/api/events", (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    reply.raw.write("retry: 1000\ndata: hello\n\n");
    const unwatch = service.changes.watch(() => reply.raw.write("data: changed\n\n"));
    request.raw.on("close", unwatch);
  });
}

function addAnswers(app: FastifyInstance, service: Service): void {
  type Tid = { Params: { tid: string } };
  type Rid = { Params: { rid: string } };
  app.post("/phone/api/scan", (request) => {
    const body = readBody(scanBody, request.body);
    return scan(service, requireCustomer(service, body.customer), body.link);
  });
  app.post<Tid>("/phone/api/requests/:tid/approve", (request, reply) => {
    const body = readBody(approveBody, request.body);
    const phone = requireCustomer(service, body.customer);
    approvePayment(service, request.params.tid, phone, body.additionalAmount, body.scopes);
    return reply.code(204).send();
  });
  app.post<Tid>("/phone/api/requests/:tid/reject", (request, reply) => {
    rejectPayment(service, request.params.tid, requireCustomer(service, readBody(whom, request.body).customer));
    return reply.code(204).send();
  });
  app.post<Rid>("/phone/api/permissions/:rid/grant", (request, reply) => {
    const body = readBody(grantBody, request.body);
    answerPermission(service, request.params.rid, requireCustomer(service, body.customer), { scopes: body.scopes });
    return reply.code(204).send();
  });
  app.post<Rid>("/phone/api/permissions/:rid/decline", (request, reply) => {
    answerPermission(
      service,
      request.params.rid,
      requireCustomer(service, readBody(whom, request.body).customer),
      "decline",
    );
    return reply.code(204).send();
  });
}

function addAuthorizations(app: FastifyInstance, service: Service): void {
  type Id = { Params: { id: string } };
  app.post<Id>("/phone/api/authorizations/:id/grant", (request) => {
    const body = readBody(grantBody, request.body);
    return { redirect: grantAccess(service, request.params.id, requireCustomer(service, body.customer), body.scopes) };
  });
  app.post<Id>("/phone/api/authorizations/:id/decline", (request) => {
    requireCustomer(service, readBody(whom, request.body).customer);
    return { redirect: declineAccess(service, request.params.id) };
  });
}

function openOnPhone(service: Service, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const link = service.url() + (request.raw.url ?? "");
  return reply.redirect(`/phone?link=${encodeURIComponent(link)}`, 302);
}

function requireCustomer(service: Service, phone: string | undefined): string {
  if (phone === undefined || !findCustomer(service.db, phone)) {
    throw invalid({ customer: "expected the phone number of one of the sandbox's customers" });
  }
  return phone;
}
