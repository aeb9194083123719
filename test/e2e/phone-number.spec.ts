/** The field for a phone number on the charge screen. */
import { expect, test } from "./fixtures.ts";

for (const size of [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
]) {
  test(`the longest number is seen whole while it is typed at ${size.width}×${size.height} @thorough`, async ({
    shop,
  }) => {
    const { counter } = shop;
    await counter.setViewportSize(size);
    const phone = counter.getByLabel("Phone number");
    for (const number of ["91234567", "+4791234567", "+4915112345678", "+491511234567890"]) {
      await phone.fill(number);
      expect(await phone.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0);
    }
    await phone.fill("+4915112345678");
    const asks = counter.getByRole("status").filter({ hasText: "Asks +49 1511 2345678 · Germany" });
    const lines = await asks.evaluate((element) => {
      const text = element.lastChild as Text;
      const topOf = (at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      };
      return [topOf(text.data.indexOf("·")), topOf(text.data.indexOf("Germany"))];
    });
    expect(lines[0]).toBe(lines[1]);
  });
}
