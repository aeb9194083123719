/** Differences between services of the same family: every form is read, the specification's form is sent. */
import { describe, expect, it } from "vitest";
import { uploadAttachments } from "../../../../../main/service/api/attachments.ts";
import { allOf } from "../../../../../main/service/api/lists.ts";
import { getMerchant } from "../../../../../main/service/api/merchant.ts";
import { getPaymentRequest, listPaymentRequests } from "../../../../../main/service/api/payment-request.ts";
import { listPos } from "../../../../../main/service/api/pos.ts";
import { getShortlink } from "../../../../../main/service/api/shortlink.ts";
import { getStatusCode } from "../../../../../main/service/api/status-code.ts";
import { answerJson, createScriptedService, payment } from "./scripted-service.ts";

describe("a media type of another vendor than the headers'", () => {
  const service = { vendor: "settle", mediaType: "mcash" };

  it("is requested, while headers keep their own vendor", async () => {
    await using there = await createScriptedService((_asked, answer) => answerJson(answer, 200, { id: "shop" }), {
      service,
    });
    await getMerchant(there.client, "shop");
    expect(there.asked[0]?.headers).toMatchObject({
      accept: "application/vnd.mcash.api.merchant.v1+json",
      "x-settle-merchant": "shop",
    });
  });

  it("is also used for receipts", async () => {
    await using there = await createScriptedService((_asked, answer) => answer.writeHead(201).end(), { service });
    await uploadAttachments(there.client, "/attachments/a/", [{ kind: "receipt", receipt: {} }]);
    expect(there.asked[0]?.body.toString()).toContain("application/vnd.mcash.receipt.v1+json");
  });

  it("is accepted in a response", async () => {
    await using there = await createScriptedService((_asked, answer) =>
      answerJson(answer, 200, { id: "shop" }, { "Content-Type": "application/vnd.other.api.merchant.v1+json" }),
    );
    expect(await getMerchant(there.client, "shop")).toMatchObject({ ok: true, value: { id: "shop" } });
  });
});

describe("a list", () => {
  /** The ids of a list of two pages, the second of which is named by a cursor. */
  const idsFrom = async (first: (host: string) => unknown, secondPage: string) => {
    await using there = await createScriptedService((asked, answer) =>
      answerJson(
        answer,
        200,
        asked.url === "/merchant/v1/pos/" ? first(asked.headers.host ?? "") : { uris: ["/merchant/v1/pos/z/"] },
      ),
    );
    const ids = await allOf(listPos(there.client));
    expect(there.asked.map(({ url }) => url)).toEqual(["/merchant/v1/pos/", secondPage]);
    return ids;
  };
  const ALL = { ok: true, value: ["a b", "z"] };

  it("of items with a cursor is read like one of addresses with a next page", async () => {
    const path = "/merchant/v1/pos/?cursor=2%2F";
    for (const cursor of ["2/", path]) {
      const items = ["/merchant/v1/pos/a%20b/"];
      expect(await idsFrom(() => ({ items, cursor }), path)).toEqual(ALL);
      expect(await idsFrom(() => ({ uris: items, next: cursor }), path)).toEqual(ALL);
    }
    const full = (host: string) => `http://${host}/merchant/v1/pos/`;
    const fully = (host: string) => ({ items: [`${full(host)}a%20b/`], cursor: `${full(host)}?cursor=2%2F` });
    expect(await idsFrom(fully, path)).toEqual(ALL);
  });

  it("may contain the resources themselves or their ids", async () => {
    const path = "/merchant/v1/pos/?cursor=2";
    for (const entry of [{ id: "a b", name: "x" }, { uri: "/merchant/v1/pos/a%20b/" }, "a b"])
      expect(await idsFrom(() => ({ items: [entry], cursor: "2" }), path)).toEqual(ALL);
    await using there = await createScriptedService((_asked, answer) =>
      answerJson(answer, 200, [{ tid: "t-1", uri: "https://claim.example/x" }]),
    );
    expect(await allOf(listPaymentRequests(there.client))).toEqual({ ok: true, value: ["t-1"] });
  });

  it.each([
    { items: ["https://elsewhere.example/merchant/v1/pos/a/"], cursor: null },
    { items: [{ uri: "//elsewhere.example/merchant/v1/pos/a/" }], cursor: null },
    { items: [{ name: "without an id" }] },
    { items: [".."] },
    { items: [], cursor: "https://elsewhere.example/merchant/v1/pos/?cursor=2" },
    { items: [3] },
    {},
  ])("with a next page that is foreign or invalid is refused: %j", async (page) => {
    await using there = await createScriptedService((_asked, answer) => answerJson(answer, 200, page));
    expect(await allOf(listPos(there.client))).toMatchObject({ ok: false, error: { because: "unreadable" } });
    expect(there.asked).toHaveLength(1);
  });
});

describe("a status code", () => {
  it("is a value or a code", async () => {
    for (const said of [
      { value: 5105, name: "x" },
      { code: 5105, name: "x" },
    ]) {
      await using there = await createScriptedService((_asked, answer) => answerJson(answer, 200, said));
      expect(await getStatusCode(there.client, 5105)).toMatchObject({ ok: true, value: { value: 5105, name: "x" } });
    }
  });

  it("without its own resource is found in the list of all codes", async () => {
    const codes = [
      { code: 2000, name: "ok" },
      { code: 5105, name: "limit_week" },
    ];
    for (const [status, list] of [[404, codes] as const, [405, { items: codes, cursor: null }] as const]) {
      await using there = await createScriptedService((asked, answer) =>
        asked.url === "/merchant/v1/status_code/" ? answerJson(answer, 200, list) : answer.writeHead(status).end(),
      );
      const found = await getStatusCode(there.client, 5105);
      expect(found).toMatchObject({ ok: true, value: { value: 5105, name: "limit_week" } });
      expect(await getStatusCode(there.client, 1)).toMatchObject({ ok: false, error: { kind: "refused", status } });
    }
  });

  it("is not searched in the list while the service fails", async () => {
    await using there = await createScriptedService((_asked, answer) => answer.writeHead(503).end());
    expect(await getStatusCode(there.client, 5105)).toMatchObject({ ok: false, error: { because: "service" } });
    expect(there.asked).toHaveLength(1);
  });
});

describe("fields with another name", () => {
  it("a shortlink's label is its description", async () => {
    const link = { id: "s1", shortlink_value: "https://s/" };
    for (const said of [{ label: "Counter" }, { description: "Counter", label: "Other" }]) {
      await using there = await createScriptedService((_asked, answer) =>
        answerJson(answer, 200, { ...link, ...said }),
      );
      expect(await getShortlink(there.client, "s1")).toMatchObject({ ok: true, value: { description: "Counter" } });
    }
  });

  it("an action in lower case is the same", async () => {
    await using there = await createScriptedService((_asked, answer) =>
      answerJson(answer, 200, { ...payment, action: "sale" }),
    );
    expect(await getPaymentRequest(there.client, "t-1")).toMatchObject({ ok: true, value: { action: "SALE" } });
  });
});
