/** Every shipped package includes the text of its licence: the build's list against the sources. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../../support/build.ts";
import { ROOT } from "../../support/builder.ts";
import { temporaryFolder } from "../../support/folder.ts";

interface Work {
  name: string;
  version: string;
  licence: string;
  text: string;
}

const { licencesOf, loadedFolders, packageFolder } = (await import(join(ROOT, "build/vite/licences.mjs"))) as {
  licencesOf(folders: readonly string[]): Work[];
  loadedFolders(root: string): string[];
  packageFolder(id: string): string | null;
};

beforeAll(build, 120_000);

const shipped = (): Work[] => JSON.parse(readFileSync(join(ROOT, "out/renderer/licences.json"), "utf8"));

/** Returns the packages that the pages and their styles import. */
function importedPackages(): string[] {
  const sources = globSync("renderer/**/*.{ts,tsx,css}", { cwd: ROOT });
  const names = sources.flatMap((path) =>
    [
      ...readFileSync(join(ROOT, path), "utf8").matchAll(
        /(?:from |import |import\(|url\()"((?:@[\w-]+\/)?[\w-][\w.-]*)[^"]*"/g,
      ),
    ].map(([, name]) => name ?? ""),
  );
  return [...new Set(names)];
}

describe("the licences of shipped packages", () => {
  it("name every package in the pages, with its dependencies", () => {
    const names = shipped().map(({ name }) => name);
    expect(importedPackages()).toEqual(expect.arrayContaining(["react", "@fontsource-variable/inter"]));
    expect(names).toEqual(expect.arrayContaining(importedPackages()));
    expect(names).toEqual(expect.arrayContaining(["react-aria", "react-stately", "scheduler", "dijkstrajs"]));
  });

  it("name every package in main, and those loaded at runtime", () => {
    const works = shipped().map(({ name, version }) => `${name}@${version}`);
    const loaded = loadedFolders(ROOT).map(
      (folder): Work => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
    );
    expect(loaded.length).toBeGreaterThan(40);
    expect(works).toEqual(expect.arrayContaining(loaded.map(({ name, version }) => `${name}@${version}`)));
    const names = shipped().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["fastify", "undici", "zod", "pino", "find-my-way"]));
  });

  it("are full texts: the fonts' is the Open Font License", () => {
    for (const { name, text } of shipped()) expect([name, text.length > 400]).toEqual([name, true]);
    const fonts = shipped().filter(({ name }) => name.startsWith("@fontsource"));
    expect(fonts).toHaveLength(2);
    for (const { text } of fonts) expect(text).toMatch(/SIL OPEN FONT LICENSE/i);
  });

  it("fail a build when one is missing", () => {
    using folder = temporaryFolder();
    const work = (name: string, license: string) => {
      const path = join(folder.path, "node_modules", name);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, "package.json"), JSON.stringify({ name, version: "1.0.0", license }));
      return path;
    };
    expect(() => licencesOf([work("silent", "MIT")])).toThrow("silent 1.0.0 is shipped, and has no licence text");
    const spoken = work("spoken", "ISC");
    writeFileSync(join(spoken, "LICENSE"), "");
    expect(() => licencesOf([spoken])).toThrow("spoken");
    writeFileSync(join(spoken, "LICENSE"), "Permission is granted.");
    writeFileSync(join(spoken, "NOTICE.md"), "By her.");
    expect(licencesOf([spoken, spoken])).toEqual([
      { name: "spoken", version: "1.0.0", licence: "ISC", text: "Permission is granted.\n\nBy her." },
    ]);
  });

  it.each([
    ["/p/node_modules/react/index.js", "/p/node_modules/react"],
    ["\0/p/node_modules/react/cjs/react.js?commonjs-module", "/p/node_modules/react"],
    ["/p/node_modules/@a/b/c.css", "/p/node_modules/@a/b"],
    ["/p/node_modules/a/node_modules/c/d.js", "/p/node_modules/a/node_modules/c"],
    ["C:\\p\\node_modules\\@a\\b\\c.js", "C:/p/node_modules/@a/b"],
    ["/p/renderer/main.tsx", null],
    ["\0rolldown/runtime.js", null],
  ])("name the owner of %j", (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });
});
