import { describe, expect, it } from "vitest";
import { uploadAttachments } from "../../../../../main/service/api/attachments.ts";
import { describeError } from "../../../../../main/service/api/errors.ts";
import { getBankId, getUserInfo } from "../../../../../main/service/api/oauth.ts";
import { mayRepeat } from "../../../../../main/service/api/retry.ts";
import { answerJson, createScriptedService } from "./scripted-service.ts";

describe("requests in a customer's name", () => {
  it("carry the token and none of the till's credentials", async () => {
    await using service = await createScriptedService((_asked, answer) => answerJson(answer, 200, { sub: "u" }), {
      prefix: "/pay",
      service: { testbedToken: "tb" },
    });
    await getUserInfo(service.client, "at-1");
    const [asked] = service.asked;
    expect(asked?.url).toBe("/pay/oauth2/v1/userinfo");
    expect(asked?.headers).toMatchObject({
      authorization: "Bearer at-1",
      accept: "application/vnd.svc.api.merchant.v1+json",
      "x-testbed-token": "tb",
    });
    expect(Object.keys(asked?.headers ?? {}).filter((name) => name.startsWith("x-svc-"))).toEqual([]);
  });

  it("are not sent with a token that no header can carry", async () => {
    await using service = await createScriptedService((_asked, answer) => answer.end());
    expect(await getUserInfo(service.client, "a\r\nX-Evil: 1")).toMatchObject({ ok: false });
    expect(service.asked).toEqual([]);
  });

  it("report an expired token and a missing grant as such, and are not repeated", async () => {
    for (const [status, kind, sentence] of [
      [401, "token_expired", "The customer's access token is no longer accepted (401)."],
      [403, "not_granted", "The customer has not granted this (403)."],
    ] as const) {
      await using service = await createScriptedService((_asked, answer) => answer.writeHead(status).end());
      const result = await getUserInfo(service.client, "at-1");
      expect(result).toMatchObject({ ok: false, error: { kind, status } });
      expect(result.ok ? null : describeError(result.error)).toBe(sentence);
      expect(result.ok ? null : mayRepeat(result.error, 1, 0)).toEqual({ again: false, because: "refused" });
    }
  });

  it("reject a bank id with two proofs", async () => {
    const proof = { source: "bankid", verified_at: "2026-01-01" };
    await using service = await createScriptedService((_asked, answer) =>
      answerJson(answer, 200, { national_id_number: "1", proofs: [proof, proof] }),
    );
    expect(await getBankId(service.client, "at-1")).toMatchObject({ ok: false, error: { kind: "try_again" } });
  });
});

describe("attachments", () => {
  const receipt = { kind: "receipt", receipt: { total: 1000 } } as const;
  const image = {
    kind: "image",
    mediaType: "image/png",
    bytes: new Uint8Array([0x89, 0x50, 0x0d, 0x0a, 0xff]),
  } as const;

  it("are sent in one request, typed, byte for byte, without credentials", async () => {
    await using service = await createScriptedService((_asked, answer) => answer.writeHead(201).end(), {
      service: { testbedToken: "tb" },
    });
    for (const uri of ["/attachments/abc/", `${service.baseUrl}/attachments/abc/`])
      expect(await uploadAttachments(service.client, uri, [receipt, image])).toMatchObject({ ok: true });
    for (const { method, url, headers, body } of service.asked) {
      expect(`${method} ${url}`).toBe("POST /attachments/abc/");
      expect(Object.keys(headers).filter((name) => /^(x-|authorization)/.test(name))).toEqual([]);
      const form = await new Response(new Uint8Array(body), {
        headers: { "Content-Type": headers["content-type"] ?? "" },
      }).formData();
      const [first, second] = [form.get("receipt") as File, form.get("image") as File];
      expect([first.type, await first.text()]).toEqual(["application/vnd.svc.receipt.v1+json", '{"total":1000}']);
      expect([second.type, new Uint8Array(await second.arrayBuffer())]).toEqual(["image/png", image.bytes]);
    }
  });

  it("are not sent to a server without authentication", async () => {
    await using service = await createScriptedService((_asked, answer) => answer.end());
    for (const uri of [
      "http://files.example/x/",
      "ftp://127.0.0.1/x",
      "https://u:p@files.example/",
      "http://",
      "http://192.168.0.1/x",
    ])
      expect(await uploadAttachments(service.client, uri, [receipt])).toMatchObject({
        ok: false,
        error: { kind: "try_again" },
      });
    expect(service.asked).toEqual([]);
  });

  it("are refused after expiry, without their address in the error; another clock is ignored", async () => {
    await using service = await createScriptedService((asked, answer) =>
      answer.writeHead(410, { Date: "Mon, 02 Mar 2020 10:00:00 GMT" }).end(`no ${asked.url}`),
    );
    const result = await uploadAttachments(service.client, "/attachments/secret-part/", [receipt]);
    expect(result).toMatchObject({ ok: false, error: { kind: "refused", status: 410 } });
    expect(JSON.stringify(result)).not.toContain("secret-part");
    await using elsewhere = await createScriptedService((_asked, answer) => answer.end());
    await uploadAttachments(elsewhere.client, `${service.baseUrl}/attachments/x/`, [receipt]);
    expect(elsewhere.client.clockSkewMs()).toBe(0);
  });
});
