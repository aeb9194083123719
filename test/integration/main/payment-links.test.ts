/** Links that a program gives a payment for its customer's phone (G4). */
import { describe, expect, it } from "vitest";
import { phone } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 4000 } as const;
const GIVEN = {
  links: [
    { uri: "https://shop.example/menu", caption: "Menu" },
    { uri: "https://shop.example/review", caption: "Tell us", showOn: ["ok"] as "ok"[] },
  ],
  displayMessageUri: "https://shop.example/order/7",
  successReturnUri: "https://shop.example/thanks",
  failureReturnUri: "https://shop.example/again",
};

describe("links of a payment", () => {
  it("are sent as given, also after a scan and a restart, and shown on the phone", async () => {
    await using world = await createTestTill();
    const { posTid, qr } = await world.must("payment.start", { ...SALE, ...GIVEN });
    await world.restart();
    await world.phone.scan(qr?.text ?? "");
    await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    expect(world.sandbox.payments()[0]?.request).toMatchObject({
      links: [
        { uri: "https://shop.example/menu", caption: "Menu" },
        { uri: "https://shop.example/review", caption: "Tell us", show_on: ["ok"] },
      ],
      display_message_uri: GIVEN.displayMessageUri,
      success_return_uri: GIVEN.successReturnUri,
      failure_return_uri: GIVEN.failureReturnUri,
    });
    const shown = await phone(world.sandbox).request();
    expect(shown.links).toEqual([
      { caption: "Menu", uri: "https://shop.example/menu" },
      { caption: "display_message_uri", uri: GIVEN.displayMessageUri },
      { caption: "success_return_uri", uri: GIVEN.successReturnUri },
      { caption: "failure_return_uri", uri: GIVEN.failureReturnUri },
    ]);
  });

  it.each(["http://shop.example/", "javascript:alert(1)", "shop.example", ""])("must be https: not %j", async (uri) => {
    await using world = await createTestTill();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const refused = await world.call("payment.start", { ...SALE, customer, successReturnUri: uri });
    expect(refused).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    const linked = await world.call("payment.start", { ...SALE, customer, links: [{ uri, caption: "Menu" }] });
    expect(linked).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect((await world.must("payment.list", {})).items).toEqual([]);
  });

  it("are refused from a customer at a kiosk", async () => {
    await using world = await createTestTill({ provisioning: { mode: "kiosk" } });
    for (const [field, value] of Object.entries(GIVEN)) {
      const refused = await world.call("payment.start", { ...SALE, [field]: value });
      expect([field, refused]).toMatchObject([field, { ok: false, error: { code: "invalid_input" } }]);
    }
  });
});
