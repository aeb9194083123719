import { expect, type Shop, test, typeAsScanner } from "./fixtures.ts";

/** Adds a product with a barcode, and a weighed one. */
async function sell({ till }: Shop): Promise<void> {
  await till.call("staff.signIn", { pin: "274951" });
  const products = [
    { id: "coffee", name: "Kaffe", amount: 4990, vatRate: 1500, barcode: "7038010055843" },
    { id: "apples", name: "Epler", amount: 3990, vatRate: 1500, barcode: "07038010000065", scale: "weight" as const },
  ];
  const set = await till.call("catalogue.set", { categories: [], products });
  if (!set.ok) throw new Error(set.error.message);
}

test("charges nothing for a scanned code of four digits, and charges four typed digits @thorough", async ({ shop }) => {
  const { counter } = shop;
  for (const [code, gapMs] of [
    ["14900", 45],
    ["4012", 30],
    ["4011", 5],
  ] as const) {
    await typeAsScanner(counter, code, gapMs);
    await expect(counter.getByText(`Unknown code: ${code}`)).toBeVisible();
    await expect(counter.getByTestId("total")).toContainText("0,00");
    await expect(counter.getByTestId("qr")).toHaveCount(0);
  }
  await counter.keyboard.type("4011", { delay: 60 });
  await expect(counter.getByTestId("total")).toContainText("40,11");
  await counter.keyboard.press("Enter");
  await expect(counter.getByTestId("qr")).toBeVisible();
});

test("a scanner with a US layout finds products, also by GS1 codes and Digital Links @thorough", async ({ shop }) => {
  const { counter } = shop;
  await sell(shop);
  await expect(counter.getByRole("button", { name: /Kaffe/ })).toBeVisible();
  const total = counter.getByTestId("total");
  await typeAsScanner(counter, "7038010055843", 10, "fr");
  await expect(total).toContainText("49,90");
  await typeAsScanner(counter, "https://id.example/01/07038010055843/10/A%2F1?3922=1290", 10, "nb");
  await expect(total).toContainText("62,80");
  await typeAsScanner(counter, "]C101070380100000653103000532", 40, "de");
  await expect(total).toContainText("84,03");
  await expect(counter.getByRole("list", { name: "Lines" })).toContainText(/Epler 0,532.kg/);
  await typeAsScanner(counter, "(01)04006381333931(10)A", 10, "fr");
  await expect(counter.getByText("Unknown code: 4006381333931")).toBeVisible();
  await expect(total).toContainText("84,03");
  await typeAsScanner(counter, "]d2010703801000006510A", 10);
  await expect(counter.getByRole("dialog")).toContainText("Epler");
});
