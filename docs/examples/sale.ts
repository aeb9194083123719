import { tillClient } from "./till-client.ts";

const till = tillClient({ url: process.env.URL ?? "", key: process.env.KEY ?? "" });
const reference = "receipt 2026/44";
const customer = { kind: "phone", value: "4791234567" } as const;

await till.start({ reference, action: "SALE", amount: 14_900, customer });
// A sale is briefly authorised before it is captured.
const sale = await till.until(reference, ({ phase }) => !["draft", "queued", "waiting", "authorised"].includes(phase));
console.log(sale.phase);
if (sale.phase === "captured") {
  await till.refund(reference, "first refund of receipt 2026/44", { amount: 4900, reason: "One cup was broken" });
  const refunded = await till.until(reference, ({ refundedTotal }) => refundedTotal === 4900);
  console.log(refunded.phase);
}
