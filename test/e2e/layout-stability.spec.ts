/** Elements keep their first position while the rest of the screen is drawn. */
import { expect, key, test } from "./fixtures.ts";
import { still } from "./tour.ts";

/** Position of an element in each drawn frame. */
declare global {
  interface Window {
    places: Set<string>;
  }
}

for (const size of [
  { width: 1080, height: 1920 },
  { width: 800, height: 1280 },
  { width: 1280, height: 800 },
]) {
  test(`a code and Cancel keep their first position at ${size.width}×${size.height} @thorough`, async ({
    shop: { counter },
  }) => {
    await counter.setViewportSize(size);
    await key(counter, "14900");
    await counter.evaluate(() => {
      window.places = new Set();
      const look = () => {
        const code = document.querySelector("[data-testid=qr]")?.getBoundingClientRect();
        const cancel = document.querySelector("aside button")?.getBoundingClientRect();
        // Rounded to a pixel: the text below shifts by half a pixel when its font loads.
        if (code && cancel) window.places.add([code.x, code.y, code.width, cancel.y].map(Math.round).join());
        requestAnimationFrame(look);
      };
      look();
    });
    await counter.getByRole("button", { name: "Charge 149,00 kr" }).click();
    await expect(counter.getByRole("button", { name: "Next customer" })).toBeVisible();
    await still(counter);
    expect(await counter.evaluate(() => [...window.places])).toHaveLength(1);
  });
}
