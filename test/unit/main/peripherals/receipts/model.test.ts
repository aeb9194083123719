import { describe, expect, it } from "vitest";
import type { Payment } from "../../../../../contract/payments/views.ts";
import { RECEIPT_KINDS, type ReceiptRef, receiptsOf } from "../../../../../contract/receipts/receipts.ts";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../../../../contract/values/customer-language.ts";
import { blocksOf } from "../../../../../main/peripherals/receipts/blocks.ts";
import { contextOf } from "../../../../../main/peripherals/receipts/context.ts";
import { readReceipt, receiptJson } from "../../../../../main/peripherals/receipts/issued.ts";
import { buildReceipt } from "../../../../../main/peripherals/receipts/model.ts";
import { receiptText } from "../../../../../main/peripherals/receipts/take-away.ts";
import { receiptTime, shownTime } from "../../../../../main/peripherals/receipts/time.ts";
import { RECEIPT_WORDS, type ReceiptWords } from "../../../../../main/peripherals/receipts/words.ts";
import type { JournalRow } from "../../../../../main/storage/journal/journal.ts";
import { movement, operation, payment, TERMS } from "./fixtures.ts";

/** Words that are the same in both languages, mostly of Latin origin. */
const SAME_AS_ENGLISH: Partial<Record<CustomerLanguage, string[]>> = {
  nb: ["Original", "Status"],
  sv: ["Reservation", "Original", "Status"],
  da: ["Reservation", "Original", "Status", "Reference"],
  de: ["Original", "Status"],
  fr: ["Original", "Date", "Transaction"],
  es: ["Original"],
  pl: ["VAT", "Status"],
};

const SALE: ReceiptRef = { kind: "sale", part: 0 };
const CONTEXT = { at: Date.parse("2026-11-20T13:32:08Z"), person: "Kari", vat: [], language: "nb" as const };
const receipt = (of: Payment, ref: ReceiptRef = SALE) => buildReceipt(of, ref, CONTEXT, TERMS);

const reserved = payment({
  action: "AUTH",
  phase: "authorised",
  amount: 30_000,
  captures: [],
  capturedTotal: 0,
  authorisedLeft: 30_000,
  expiresAt: "2026-11-23T13:32:08.000Z",
});

describe("the receipts of a payment", () => {
  it.each<[string, Payment, string[]]>([
    ["a waiting sale has none", payment({ phase: "waiting", captures: [], capturedTotal: 0 }), []],
    ["an approved sale before the capture has none", payment({ phase: "authorised", captures: [] }), []],
    ["a sale has one", payment(), ["sale 0"]],
    [
      "refunds come first, the latest before the others",
      payment({ phase: "refunded", refunds: [movement(5000), movement(9900)] }),
      ["refund 2", "refund 1", "sale 0"],
    ],
    ["a reservation has a slip", reserved, ["reservation 0"]],
    [
      "a released reservation has two",
      payment({ ...reserved, phase: "released", authorisedLeft: 0 }),
      ["release 0", "reservation 0"],
    ],
    [
      "a partial capture comes before the slip",
      payment({ ...reserved, phase: "partly_captured", captures: [movement(10_000)], authorisedLeft: 20_000 }),
      ["capture 1", "reservation 0"],
    ],
    [
      "a reservation captured in steps has one for each step and one for all",
      payment({ ...reserved, phase: "captured", captures: [movement(10_000), movement(20_000)], authorisedLeft: 0 }),
      ["capture 2", "capture 0", "capture 1", "reservation 0"],
    ],
    [
      "a released rest has its slip",
      payment({
        ...reserved,
        phase: "captured",
        captures: [movement(10_000)],
        capturedTotal: 10_000,
        authorisedLeft: 0,
        operations: [operation("release", "done")],
      }),
      ["capture 1", "release 0", "reservation 0"],
    ],
    ["an unapproved reservation has none", payment({ ...reserved, phase: "rejected", authorisedLeft: 0 }), []],
  ])("%s", (_name, of, expected) => {
    expect(receiptsOf(of).map(({ kind, part }) => `${kind} ${part}`)).toEqual(expected);
  });
});

describe("a receipt", () => {
  it("adds up, with the tip listed separately", () => {
    const { lines, total } = receipt(payment({ additionalAmount: 1500, captures: [movement(14_900, 1500)] }));
    expect(lines).toEqual([
      { what: "amount", text: null, amount: 14_900 },
      { what: "tip", text: null, amount: 1500 },
    ]);
    expect(total).toBe(16_400);
  });

  it("lists the products when the till knows them", () => {
    expect(receipt(payment({ text: "2 kanelboller" })).lines[0]?.text).toBe("2 kanelboller");
  });

  it("is negative for a refund, and states the reason", () => {
    const refunded = payment({ refunds: [movement(5000, 0, { text: "Vare returnert" })] });
    expect(receipt(refunded, { kind: "refund", part: 1 })).toMatchObject({ total: -5000, reason: "Vare returnert" });
  });

  it("shows a chosen reason in the customer's language, regardless of the user's language", () => {
    const refunded = payment({ refunds: [movement(5000, 0, { text: "Charged twice" })] });
    expect(receipt(refunded, { kind: "refund", part: 1 }).reason).toBe("Belastet to ganger");
  });

  it("of a partial capture covers that part; of the whole, each part", () => {
    const taken = payment({ ...reserved, captures: [movement(10_000, 500), movement(20_000)] });
    expect(receipt(taken, { kind: "capture", part: 1 }).total).toBe(10_500);
    expect(receipt(taken, { kind: "capture", part: 2 }).total).toBe(20_000);
    expect(receipt(taken, { kind: "capture", part: 0 }).lines.map(({ amount }) => amount)).toEqual([
      10_000, 500, 20_000,
    ]);
  });

  it("of a release covers the amount that was not captured", () => {
    const released = payment({ ...reserved, phase: "released", authorisedLeft: 0 });
    expect(receipt(released, { kind: "release", part: 0 }).total).toBe(30_000);
  });

  it("has the shop's local time, and the data to show it elsewhere", () => {
    expect(receipt(payment()).time).toEqual({
      at: "2026-11-20T13:32:08.000Z",
      local: "2026-11-20T14:32:08",
      offset: "+01:00",
      timeZone: "Europe/Oslo",
    });
    expect(receiptTime(Date.parse("2026-07-01T22:30:00Z"), "Europe/Oslo")).toMatchObject({
      local: "2026-07-02T00:30:00",
      offset: "+02:00",
    });
    expect(receiptTime(0, "UTC")).toMatchObject({ local: "1970-01-01T00:00:00", offset: "+00:00" });
    expect(receiptTime(0, "Asia/Kathmandu").offset).toBe("+05:30");
    expect(receiptTime(0, "Pacific/Marquesas").offset).toBe("-09:30");
  });

  it("writes times with explicit fields in the customer's language", () => {
    const time = receiptTime(Date.parse("2026-09-03T04:05:06Z"), "Europe/Oslo");
    expect(shownTime(time, "nb")).toBe("03.09.2026 06:05:06");
    expect(shownTime(time, "en")).toBe("03 Sept 2026 06:05:06");
  });

  it("survives JSON without loss, and rejects other versions", () => {
    for (const ref of [SALE, { kind: "reservation", part: 0 } as const]) {
      const made = receipt(reserved, ref);
      expect(readReceipt(receiptJson(made))).toEqual(made);
    }
    expect(() => readReceipt('{"format":"till-receipt","version":2}')).toThrow("version");
    expect(() => readReceipt("null")).toThrow("version");
  });

  it("shows no VAT, which the till does not know", () => {
    expect(receiptJson(receipt(payment()))).not.toMatch(/vat/i);
    expect(
      JSON.stringify(blocksOf({ ...receipt(payment()), shop: { ...TERMS.shop, organisationNumber: null } })),
    ).not.toMatch(/mva|vat/i);
  });
});

describe("the text of a receipt", () => {
  const banners = (changes: Parameters<typeof Object.assign>[1], ref: ReceiptRef = SALE) =>
    blocksOf({
      ...receipt(payment(reserved.action === "AUTH" && ref.kind === "reservation" ? reserved : {}), ref),
      ...changes,
    })
      .filter(({ kind }) => kind === "banner")
      .map((block) => ("text" in block ? block.text : ""));

  it("is marked at both ends when it is not a receipt", () => {
    expect(banners({})).toEqual([]);
    expect(banners({ environment: "demo" })).toEqual(["DEMO – IKKE KVITTERING", "DEMO – IKKE KVITTERING"]);
    expect(banners({ environment: "test", language: "en" })).toEqual(["TEST – NOT A RECEIPT", "TEST – NOT A RECEIPT"]);
    expect(banners({}, { kind: "reservation", part: 0 })).toEqual(["IKKE KVITTERING", "IKKE KVITTERING"]);
  });

  it("says that it is a copy, its number, and the original's time", () => {
    const issued = receiptTime(Date.parse("2026-11-20T13:32:09Z"), "Europe/Oslo");
    const copy = { count: 2, time: receiptTime(Date.parse("2026-11-21T08:00:00Z"), "Europe/Oslo") };
    expect(banners({ copy: { ...copy, count: 1 }, issued })).toEqual(["KOPI"]);
    expect(banners({ copy, issued })).toEqual(["KOPI 2"]);
    const rows = blocksOf({ ...receipt(payment()), copy, issued }).filter(({ kind }) => kind === "row");
    expect(rows).toContainEqual({ kind: "row", label: "Original", value: "20.11.2026 14:32:09" });
    expect(rows).toContainEqual({ kind: "row", label: "Skrevet ut", value: "21.11.2026 09:00:00" });
  });

  it("is complete in every language", () => {
    expect(Object.keys(RECEIPT_WORDS)).toEqual([...CUSTOMER_LANGUAGES]);
    for (const words of Object.values(RECEIPT_WORDS)) {
      expect(Object.keys(words).sort()).toEqual(Object.keys(RECEIPT_WORDS.en).sort());
      expect(words.andMore).toContain("{{count}}");
      for (const text of Object.values(words)) {
        if (typeof text === "string") expect(text.trim()).not.toBe("");
        else expect(Object.keys(text).sort()).toEqual([...RECEIPT_KINDS].sort());
      }
    }
  });

  it.each(CUSTOMER_LANGUAGES.filter((language) => language !== "en"))("has no English left: %s", (language) => {
    const flat = (words: ReceiptWords) =>
      Object.entries(words).flatMap(([key, text]) =>
        typeof text === "string" ? [[key, text]] : Object.entries(text).map(([kind, each]) => [`${key}.${kind}`, each]),
      );
    const english = new Map(flat(RECEIPT_WORDS.en).map(([key, text]) => [key, text]));
    const same = flat(RECEIPT_WORDS[language]).filter(([key, text]) => english.get(key ?? "") === text);
    expect(same.map(([, text]) => text)).toEqual(SAME_AS_ENGLISH[language] ?? []);
  });

  it("is headed in the shop's own language, too, when the customer reads another", () => {
    const german = buildReceipt(payment(), SALE, { ...CONTEXT, language: "de" }, TERMS);
    const copy = { count: 2, time: receiptTime(Date.parse("2026-11-21T08:00:00Z"), "Europe/Oslo") };
    expect(german).toMatchObject({ language: "de", shopLanguage: "nb", locale: "de-DE" });
    const texts = blocksOf({ ...german, copy }).flatMap((block) => ("text" in block ? [block.text] : []));
    expect(texts).toContain("Kassenbeleg / Salgskvittering");
    expect(texts).toContain("KOPIE / KOPI 2");
    expect(receiptText(german)).toContain("Kassenbeleg / Salgskvittering");
    expect(receipt(payment())).not.toHaveProperty("shopLanguage");
  });
});

describe("users and times", () => {
  const row = (event: string, changes: Partial<JournalRow> = {}): JournalRow =>
    ({ sequence: 1, at: 1000, event, posTid: "p", actor: null, data: {}, ...changes }) as JournalRow;
  const rows = [
    row("payment.started", { actor: "Kari" }),
    row("outcome.auth", { at: 2000 }),
    row("operation.requested", { actor: "Ola", data: { kind: "capture", id: "C2" } }),
    row("operation.requested", { actor: "Ingrid", data: { kind: "refund", id: "R1" } }),
    row("operation.requested", { actor: "Per", data: { kind: "release", id: "L1" } }),
    row("operation.done", { at: 9000, data: { kind: "release" } }),
  ];
  const of = payment({
    captures: [movement(1, 0, { id: "C1" }), movement(2, 0, { id: "C2" })],
    refunds: [movement(1, 0, { id: "R1", at: "2026-11-21T10:00:00.000Z" })],
  });

  it.each<[ReceiptRef, string | null, number]>([
    [{ kind: "sale", part: 0 }, "Kari", Date.parse("2026-11-20T13:32:08Z")],
    [{ kind: "capture", part: 1 }, "Kari", Date.parse("2026-11-20T13:32:08Z")],
    [{ kind: "capture", part: 2 }, "Ola", Date.parse("2026-11-20T13:32:08Z")],
    [{ kind: "refund", part: 1 }, "Ingrid", Date.parse("2026-11-21T10:00:00Z")],
    [{ kind: "reservation", part: 0 }, "Kari", 2000],
    [{ kind: "release", part: 0 }, "Per", 9000],
  ])("%o was made by %s", (ref, person, at) => {
    expect(contextOf(of, ref, rows)).toEqual({ at, person });
  });
});

describe("the reason of a refund", () => {
  const blocksWith = (reason: string) =>
    blocksOf(receipt(payment({ refunds: [movement(5000, 0, { text: reason })] }), { kind: "refund", part: 1 }));

  it("is next to its label when short, and on its own lines when long", () => {
    expect(blocksWith("Vare returnert")).toContainEqual({ kind: "row", label: "Årsak", value: "Vare returnert" });
    const long = "Varen var skadet da kunden åpnet esken hjemme, og Åse ga pengene tilbake";
    expect(blocksWith(long)).toContainEqual({ kind: "note", text: `Årsak: ${long}` });
  });
});
