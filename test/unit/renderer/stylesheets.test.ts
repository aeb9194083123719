/** Class names that screens use in stylesheets: a misspelt or removed class would fail silently. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const RENDERER = join(import.meta.dirname, "../../../renderer");

/** The classes of a stylesheet, without those in comments. */
function classesOf(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, "");
  return new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));
}

/** The classes that a screen uses and its stylesheet lacks. */
function missingIn(file: string): string[] {
  const source = readFileSync(join(RENDERER, file), "utf8");
  // A path or a text's key may look like a class.
  const code = source.replace(/"[^"\n]*"/g, "");
  return [...source.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, styles = "", path = ""]) => {
    const classes = classesOf(readFileSync(join(RENDERER, dirname(file), path), "utf8"));
    const named = [...code.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, "g"))].map(([, name = ""]) => name);
    return named.filter((name) => !classes.has(name)).map((name) => `${file}: ${name} is not in ${path}`);
  });
}

describe("the stylesheets", () => {
  const screens = globSync("**/*.tsx", { cwd: RENDERER });

  it("exist for many screens", () => {
    expect(screens.length).toBeGreaterThan(100);
  });

  it("have every class that a screen uses", () => {
    expect(screens.flatMap(missingIn)).toEqual([]);
  });
});
