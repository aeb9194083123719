/** The README's animation of one sale: the till and the customer's phone side by side. */
import { animatedPng } from "./animated-png.mjs";

const TILL = { width: 1024, height: 640 };
const PHONE = { width: 392, height: 640 };
const GAP = 24;
const SCALE = 0.75;

/**
 * Records one sale in an open shop, step by step.
 * @param shop from the browser tests' `openShop`, in English @param {string} path of the output file
 */
export async function takeSale(shop, path) {
  const { writeFileSync } = await import("node:fs");
  const { readEnglish } = await import("../test/e2e/cafe.ts");
  const { approve, expect, scan } = await import("../test/e2e/fixtures.ts");
  const { still } = await import("../test/e2e/tour.ts");
  const { counter } = shop;
  const phone = await shop.phone();
  const originalSizes = { till: counter.viewportSize(), phone: phone.viewportSize() };
  await counter.setViewportSize(TILL);
  await phone.setViewportSize(PHONE);
  const easel = await counter.context().newPage();
  await easel.setViewportSize({
    width: SCALE * (TILL.width + PHONE.width + 3 * GAP),
    height: SCALE * (TILL.height + 2 * GAP),
  });
  // The customer's steps next to the code are in English too.
  await readEnglish(shop);
  const frames = [];
  const frame = async (ms) => {
    await Promise.all([still(counter), still(phone)]);
    const [till, customer] = [await counter.screenshot(), await phone.screenshot()];
    await easel.setContent(sideBySide(till, customer));
    await easel.waitForFunction(() => [...document.images].every((image) => image.complete));
    frames.push({ png: await easel.screenshot(), ms });
  };

  await counter.keyboard.press("F2");
  await frame(900);
  const product = (name) => counter.getByRole("region", { name: "Products" }).getByRole("button", { name });
  await product(/^Cappuccino /).click();
  await frame(600);
  await product(/^Cappuccino /).click();
  await product(/^Cinnamon bun /).click();
  await frame(1200);
  await counter.getByRole("button", { name: /^Charge 143/ }).click();
  await expect(counter.getByTestId("qr")).toBeVisible();
  await frame(1500);
  await scan(shop);
  await expect(counter.getByTestId("qr")).toBeHidden();
  await frame(1500);
  await approve(shop);
  await expect(counter.getByRole("heading", { name: "Paid" })).toBeVisible();
  await frame(2500);

  await easel.close();
  await counter.setViewportSize(originalSizes.till);
  await phone.setViewportSize(originalSizes.phone);
  writeFileSync(path, animatedPng(frames));
}

function sideBySide(...pictures) {
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString("base64")}">`);
  return `<style>
    body { margin: 0; display: flex; gap: ${SCALE * GAP}px; padding: ${SCALE * GAP}px; background: #e9ece9 }
    img { height: ${SCALE * TILL.height}px; border-radius: 12px; box-shadow: 0 0 0 1px #14191f26 }
  </style>${images.join("")}`;
}
