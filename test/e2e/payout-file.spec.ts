/** A payout file at the till: every movement is shown under its name in the file, up to the payout. */
import { enterPin, expect, test } from "./fixtures.ts";

const AT = "2026-03-02 13:00:07";
const FILE = [
  "tid,timestamp,action,gross,fee,net",
  `t1,${AT},capture,200.00,2.00,198.00`,
  `t1,${AT},Chargeback,-50.00,15.00,-65.00`,
  `,${AT},Terminal rent,-99.00,0.00,-99.00`,
];

test("lists chargebacks and fees by name, and shows differences from the payout @thorough", async ({ shop }) => {
  const { counter } = shop;
  const choose = (lines: readonly string[], encoding: BufferEncoding = "utf8") =>
    counter
      .locator("input[type=file]")
      .setInputFiles({ name: "payout.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n"), encoding) });
  await counter.keyboard.press("F6");
  const gate = counter.getByTestId("settings-gate");
  await enterPin(gate, "274951");
  await expect(gate).toHaveCount(0);
  await counter.getByRole("tab", { name: "Payouts" }).click();
  await choose(FILE);
  const movements = counter.getByRole("table", { name: "Other entries" });
  await expect(movements.getByRole("row")).toHaveText([
    /Chargeback · t1.*−50,00\skr, fee 15,00\skr/,
    /Terminal rent.*−99,00\skr/,
  ]);
  await expect(counter.getByText(/The file has no payout row/)).toBeVisible();
  await choose([...FILE, `,${AT},utbetaling,-34.00,0.00,-34.00`]);
  await expect(counter.getByText("Matches the sum of its lines.")).toBeVisible();
  await choose([...FILE, `,${AT},payout,-30.00,0.00,-30.00`]);
  await expect(counter.getByText(/The lines total 34,00\skr, a difference of −4,00\skr/)).toBeVisible();
  await choose([FILE[0] ?? "", `t1,${AT},refund,20.00,0.00,20.00`, `t1,${AT},Chargeback,50.00,0.00,50.00`]);
  await expect(movements.getByRole("row")).toHaveText([/Chargeback · t1 · plus or minus unknown.*50,00\skr/]);
  await expect(counter.getByText(/Payout not checked: 1 row may be money in or out/)).toBeVisible();
  await choose([FILE[0] ?? "", `,${AT},Månedsleie,-99.00,0.00,-99.00`], "latin1");
  await expect(movements.getByRole("row")).toHaveText([/Månedsleie.*−99,00\skr/]);
  await choose([`\ufeff${FILE[0]}`, `,${AT},Årsavgift,-99.00,0.00,-99.00`], "utf16le");
  await expect(movements.getByRole("row")).toHaveText([/Årsavgift.*−99,00\skr/]);
});
