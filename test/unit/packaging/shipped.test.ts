/** Sizes from the build: what a window loads before its first screen and right after it, and what a till loads. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { enOthers } from "../../../renderer/kit/i18n/en/others.ts";
import { ROOT } from "../../support/builder.ts";

const PAGES = join(ROOT, "out/renderer");
const ASSETS = join(PAGES, "assets");

const PROGRAM = join(ROOT, "out/main");

// The first screen already reads scans in every keyboard layout and GS1 codes.
const FIRST_KB = 186;
/** Fetched in one piece while users work: parsed and run in one task. */
const PIECE_KB = 60;
/** Read and run completely at each start. */
const LOADED_KB = 3_650;

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, "scripts/build.mjs")], { stdio: "ignore" });
});

const kB = (file: string) => gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).length / 1000;

/** A script with its static imports, by name within a folder. */
function closureOf(file: string, known = new Set<string>(), folder = ASSETS): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const code = readFileSync(join(folder, file), "utf8");
  for (const [, next = ""] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    closureOf(join(dirname(file), next), known, folder);
  return known;
}

function firstFiles(): Set<string> {
  const page = readFileSync(join(PAGES, "index.html"), "utf8");
  const first = new Set<string>();
  for (const [, file = ""] of page.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)) closureOf(file, first);
  return first;
}

describe("the window's JavaScript", () => {
  it(`is at most ${FIRST_KB} kB before the first screen, with texts in either language`, () => {
    const texts = readdirSync(ASSETS).filter((file) => /^first-.+\.js$/.test(file));
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      const first = [...closureOf(text, firstFiles())].reduce((sum, file) => sum + kB(file), 0);
      expect(first).toBeGreaterThan(100);
      expect(first).toBeLessThanOrEqual(FIRST_KB);
    }
  });

  it(`loads in pieces of at most ${PIECE_KB} kB after it`, () => {
    const first = firstFiles();
    const later = readdirSync(ASSETS).filter((file) => file.endsWith(".js") && !first.has(file));
    expect(later.length).toBeGreaterThan(10);
    expect(later.filter((file) => kB(file) > PIECE_KB)).toEqual([]);
  });

  it("starts one request per lazy part, and lists none of them in one task", () => {
    const lists = readdirSync(ASSETS).filter(
      (file) => file.endsWith(".js") && readFileSync(join(ASSETS, file), "utf8").includes("__vite__mapDeps"),
    );
    expect(lists).toEqual([]);
  });
});

it(`a till loads at most ${LOADED_KB} kB of program at startup`, () => {
  const entry = readFileSync(join(PROGRAM, "browser.js"), "utf8");
  const [, shell = ""] = /import\(.\.\/(chunks\/main-[\w-]+\.js)/.exec(entry) ?? [];
  const files = [...closureOf(shell, closureOf("browser.js", new Set(), PROGRAM), PROGRAM)];
  const loaded = files.reduce((sum, file) => sum + statSync(join(PROGRAM, file)).size / 1000, 0);
  expect(loaded).toBeGreaterThan(LOADED_KB / 2);
  expect(loaded).toBeLessThanOrEqual(LOADED_KB);
});

it.each([
  ["TILL_DEVELOPMENT", "scripts/dev/till.mjs"],
  ["x-till-pages", "scripts/dev/page.mjs"],
  ["/@vite/client", null],
])("the built program and pages have nothing of `npm run dev`: no %s", (mark, source) => {
  if (source !== null) expect(readFileSync(join(ROOT, source), "utf8")).toContain(mark);
  const built = globSync(["main/**/*.js", "preload/*", "renderer/**/*.{html,js}"], { cwd: join(ROOT, "out") });
  expect(built.length).toBeGreaterThan(100);
  expect(built.filter((file) => readFileSync(join(ROOT, "out", file), "utf8").includes(mark))).toEqual([]);
});

/** A module with its static imports. Types are not modules. */
function modulesOf(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file) || !existsSync(file)) return known;
  known.add(file);
  const code = readFileSync(file, "utf8");
  for (const [, path = ""] of code.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+"(\.[^"]+\.tsx?)"/gm))
    modulesOf(resolve(dirname(file), path), known);
  return known;
}

it("the first screen shows no text that loads with later texts", () => {
  const modules = [...modulesOf(join(ROOT, "renderer/app/main.tsx"))].filter((file) => !file.includes("i18n"));
  expect(modules.length).toBeGreaterThan(80);
  const said = modules.flatMap((file) => {
    const calls = [...readFileSync(file, "utf8").matchAll(/\bt\(([^;{]*?)\)/g)];
    const keys = calls.flatMap(([, call = ""]) => [...call.matchAll(/["`](\w+)\./g)]);
    return keys.map(([, name = ""]) => `${name} in ${file.slice(ROOT.length + 1)}`);
  });
  expect(said.length).toBeGreaterThan(60);
  expect(said.filter((place) => Object.hasOwn(enOthers, place.split(" ")[0] ?? ""))).toEqual([]);
});
