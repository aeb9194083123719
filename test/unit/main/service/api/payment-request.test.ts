import { describe, expect, it } from "vitest";
import type { PaymentRequestInput } from "../../../../../contract/wire/wire.ts";
import type { Encoded } from "../../../../../main/service/api/encode.ts";
import {
  encodePaymentRequest,
  encodeUpdate,
  postPaymentRequest,
  putPaymentRequest,
} from "../../../../../main/service/api/payment-request.ts";
import { answerJson, createScriptedService, payment, type Script } from "./scripted-service.ts";

describe("bodies of payment requests", () => {
  it("are the same bytes in any order of fields, without undefined fields", () => {
    const text =
      '{"action":"SALE","allow_credit":true,"amount":1000,"currency":"NOK","customer":null,"pos_id":"p","pos_tid":"K7Q2-0142"}';
    const reversed = Object.fromEntries(Object.entries(payment).reverse()) as PaymentRequestInput;
    for (const input of [payment, reversed, { ...payment, text: undefined }])
      expect(textOf(encodePaymentRequest(input))).toBe(text);
    const nested = (links: unknown) => textOf(encodePaymentRequest({ ...payment, links }));
    expect(nested([{ b: 1, a: [{ d: "å", c: null }] }])).toBe(nested([{ a: [{ c: null, d: "å" }], b: 1 }]));
    expect(
      textOf(
        encodeUpdate({ refund_id: "r", action: "REFUND", amount: 5, currency: "NOK", additional_amount: undefined }),
      ),
    ).toBe('{"action":"REFUND","amount":5,"currency":"NOK","refund_id":"r"}');
  });

  it("are not created from values that do not match the schema", () => {
    const invalidValues: [object, string][] = [
      [{ amount: 1.5 }, "amount: expected a whole number"],
      [{ amount: 0 }, "amount: at least 1"],
      [{ amount: -1 }, "amount: at least 1"],
      [{ amount: 2 ** 53 }, "amount: at most 9007199254740991"],
      [{ currency: "nok" }, "currency: expected another format"],
      [{ pos_tid: "a b" }, "pos_tid: expected another format"],
      [{ extra: 1 }, "extra: unknown"],
      [{ links: Number.NaN }, "body: not JSON"],
    ];
    for (const [wrong, detail] of invalidValues)
      expect(encodePaymentRequest({ ...payment, ...wrong })).toEqual({
        ok: false,
        error: { kind: "invalid_input", status: null, detail },
      });
    expect(encodeUpdate({ action: "RELEASE", amount: 1 } as never)).toMatchObject({ ok: false });
  });

  it("arrive unchanged", async () => {
    await using service = await createScriptedService((_asked, answer) =>
      answerJson(answer, 201, { id: "t-1", uri: null }),
    );
    const encoded = encodePaymentRequest({ ...payment, text: "Blåbær €" });
    const bytes = encoded.ok ? encoded.value : new Uint8Array();
    await postPaymentRequest(service.client, bytes);
    await postPaymentRequest(service.client, { ...payment, text: "Blåbær €" });
    expect(service.asked.map(({ body }) => body)).toEqual([Buffer.from(bytes), Buffer.from(bytes)]);
  });
});

describe("a created payment request", () => {
  const post = async (script: Script) => {
    await using service = await createScriptedService(script);
    return await postPaymentRequest(service.client, payment);
  };
  const location = { Location: "https://api.example.com/merchant/v1/payment_request/t-9/" };

  it("is recognised by 201 and by 200", async () => {
    for (const status of [200, 201])
      expect(await post((_asked, answer) => answerJson(answer, status, { id: "t-1" }))).toMatchObject({
        ok: true,
        value: { tid: "t-1", claimUri: null },
      });
  });

  it("is recognised by its Location when the body is lost, cut, or invalid", async () => {
    const scripts: Script[] = [
      (_asked, answer) => answer.writeHead(201, location).end(),
      (_asked, answer) => answer.writeHead(201, location).end("<html>"),
      (_asked, answer) => answerJson(answer, 201, { id: ".." }, location),
      (_asked, answer) => {
        answer.writeHead(201, { ...location, "Content-Length": "50" }).write("{");
        setImmediate(() => answer.destroy());
      },
    ];
    for (const script of scripts)
      expect(await post(script)).toMatchObject({ ok: true, value: { tid: "t-9", claimUri: null } });
  });

  it("is unknown when its Location names another id, or there are two of them", async () => {
    const of = (...ids: string[]) => ids.map((id) => `/merchant/v1/payment_request/${id}/`);
    for (const [body, locations] of [
      ['{"id":"t-1"}', of("t-2")],
      ['{"id":"t-1"}', of("t-1", "t-2")],
      ['{"id":"t-1"}', of("t-1", "t-1")],
      ['{"id":"t-1"}', [of("t-1", "t-2").join(", ")]],
      ["", of("t-1", "t-2")],
      ["<html>", of("t-1", "t-2")],
    ] as const)
      expect(
        await post((_asked, answer) => answer.writeHead(201, { Location: [...locations] }).end(body)),
      ).toMatchObject({
        ok: false,
        error: { kind: "try_again", because: "unreadable", detail: "location: contradicts the id" },
      });
    for (const Location of [of("t-1"), of("t%2D1"), ["/pos/t-2/"], ["/merchant/v1/payment_request/t-2/outcome/"]])
      expect(await post((_asked, answer) => answer.writeHead(201, { Location }).end('{"id":"t-1"}'))).toMatchObject({
        ok: true,
        value: { tid: "t-1" },
      });
  });

  it("is unknown when neither the Location nor the body is usable", async () => {
    for (const Location of [
      "",
      "https://h/merchant/v1/pos/t-9/",
      "https://h/payment_request/../",
      "https://h/payment_request/%2e%2e/",
      "https://h/payment_request/a%20b/",
      "https://h/payment_request/%zz/",
    ])
      expect(await post((_asked, answer) => answer.writeHead(201, { Location }).end())).toMatchObject({
        ok: false,
        error: { kind: "try_again", because: "unreadable" },
      });
    expect(await post((_asked, answer) => answer.writeHead(202, location).end())).toMatchObject({
      ok: false,
      error: { kind: "try_again" },
    });
  });
});

describe("a change", () => {
  it("is confirmed by 204, or by 200 with an empty or JSON body; never by a gateway's page", async () => {
    const put = async (script: Script) => {
      await using service = await createScriptedService(script);
      return (await putPaymentRequest(service.client, "t-1", { action: "CAPTURE" })).ok;
    };
    expect(await put((_asked, answer) => answer.writeHead(200).end())).toBe(true);
    expect(await put((_asked, answer) => answerJson(answer, 200, {}))).toBe(true);
    expect(await put((_asked, answer) => answer.writeHead(200).end("<html>"))).toBe(false);
    expect(await put((_asked, answer) => answer.writeHead(202).end())).toBe(false);
  });
});

function textOf(encoded: Encoded): string {
  return encoded.ok ? new TextDecoder().decode(encoded.value) : encoded.error.detail;
}
