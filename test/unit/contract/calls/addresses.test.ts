import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { provisioningParts } from "../../../../contract/configuration/settings.ts";
import { provisionedCentre } from "../../../../contract/head-office/centre-settings.ts";
import { webhookUrl } from "../../../../contract/integration/webhooks.ts";
import { provisionedKiosk } from "../../../../contract/kiosk/kiosk-settings.ts";
import { unpackReason } from "../../../../contract/reasons/reasons.ts";

const { service, callbacks } = provisioningParts.shape;
const key = { scheme: "SECRET", secret: "12345678" };

/** Each configured address: its setter, and the field that names it. */
const FIELDS: [
  name: string,
  schema: z.ZodType,
  given: (url: string) => unknown,
  field: string,
  allowsQuery: boolean,
][] = [
  ["service.baseUrl", service, (baseUrl) => ({ baseUrl, merchant: "m", user: "u", auth: key }), "baseUrl", false],
  ["callbacks.publicUrl", callbacks, (publicUrl) => ({ listen: "0.0.0.0:1", publicUrl }), "publicUrl", false],
  ["centre.url", provisionedCentre, (url) => ({ publicKey: "k", url }), "url", true],
  ["a webhook's url", webhookUrl, (url) => url, "", true],
  [
    "kiosk.dispenser.url",
    provisionedKiosk,
    (url) => ({ dispenser: { driver: "http", url: url.replace("pay.example", "127.0.0.1") } }),
    "dispenser.url",
    false,
  ],
];

describe.each(FIELDS)("%s", (_name, schema, given, field, allowsQuery) => {
  const problems = (url: string) => {
    const parsed = schema.safeParse(given(url));
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join("."), message]);
  };

  it("is accepted as a plain address", () => {
    expect(problems("https://pay.example/base")).toEqual([]);
  });

  it.each<[string, string]>([
    ["https://user:word@pay.example/", "field_no_credentials"],
    ["https://user@pay.example/", "field_no_credentials"],
    ["https://:word@pay.example/", "field_no_credentials"],
    ["https://pay.example/?a=1", "field_no_query"],
    ["https://pay.example/?", "field_no_query"],
    ["https://pay.example/#a", "field_no_fragment"],
    ["https://pay.example/#", "field_no_fragment"],
  ])("is refused with the reason, naming the field: %s", (url, code) => {
    if (allowsQuery && code === "field_no_query") expect(problems(url)).toEqual([]);
    else
      expect(problems(url).map(([path, message = ""]) => [path, unpackReason(message).code])).toEqual([[field, code]]);
  });
});
