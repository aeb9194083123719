import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { still } from "../test/e2e/tour.ts";
import { SIZES } from "./sizes.ts";

const BUILT = join(import.meta.dirname, "../out/gallery");
const ORIGIN = "http://localhost/";
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

interface Story {
  id: string;
  title: string;
  name: string;
}

const { entries } = JSON.parse(readFileSync(join(BUILT, "index.json"), "utf8")) as { entries: Record<string, Story> };
const stories = Object.values(entries);

interface View {
  size: string;
  theme: "light" | "dark";
  language: "en" | "nb";
}

/** Two views of each screen; over all screens they cover every size in both themes and languages. */
function viewsOf({ id, title }: Story): View[] {
  if (title.startsWith("Kit/")) {
    return (["light", "dark"] as const).map((theme) => ({ size: "800x600", theme, language: "en" }));
  }
  const number = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return [0, 1].map((index) => ({
    size: SIZES[(number + 2 * index) % SIZES.length] ?? SIZES[0],
    theme: (number + index) % 2 === 0 ? "light" : "dark",
    language: index === 0 ? "en" : "nb",
  }));
}

/** Shows a story. Files come from the build; any other request fails. */
async function show(page: Page, { id }: Story, { theme, language, size }: View): Promise<void> {
  const [width, height] = size.split("x").map(Number);
  await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
  await page.goto(`${ORIGIN}iframe.html?id=${id}&viewMode=story&globals=theme:${theme};language:${language}`);
  await expect(page.locator("body.sb-show-main")).toBeVisible();
  await page.locator("[data-played]").waitFor();
  await still(page);
}

test.beforeEach(async ({ context }) => {
  await context.route("**", (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (!ORIGIN.startsWith(origin)) return route.abort();
    const contentType = TYPES[extname(pathname)];
    return route.fulfill({ path: join(BUILT, pathname), ...(contentType && { contentType }) });
  });
});

for (const story of stories) {
  for (const view of viewsOf(story)) {
    const name = [story.id, ...Object.values(view)].join("-");
    test(`${story.title} ${story.name} looks as before: ${Object.values(view).join(" ")}`, async ({ page }) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await show(page, story, view);
      expect(errors).toEqual([]);
      const isKit = story.title.startsWith("Kit/");
      await expect(page).toHaveScreenshot(`${name}.png`, { fullPage: isKit });
    });
  }
}
