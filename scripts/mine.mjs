/** Selects the tests that a change concerns, for `npm test -- mine`. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path/posix";
import { ROOT } from "./node.mjs";

/** Cost of all selected test files in terms of a unit test, which takes about half a second. */
const MOST_COST = 36;
const INTEGRATION_COST = 3;
/** Tests that import these start built programs, and take longer. */
const BUILD = new Set(["test/support/build.ts", "scripts/build.mjs"]);
const COMMON_WORDS = new Set(["main", "renderer", "test", "unit", "integration", "ts", "tsx", "css", "module"]);
const CODE = /\.(?:[cm]?[jt]s|[jt]sx|css)$/;
const TEST = /^test\/.*\.test\.tsx?$/;
const SLOW = /\.(?:thorough|nightly)\.test\.tsx?$|^test\/faults\//;
const SPEC = /^test\/e2e\/.*\.spec\.ts$/;
/** A path in quotes: relative to the file, or a script. An import of types is no reason to run a test. */
const PATH = /["'`]((?:\.\.?|scripts)\/[\w./-]+\.\w+)(?:\?\w+)?["'`]/g;
const TYPES = /^(?:import|export) type [^;]*;$/gm;

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);

/** Returns the changed files of the working tree; if the tree is clean, those of the branch since main. */
function changedFiles() {
  const uncommitted = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  const changed = uncommitted.length > 0 ? uncommitted : git("diff", "--name-only", "refs/heads/main...HEAD");
  return changed.filter((file) => existsSync(join(ROOT, file)));
}

/** Returns the files that each file of the project imports or names. @returns {Map<string, string[]>} paths from the root */
function readImports() {
  const files = new Set(git("ls-files", "-co", "--exclude-standard").filter((file) => existsSync(join(ROOT, file))));
  const importsOf = (file) => {
    const text = readFileSync(join(ROOT, file), "utf8").replace(TYPES, "");
    const named = [...text.matchAll(PATH)].flatMap(([, path]) => [join(dirname(file), path), path]);
    return [...new Set(named.filter((path) => files.has(path)))];
  };
  return new Map([...files].filter((file) => CODE.test(file)).map((file) => [file, importsOf(file)]));
}

/**
 * Selects the nearest test files: by their number of imports from the change, then by the words that the paths share.
 * @param {string[]} changed
 * @param {Map<string, string[]>} imports
 * @returns {{ changed: string[], tests: string[], specs: string[], left: number }} `specs` are changed themselves, or
 * named as a changed folder of the renderer; `left` is the number of related test files beyond the nearest
 */
export function selectTests(changed = changedFiles(), imports = readImports()) {
  const distances = distancesFrom(changed, imports);
  const isSlow = (test) => SLOW.test(test) || imports.get(test)?.some((file) => BUILD.has(file));
  const wordsOfChange = new Set(changed.flatMap(wordsOf));
  const shared = (test) => wordsOf(test).filter((word) => wordsOfChange.has(word)).length;
  const related = [...distances.keys()]
    .filter((file) => TEST.test(file) && (changed.includes(file) || !isSlow(file)))
    .sort((left, right) => distances.get(left) - distances.get(right) || shared(right) - shared(left));
  let cost = 0;
  const nearest = related.filter((test) => {
    cost += test.startsWith("test/unit/") ? 1 : INTEGRATION_COST;
    return cost <= MOST_COST || changed.includes(test);
  });
  const screens = new Set(changed.filter((file) => file.startsWith("renderer/")).flatMap(wordsOf));
  const specs = [...imports.keys()].filter((file) => SPEC.test(file));
  return {
    changed,
    tests: nearest,
    specs: specs.filter((file) => changed.includes(file) || screens.has(basename(file, ".spec.ts"))),
    left: related.length - nearest.length,
  };
}

function wordsOf(path) {
  return path.split(/[/.-]/).filter((word) => !COMMON_WORDS.has(word));
}

/** Returns the number of imports from each file to the nearest changed one. */
function distancesFrom(changed, imports) {
  const importers = new Map();
  for (const [file, imported] of imports)
    for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), file]);
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
