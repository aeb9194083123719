import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { still } from "../test/e2e/tour.ts";
import { BUILT, COVERED } from "./folders.ts";
import { SIZES } from "./sizes.ts";

/** Scripts need a secure origin. No server listens there: every request is answered from the build. */
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

const KIT_VIEWS: View[] = [
  { size: "800x600", theme: "light", language: "en" },
  { size: "800x600", theme: "dark", language: "nb" },
];

/** Two views of each screen; over all screens they cover every size in both themes and languages. */
function viewsOf({ id }: Story): View[] {
  const number = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return [0, 1].map((index) => ({
    size: SIZES[(number + 2 * index) % SIZES.length] ?? SIZES[0],
    theme: (number + index) % 2 === 0 ? "light" : "dark",
    language: index === 0 ? "en" : "nb",
  }));
}

async function show(page: Page, { id }: Story, { theme, language, size }: View): Promise<void> {
  const [width = 0, height = 0] = size.split("x").map(Number);
  await page.setViewportSize({ width, height });
  await page.goto(`${ORIGIN}iframe.html?id=${id}&viewMode=story&globals=theme:${theme};language:${language}`);
  await page.locator("[data-played]").waitFor();
  await expect(page.locator("body.sb-show-main")).toBeVisible();
  await still(page);
}

/** A story looks as in its pictures. The dark picture of the kit has the focus on the first control. */
async function compare(page: Page, story: Story, views: readonly View[], isKit: boolean): Promise<void> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  for (const view of views) {
    await show(page, story, view);
    const name = [story.id, ...Object.values(view)].join("-");
    writeFileSync(join(COVERED, `${name}.json`), JSON.stringify(await page.evaluate(() => window.coverage())));
    if (isKit && view.theme === "dark") await page.keyboard.press("Tab");
    await expect.soft(page).toHaveScreenshot(`${name}.png`, { fullPage: isKit });
  }
  expect(errors).toEqual([]);
}

test.beforeAll(() => mkdirSync(COVERED, { recursive: true }));

test.beforeEach(async ({ context }) => {
  await context.route("**", (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (!ORIGIN.startsWith(origin)) return route.abort();
    const contentType = TYPES[extname(pathname)];
    return route.fulfill({ path: join(BUILT, pathname), ...(contentType && { contentType }) });
  });
});

for (const story of stories.filter(({ title }) => title.startsWith("Kit/"))) {
  test(`${story.title} › ${story.name} looks as in its pictures`, ({ page }) => compare(page, story, KIT_VIEWS, true));
}

test.describe("at half size", () => {
  test.use({ deviceScaleFactor: 0.5 });
  for (const story of stories.filter(({ title }) => !title.startsWith("Kit/"))) {
    test(`${story.title} › ${story.name} looks as in its pictures`, ({ page }) =>
      compare(page, story, viewsOf(story), false));
  }
});
