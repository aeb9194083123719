import { describe, expect, it } from "vitest";
import { z } from "zod";
import { COMMANDS } from "../../../../contract/bridge/commands.ts";
import { provisioningSchema } from "../../../../contract/configuration/settings.ts";
import { fieldProblems } from "../../../../main/bridge/fields.ts";

function problems(schema: z.ZodType, value: unknown, prefix?: string) {
  const checked = schema.safeParse(value);
  return checked.success ? [] : fieldProblems(checked.error, prefix);
}

describe("field problems", () => {
  it("name each wrong, missing and unknown field once", () => {
    expect(problems(COMMANDS["payment.start"].input, { amount: 1.5, text: "", colour: "red", tip: 1 })).toMatchObject([
      { field: "action", expected: "one of SALE, AUTH" },
      { field: "amount", expected: expect.stringContaining("an integer in minor units") },
      { field: "text", expected: "at least 1 character" },
      { field: "colour", expected: "no such field" },
      { field: "tip", expected: "no such field" },
    ]);
  });

  it("contain the whole path, with positions in lists", () => {
    const schema = z.strictObject({ lines: z.array(z.strictObject({ amount: z.number() })) });
    expect(problems(schema, { lines: [{ amount: 1 }, { amount: "2", note: "" }] }, "order")).toMatchObject([
      { field: "order.lines[1].amount", expected: "a number" },
      { field: "order.lines[1].note", expected: "no such field" },
    ]);
  });

  it("list the forms of a union by its discriminator", () => {
    const value = { action: "SALE", amount: 100, customer: { kind: "card" } };
    expect(problems(COMMANDS["payment.start"].input, value)).toMatchObject([
      { field: "customer.kind", expected: "one of phone, token, scan, permission" },
    ]);
  });

  it("choose the nearest form of a union without a discriminator", () => {
    const schema = z.union([
      z.strictObject({ host: z.string(), port: z.number() }),
      z.strictObject({ socket: z.string() }),
    ]);
    expect(problems(schema, { host: "a", port: "1" }, "listen")).toMatchObject([
      { field: "listen.port", expected: "a number" },
    ]);
  });

  it("call a value without a name the input", () => {
    expect(problems(COMMANDS["payment.get"].input, null)).toMatchObject([{ field: "input", expected: "an object" }]);
    expect(problems(COMMANDS["payment.get"].input, "x", "body")).toMatchObject([
      { field: "body", expected: "an object" },
    ]);
  });

  it("keep the schema's own messages", () => {
    expect(problems(COMMANDS["staff.signIn"].input, { pin: "12ab" })).toMatchObject([
      { field: "pin", expected: "A PIN must have 4 to 12 digits." },
    ]);
  });

  it("never repeat a received value", () => {
    const secret = "hunter2-hunter2";
    const said = JSON.stringify(problems(provisioningSchema, { service: { auth: secret, merchant: { secret } } }));
    expect(said).toContain("service.auth");
    expect(said).not.toContain(secret);
  });

  it("are few and short for any input", () => {
    const hostile = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}${"k".repeat(500)}`, 1]));
    const found = problems(COMMANDS["terminal.get"].input, hostile);
    expect(found).toHaveLength(50);
    expect(Math.max(...found.map(({ field }) => field.length))).toBe(64);
  });

  it("report __proto__ as an unknown field", () => {
    expect(problems(COMMANDS["terminal.get"].input, JSON.parse('{"__proto__": {"role": "owner"}}'))).toMatchObject([
      { field: "__proto__", expected: "no such field" },
    ]);
  });
});
