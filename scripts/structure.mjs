/**
 * Checks the structure in docs/architecture.md; run by `npm run check`. Rejects import cycles (including types) and
 * imports of higher areas. The API client may import only the wire's shapes, and the top of `main/` has only the
 * entries. Also checks {@link limitProblems}, syntax, wording, and outgoing connections.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { pathToFileURL } from "node:url";
import { fileAccessProblems } from "./file-access.mjs";
import { limitProblems } from "./limits.mjs";
import { ROOT } from "./node.mjs";
import { outgoingProblems } from "./outgoing.mjs";
import { subjectProblems, wordingProblems } from "./plain-english.mjs";
import { syntaxProblems } from "./syntax.mjs";

/** Areas of each program, lowest first: a file may import its own area and lower ones. */
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
/** The API client is self-contained: its files import only each other and the wire's shapes. */
const CLIENT = { folder: "main/service/api/", allowed: "contract/wire/wire.ts" };
const ENTRIES = new Set(["main/electron.ts", "main/browser.ts", "main/maintenance.ts"]);

const SOURCES = ["*.ts", "*.tsx", "*.mts", "*.cts", "*.js", "*.jsx", "*.mjs", "*.cjs", "*.css"];

const IMPORT = /(?:^|[\s;}])(?:(?:import|export)\s[^"';]*?from\s*|import\s*\(?\s*)["'](\.{1,2}\/[^"']+)["']/g;

/** Returns each file's imports of the project. @returns {Map<string, string[]>} paths from the project's root */
export function readImports(root = ROOT) {
  const files = listed(root, ["*.ts", "*.tsx", "*.mjs", "*.js"]);
  const fileSet = new Set(files);
  return new Map(
    files.flatMap((file) => {
      const text = readIfExists(join(root, file))?.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      if (text === undefined) return [];
      const imported = [...text.matchAll(IMPORT)].map(([, path]) => join(dirname(file), path));
      return [[file, imported.filter((path) => fileSet.has(path))]];
    }),
  );
}

function listed(root, patterns) {
  const names = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], { cwd: root });
  return [...new Set(names.toString().trim().split("\n"))];
}

/** Returns every source file with its text. @returns {[path: string, text: string][]} */
function readTexts(patterns, root = ROOT) {
  return listed(root, patterns).flatMap((file) => {
    const text = readIfExists(join(root, file));
    return text === undefined ? [] : [[file, text]];
  });
}

/** Returns a sentence for each violation. */
export function structureProblems(imports) {
  return [
    ...importCycles(imports),
    ...upwardImports(imports),
    ...clientImportProblems(imports),
    ...misplacedFiles(imports),
  ];
}

/** Returns a cycle for each import that closes one, found depth first. */
function importCycles(imports) {
  const done = new Set();
  const found = [];
  const visit = (file, path) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
    else if (!done.has(file)) for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found.map((cycle) => `Import cycle: ${cycle.join(" → ")}`);
}

function upwardImports(imports) {
  return [...imports].flatMap(([file, imported]) =>
    imported
      .filter((path) => levelOf(path) > levelOf(file) && path.split("/")[0] === file.split("/")[0])
      .map((path) => `Import of a higher area: ${file} imports ${path}`),
  );
}

function clientImportProblems(imports) {
  return [...imports]
    .filter(([file]) => file.startsWith(CLIENT.folder))
    .flatMap(([file, imported]) =>
      imported
        .filter((path) => !path.startsWith(CLIENT.folder) && path !== CLIENT.allowed)
        .map((path) => `The API client imports a file outside its folder: ${file} imports ${path}`),
    );
}

function levelOf(file) {
  const [root, area, ...rest] = file.split("/");
  if (!Object.hasOwn(AREAS, root)) return 0;
  if (rest.length === 0) return Number.POSITIVE_INFINITY;
  return AREAS[root].split(" ").indexOf(root === "renderer" && FEATURES.has(area) ? "features" : area);
}

function misplacedFiles(imports) {
  return [...imports.keys()]
    .filter((file) => !ENTRIES.has(file) && [-1, Number.POSITIVE_INFINITY].includes(levelOf(file)))
    .map((file) => `File outside every area: ${file}`);
}

function readIfExists(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const texts = readTexts(SOURCES);
  const problems = [
    ...structureProblems(readImports()),
    ...syntaxProblems(texts),
    ...limitProblems(texts),
    ...fileAccessProblems(texts),
    ...outgoingProblems(texts),
    ...wordingProblems([...texts, ...readTexts(["*.md"])]),
    ...subjectProblems(ROOT),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
