/** A shipping label is complete, even on the narrowest paper. */
import { expect, it } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import { recipientIn } from "../../../../../main/customers/claims.ts";
import type { Claims } from "../../../../../main/customers/records.ts";
import { labelCommand } from "../../../../../main/peripherals/receipts/label.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { escPosReader } from "../../../../support/escpos-reader.ts";

const PRINTER = {
  kind: "escpos-tcp",
  host: "127.0.0.1",
  port: 9100,
  width: 58,
  columns: null,
  codePage: "cp858",
  codePageNumber: null,
  cut: true,
  drawer: true,
} as const;
const SHOP = { name: "Bakeri Ærlig", address: ["Åsveien 12"], organisationNumber: null, phone: null, footer: null };

/** Returns the label as a 32-character printer renders it, and as a page. */
async function labelOf(claims: Claims, locale = "nb-NO") {
  const reader = escPosReader(32);
  const label = labelCommand({
    clock: createManualClock(),
    settings: { get: () => ({ shop: SHOP, printer: PRINTER, receipt: { electronic: false, print: "ask" } }) },
    worker: {
      printNow(bytes) {
        reader.read(bytes, () => undefined);
        return Promise.resolve({ is: "printed", confirmed: true });
      },
    },
    terms: () => ({
      shop: SHOP,
      environment: "live",
      till: { posId: "1", name: "1" },
      locale,
      timeZone: "Europe/Oslo",
    }),
    payment: () => null,
    recipient: () => done(recipientIn(claims) ?? { lines: [], phone: null }),
  });
  const printed = await label({ posTid: "K7Q2-8F3M", as: "print" });
  const page = await label({ posTid: "K7Q2-8F3M", as: "pdf" });
  if (!printed.ok || !page.ok || page.value.as !== "pdf") throw new Error("no label");
  const [paper] = reader.papers;
  return { paper, problems: reader.problems, html: page.value.html };
}

it("a label wraps long text without cutting it, including Nordic letters", async () => {
  const street = "Øvre Åsgårdsstranda brygge 1234, oppgang B, sjuende etasje, Dronning Æthelflædsgate";
  const { paper, problems, html } = await labelOf({
    shipping_address: {
      name: "Kåre Bjørn-Ærlig von Østergård",
      street_address: street,
      postal_code: "3179",
      locality: "Åsgårdstrand",
    },
  });
  expect(problems).toEqual([]);
  const read = paper?.text.replace(/\s+/g, " ");
  for (const part of ["Kåre Bjørn-Ærlig von Østergård", street, "3179 Åsgårdstrand", "K7Q2-8F3M"]) {
    expect(read).toContain(part);
    expect(html).toContain(part);
  }
  expect(paper?.cut).toBe(true);
  expect(paper?.pulses).toBe(0);
});

it("a label escapes commands and markup in the customer's address", async () => {
  const { paper, problems, html } = await labelOf({
    shipping_address: { name: "<img src=x>", street_address: "A 1\u001b@\u001dV\u0000", locality: "Oslo" },
  });
  expect(problems).toEqual([]);
  expect(paper?.text).toContain("A 1@V");
  expect(html).toContain("&lt;img src=x&gt;");
  expect(html).not.toContain("<img");
});

it("a label is in the shop's language, and accepts an unstructured address", async () => {
  const fullAddress = { formatted: "Ola Hansen\r\nThorvald Meyers gate 56\n0552 Oslo", name: "Ola Hansen" };
  const { paper } = await labelOf({ shipping_address: fullAddress, phone: { phone_number: "+4798765432" } }, "en-GB");
  expect(paper?.text).toContain("Shipping label");
  expect(paper?.lines.map(({ text }) => text.trim()).filter((text) => text === "Ola Hansen")).toHaveLength(1);
  for (const line of ["Thorvald Meyers gate 56", "0552 Oslo", "+4798765432"])
    expect(paper?.text.replace(/\s+/g, " ")).toContain(line);
});

it("a label has no recipient when no address was shared", () => {
  expect(recipientIn({ profile: { name: "Ola" }, address: { street_address: "A 1" } })).toBeNull();
  expect(recipientIn({ shipping_address: { name: "Ola" } })).toBeNull();
});

it("a label isolates a right-to-left address", async () => {
  const street = "דיזנגוף 12, דירה 3";
  const { html } = await labelOf({ shipping_address: { name: "Kari", street_address: street, locality: "Oslo" } });
  expect(html).toContain(`<p class="address"><bdi>${street}</bdi></p>`);
  expect(html).toContain('<p class="address">Kari</p>');
});
