/**
 * Checks which folder imports which (docs/architecture.md), in code and stylesheets. Also checks wording and commit
 * subjects. Run by `npm run check`. Biome finds import cycles and checks sizes, connections and access to files. The
 * compiler checks the order of the projects in `contract/`.
 *
 * dependency-cruiser 18 cannot do this: it needs the API that TypeScript 7 no longer has, or swc's visitor, which does
 * not know `using`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { pathToFileURL } from "node:url";
import { ROOT } from "./node.mjs";
import { subjectProblems, wordingProblems } from "./plain-english.mjs";

/** Folders that each program imports, next to its own. */
const PROGRAMS = {
  contract: [],
  ledger: ["contract"],
  main: ["contract", "docs", "sandbox"],
  preload: ["contract"],
  renderer: ["contract"],
  sandbox: ["contract"],
};
const FOLDERS = new Set([...Object.keys(PROGRAMS), "build", "docs", "gallery", "scripts", "test"]);

/** Files of a program that may import a package. Other packages are allowed everywhere. */
const PACKAGES = [
  [/^electron$/, /^(?:main\/shells\/electron\/|main\/electron\.ts$|preload\/)/],
  [/^node:/, /^(?!contract\/|renderer\/)/],
  [/^zod(?:\/|$)/, /^(?!renderer\/)/],
];

/** Areas of a program, lowest first. A file imports its own area and lower ones. */
const AREAS = {
  main: "lib storage service bridge people payments kiosk customers accounting peripherals integration configuration operations app shells",
  renderer: "kit store features app",
};
const FEATURES = new Set([
  "counter",
  "payments",
  "customer-data",
  "head-office",
  "office",
  "settings",
  "setup",
  "customer",
  "kiosk",
]);
/** Features that use parts of another one. The others do not import each other. */
const SHARED = new Set([
  "renderer/customer-data renderer/counter",
  "renderer/customer-data renderer/settings",
  "renderer/head-office renderer/office",
  "renderer/head-office renderer/payments",
  "renderer/setup renderer/settings",
]);
const ENTRIES = new Set(["main/electron.ts", "main/browser.ts", "main/maintenance.ts"]);
/** The API client is self-contained: its files import only each other, packages and the wire's shapes. */
const CLIENT = { folder: "main/service/api/", allowed: "contract/wire/wire.ts" };

const SOURCES = ["*.ts", "*.tsx", "*.mts", "*.cts", "*.js", "*.jsx", "*.mjs", "*.cjs", "*.css"];
const PROGRAM_SOURCES = Object.keys(PROGRAMS).map((folder) => `${folder}/**`);
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const CODE_IMPORT = /(?:^|[\s;}=(])(?:(?:import|export)\s[^"'`;]*?from\s*|import\s*\(?\s*)["'`]([^"'`]+)["'`]/g;
const CSS_IMPORT = /(?:@import\s+(?:url\(\s*)?|\bfrom\s+)["']?([^"'\s);]+)/g;

/** Returns each file's imports. @returns {Map<string, string[]>} paths from the project's root, and names of packages */
export function readImports(root = ROOT) {
  return new Map(readTexts(SOURCES, root).map(([file, text]) => [file, importsOf(file, text)]));
}

function importsOf(file, text) {
  const found = text.replace(COMMENT, "").matchAll(file.endsWith(".css") ? CSS_IMPORT : CODE_IMPORT);
  return [...found].map(([, name]) => (name.startsWith(".") ? join(dirname(file), name.replace(/\?.*$/, "")) : name));
}

/** @param {string[]} patterns of files in Git @returns {[path: string, text: string][]} also files that are not added yet */
function readTexts(patterns, root = ROOT) {
  const names = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], { cwd: root });
  return [...new Set(names.toString().trim().split("\n"))].flatMap((file) => {
    const text = readIfExists(join(root, file));
    return text === undefined ? [] : [[file, text]];
  });
}

function readIfExists(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Returns a sentence for each comment that turns off more than one rule of Biome for one statement. */
export function exemptionProblems(texts) {
  return texts.flatMap(([file, text]) =>
    [...text.matchAll(/^.*?(?:\/[/*]|^\s*)[/*\s]*(biome-ignore.*)/gm)]
      .filter(([, comment]) => !/^biome-ignore (?:format|[a-z]+\/\w+\/\w+): /.test(comment))
      .map(([, comment]) => `${file}: name one rule and its reason: ${comment}`),
  );
}

/** Returns a sentence for each violation. */
export function structureProblems(imports) {
  return [...imports].flatMap(([file, imported]) => {
    const misplaced = areaOf(file) === null ? [`${file} is in no area: see docs/architecture.md`] : [];
    const forbidden = Object.hasOwn(PROGRAMS, folderOf(file))
      ? imported.flatMap((path) => importProblems(file, path))
      : [];
    return [...misplaced, ...forbidden];
  });
}

/** Returns a sentence if a file of a program must not import this file or package; otherwise nothing. */
function importProblems(file, imported) {
  const [from, to] = [folderOf(file), folderOf(imported)];
  const rule = (importer, name) => [`${importer} must not import ${name}: ${file} imports ${imported}`];
  if (!FOLDERS.has(to)) {
    const isForbidden = PACKAGES.some(([name, allowed]) => name.test(imported) && !allowed.test(file));
    return isForbidden ? rule(areaOf(file)?.name ?? from, imported) : [];
  }
  if (file.startsWith(CLIENT.folder) && !imported.startsWith(CLIENT.folder) && imported !== CLIENT.allowed)
    return rule("The API client", "other folders");
  if (from !== to) return PROGRAMS[from].includes(to) ? [] : rule(from, to);
  const [own, other] = [areaOf(file), areaOf(imported)];
  if (own === null || other === null || own.name === other.name || own.level > other.level) return [];
  return SHARED.has(`${own.name} ${other.name}`) ? [] : rule(own.name, other.name);
}

function folderOf(path) {
  return path.split("/")[0];
}

/** @returns {{ name: string, level: number } | null} null: a program has no such area */
function areaOf(file) {
  const [folder, area, ...rest] = file.split("/");
  if (!Object.hasOwn(AREAS, folder)) return { name: folder, level: 0 };
  if (ENTRIES.has(file)) return { name: "entry points", level: Number.POSITIVE_INFINITY };
  const level = AREAS[folder].split(" ").indexOf(folder === "renderer" && FEATURES.has(area) ? "features" : area);
  return level < 0 || rest.length === 0 ? null : { name: `${folder}/${area}`, level };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = [
    ...structureProblems(readImports()),
    ...exemptionProblems(readTexts(PROGRAM_SOURCES)),
    ...wordingProblems(readTexts([...SOURCES, "*.md"])),
    ...subjectProblems(ROOT),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
