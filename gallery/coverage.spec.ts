import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { coverage } from "./coverage.ts";
import { COVERED } from "./folders.ts";

test("every component of the kit and every screen has a story", () => {
  const pages = readdirSync(COVERED).map(
    (file) => JSON.parse(readFileSync(join(COVERED, file), "utf8")) as ReturnType<typeof coverage>,
  );
  const exported = new Set(pages.flatMap((page) => page.exported));
  const shown = new Set(pages.flatMap((page) => page.shown));
  expect(exported.size).toBeGreaterThan(100);
  expect([...exported].filter((name) => !shown.has(name))).toEqual([]);
});
