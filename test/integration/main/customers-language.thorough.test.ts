/** Everything that one customer reads, from the question before the payment to the messages on the phone. */
import { describe, expect, it } from "vitest";
import { matchWords } from "../../../contract/payments/match-words.ts";
import { CUSTOMER_LANGUAGES, customerLocale } from "../../../contract/values/customer-language.ts";
import { RECEIPT_WORDS } from "../../../main/peripherals/receipts/words.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 5000 } as const;
const PHONE = { customer: { kind: "phone", value: CUSTOMER } } as const;

/** What the customer's phone shows of a payment, once requested. */
async function onPhone(world: TestTill, posTid: string): Promise<unknown> {
  await world.waitForPhase(posTid, "waiting");
  return world.sandbox.payments().find(({ request }) => request.pos_tid === posTid)?.request.text;
}

/** Approves as the customer, and resolves when the till has the money. */
async function approve(world: TestTill, posTid: string): Promise<void> {
  const { tid } = await world.waitForPhase(posTid, "waiting");
  await world.phone.approve(tid ?? "");
  await world.waitForPhase(posTid, "captured");
}

/** What the customer screen shows now. */
const onScreen = (world: TestTill) => world.must("display.get", {});

describe("a product name", () => {
  it("is shown on the customer screen in the customer's language, whatever the shop's language", async () => {
    const products = [{ id: "bun", name: "Kanelbolle", names: { en: "Cinnamon bun" }, amount: 5000 }];
    await using world = await createTestTill({ provisioning: { locale: "nb-NO", products } });
    const lines = [{ name: "Kanelbolle", productId: "bun", quantity: 1, unitAmount: 5000, vatRate: 2500 }];
    const { posTid } = await world.must("payment.start", { ...SALE, lines });
    expect((await onScreen(world)).lines).toMatchObject([{ name: "Kanelbolle" }]);
    const english = await world.must("display.setLanguage", { language: "en", posTid });
    expect(english.lines).toMatchObject([{ name: "Cinnamon bun" }]);
  });
});

describe("a customer's chosen language", () => {
  it("applies to texts, amounts and the receipt in ten languages; the receipt's type is also in the shop's", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    for (const language of CUSTOMER_LANGUAGES) {
      const { posTid } = await world.must("payment.start", { ...SALE, ...PHONE, language });
      const words = matchWords(posTid, language);
      expect(await onPhone(world, posTid)).toBe(words);
      expect(await onScreen(world)).toMatchObject({ language, words, locale: customerLocale(language, "nb-NO") });
      await approve(world, posTid);
      const { receipt, html } = await world.must("receipt.get", { posTid });
      expect(receipt).toMatchObject({ language, locale: customerLocale(language, "nb-NO") });
      expect(html).toContain(`<html lang="${language}">`);
      const title = RECEIPT_WORDS[language].title.sale;
      expect(html).toContain(`<h2>${language === "nb" ? title : `${title} / Salgskvittering`}</h2>`);
    }
  });

  it("applies to a receipt printed after a restart, and the next customer gets the shop's language", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    await world.asManager();
    await world.must("display.setUsualLanguage", { language: "sv" });
    const polish = await world.must("payment.start", { ...SALE, ...PHONE, language: "pl" });
    await approve(world, polish.posTid);
    await world.restart();
    expect((await world.must("receipt.get", { posTid: polish.posTid })).receipt).toMatchObject({ language: "pl" });
    const next = await world.must("payment.start", { ...SALE, ...PHONE });
    expect(await onPhone(world, next.posTid)).toBe(matchWords(next.posTid, "sv"));
  });

  it("applies from the first request by number or by code, and the next customer gets the shop's language", async () => {
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
      await world.waitForPhase(posTid, "aborted");
    }
  });

  it("applies to the request and the used-code message when chosen next to the code", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    const { posTid, qr } = await world.must("payment.start", SALE);
    const link = qr?.text ?? "";
    await world.must("display.setLanguage", { language: "en", posTid });
    await world.phone.scan(link);
    expect(await onPhone(world, posTid)).toBe(matchWords(posTid, "en"));
    const scanMessage = async (scanned: string) => ((await world.phone.scan(scanned)).body as { text: string }).text;
    expect(await scanMessage(link)).toBe("This code has already been used. Ask at the till for a new one.");
    expect(await scanMessage(`${link}x`)).toBe("Kassen kjenner ikke denne koden.");
  });

  it("is kept when a program starts another payment, which uses the shop's language", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    await world.must("display.offerTip", { amount: 5000, kind: "percent", presets: [1000] });
    expect(await world.must("display.setLanguage", { language: "en", posTid: null })).toMatchObject({ language: "en" });
    const { posTid } = await world.must("payment.start", { ...SALE, ...PHONE });
    expect(await onPhone(world, posTid)).toBe(matchWords(posTid, "nb"));
    expect(await onScreen(world)).toMatchObject({ state: "tip", language: "en" });
    expect(await world.must("display.withdrawTip", {})).toMatchObject({ language: "nb" });
  });
});
