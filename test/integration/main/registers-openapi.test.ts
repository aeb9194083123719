/** The description of `/api/v1`: equal to the committed file, valid for a linter, and true for every response. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import swagger from "@fastify/swagger";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import {
  registerErrorSchema,
  registerPageSchema,
  registerPaymentSchema,
} from "../../../contract/integration/registers-answers.ts";
import { API, apiSchemas } from "../../../main/integration/registers/openapi.ts";
import { type ApiScope, serveApi } from "../../../main/integration/registers/server.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { registerTypes } from "../../support/register-types.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { CUSTOMER } from "../../support/test-till.ts";

/** Returns the document of the current routes. */
async function description(): Promise<object> {
  await using app = fastify({ exposeHeadRoutes: false });
  const refResolver = { buildLocalReference: (json: { $id?: string }) => String(json.$id) };
  await app.register(swagger, { openapi: API, refResolver } as never);
  for (const schema of apiSchemas()) app.addSchema(schema);
  await app.register(async (scope) => serveApi(scope, {} as ApiScope), { prefix: "/api/v1" });
  await app.ready();
  return app.swagger();
}

const ROOT = join(import.meta.dirname, "../../..");
const FILE = join(ROOT, "docs/openapi.json");
const TYPES = join(ROOT, "docs/examples/till-types.ts");
/** Writes the files when the test runs for that purpose */
const WRITES = process.env.TILL_WRITE_OPENAPI === "1";

describe("the OpenAPI description of /api/v1", () => {
  it("equals docs/openapi.json (if not: run this test with TILL_WRITE_OPENAPI=1) and a till's public response", async () => {
    const text = `${JSON.stringify(await description(), null, 2)}\n`;
    if (WRITES) writeFileSync(FILE, text);
    expect(readFileSync(FILE, "utf8")).toBe(text);
    await using world = await createTillWithRegisters();
    const answer = await fetch(`${world.till.registersUrl()}/api/v1/openapi.json`);
    expect(await answer.json()).toEqual(JSON.parse(text));
    expect(JSON.parse(text)).toMatchObject({ openapi: "3.1.0", paths: { "/api/v1/payments": { post: {}, get: {} } } });
  });

  it("equals the types of docs/examples (if not: the same)", () => {
    const text = registerTypes(JSON.parse(readFileSync(FILE, "utf8")));
    if (WRITES) writeFileSync(TYPES, text);
    expect(readFileSync(TYPES, "utf8")).toBe(text);
  });

  it("passes an OpenAPI linter", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: readFileSync(FILE, "utf8"), absoluteRef: FILE, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it("is also a page for people that loads nothing from other hosts", async () => {
    await using world = await createTillWithRegisters();
    const answer = await fetch(`${world.till.registersUrl()}/api/docs`);
    const page = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page).toContain("/api/v1/payments/{reference}/refund");
    expect(page).not.toMatch(/<script|https?:\/\//);
    expect(page.replaceAll(/<pre>.*?<.pre>/gs, "")).not.toContain("`");
    expect(page).toContain("query, date-time");
    expect(page).toContain("query, integer, 1 to 200");
  });

  it("describes every response completely and nothing else", async () => {
    await using world = await createTillWithRegisters();
    const register = registerAt(world, keyOf("b"));
    const sale = { reference: "r1", action: "SALE", amount: 14_900, customer: { kind: "phone", value: CUSTOMER } };
    const lines = [{ name: "Coffee", quantity: 2, unitAmount: 7450, vatRate: 1500 }];
    const first = await register.post("/payments", { ...sale, lines });
    const { tid } = await world.waitForPayment(first.body.posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(first.body.posTid, "captured");
    await register.post("/payments/r1/refund", { amount: 100 });
    await world.waitForPayment(first.body.posTid, ({ refundedTotal }) => refundedTotal === 100);
    const payments = [
      first,
      await register.post("/payments/r1/refund", { amount: 9000 }),
      await register.get("/payments/r1"),
    ];
    for (const { body } of payments) expect(registerPaymentSchema.strict().parse(body)).toEqual(body);
    const { body: page } = await register.get("/payments");
    expect(registerPageSchema.strict().parse(page)).toEqual(page);
    const wrong = [await register.post("/payments", {}), await register.post("/payments", { ...sale, amount: 1 })];
    const code = await register.post("/payments", { reference: "r2", action: "SALE", amount: 5 });
    expect(registerPaymentSchema.strict().parse(code.body)).toEqual(code.body);
    wrong.push(await register.post("/payments", { ...sale, reference: "r3", whenBusy: "refuse" }));
    expect(wrong.map(({ status }) => status)).toEqual([400, 409, 423]);
    for (const { body } of wrong) expect(registerErrorSchema.strict().parse(body)).toEqual(body);
  });
});
