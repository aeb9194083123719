/** What one customer reads, from the question before their payment to the words that their phone shows. */
import { describe, expect, it } from "vitest";
import { matchWords } from "../../../contract/match-words.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 5000 } as const;
const PHONE = { customer: { kind: "phone", value: CUSTOMER } } as const;

/** What the customer's phone shows of a payment, once it is asked for. */
async function onPhone(world: TestTill, posTid: string): Promise<unknown> {
  await world.phase(posTid, "waiting");
  return world.sandbox.payments().find(({ request }) => request.pos_tid === posTid)?.request.text;
}

/** What stands on the customer's screen now. */
const onScreen = (world: TestTill) => world.must("display.get", {});

describe("what is sold", () => {
  it("is named on the customer's screen in their language, whatever the shop's is", async () => {
    const products = [{ id: "bun", name: "Kanelbolle", names: { en: "Cinnamon bun" }, amount: 5000 }];
    await using world = await createTestTill({ provisioning: { locale: "nb-NO", products } });
    const lines = [{ name: "Kanelbolle", productId: "bun", quantity: 1, unitAmount: 5000, vatRate: 2500 }];
    const { posTid } = await world.must("payment.start", { ...SALE, lines });
    expect((await onScreen(world)).lines).toMatchObject([{ name: "Kanelbolle" }]);
    const english = await world.must("display.setLanguage", { language: "en", posTid });
    expect(english.lines).toMatchObject([{ name: "Cinnamon bun" }]);
  });
});

describe("a customer who was given their language", () => {
  it("reads it from the first request on, by number or by code, and the next customer reads the shop's", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    for (const [asked, language] of [
      [{ ...SALE, ...PHONE, language: "en" }, "en"],
      [{ ...SALE, ...PHONE }, "nb"],
      [{ ...SALE, language: "en" }, "en"],
      [SALE, "nb"],
    ] as const) {
      const { posTid, qr } = await world.must("payment.start", asked);
      expect(await onScreen(world)).toMatchObject({ language });
      if (qr !== null) await world.phone.scan(qr.text);
      expect(await onPhone(world, posTid)).toBe(matchWords(posTid, language));
      expect(await onScreen(world)).toMatchObject({ language, words: matchWords(posTid, language) });
      await world.must("payment.abort", { posTid });
      await world.phase(posTid, "aborted");
    }
  });

  it("is asked in it when it was chosen beside the code, and told in it that the code is used", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    const { posTid, qr } = await world.must("payment.start", SALE);
    const link = qr?.text ?? "";
    await world.must("display.setLanguage", { language: "en", posTid });
    await world.phone.scan(link);
    expect(await onPhone(world, posTid)).toBe(matchWords(posTid, "en"));
    const told = async (scanned: string) => ((await world.phone.scan(scanned)).body as { text: string }).text;
    expect(await told(link)).toBe("This code has already been used. Ask at the till for a new one.");
    expect(await told(`${link}x`)).toBe("Kassen kjenner ikke denne koden.");
  });

  it("keeps it while a program starts a payment of another, which is asked in the shop's", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    await world.must("display.offerTip", { amount: 5000, kind: "percent", presets: [1000] });
    expect(await world.must("display.setLanguage", { language: "en", posTid: null })).toMatchObject({ language: "en" });
    const { posTid } = await world.must("payment.start", { ...SALE, ...PHONE });
    expect(await onPhone(world, posTid)).toBe(matchWords(posTid, "nb"));
    expect(await onScreen(world)).toMatchObject({ state: "tip", language: "en" });
    expect(await world.must("display.withdrawTip", {})).toMatchObject({ language: "nb" });
  });
});
