/** Stylesheets without unused classes. The type check finds the opposite: a class that no stylesheet has. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const RENDERER = join(import.meta.dirname, "../../../renderer");
const read = (file: string) => readFileSync(join(RENDERER, file), "utf8");

/** Returns the classes in a stylesheet's selectors. */
function classesOf(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"/g, "");
  return [...new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name))];
}

/** Returns the classes that a component uses, as `stylesheet: class`. */
function usesOf(file: string): string[] {
  const source = read(file);
  return [...source.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, styles = "", path = ""]) => {
    const used = [...source.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, "g"))];
    return used.map(([, name]) => `${join(dirname(file), path)}: ${name}`);
  });
}

describe("stylesheets", () => {
  const classes = globSync("**/*.module.css", { cwd: RENDERER }).flatMap((file) =>
    classesOf(read(file)).map((name) => `${file}: ${name}`),
  );
  const uses = new Set(globSync("**/*.tsx", { cwd: RENDERER }).flatMap(usesOf));

  it("have hundreds of classes", () => {
    expect(classes.length).toBeGreaterThan(500);
  });

  it("have only classes that a component uses", () => {
    expect(classes.filter((name) => !uses.has(name))).toEqual([]);
  });
});
