/**
 * Checks package-lock.json: each package has an archive hash and no known vulnerability. Vulnerabilities come from a
 * file of OSV records (https://ossf.github.io/osv-schema/): a JSON array, or one record per line. The file is
 * TILL_ADVISORIES or advisories.json in the project's folder. Without a file that check is skipped with a message. Run
 * by `npm run check`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compare, valid } from "semver";
import { ROOT } from "./node.mjs";

/** @typedef {{ name: string, version: string }} Installed */

/** @returns {string[]} a sentence for each package of a package-lock.json without a SHA-512 archive hash */
export function integrityProblems({ packages }) {
  return Object.entries(packages)
    .filter(([path, { link, integrity }]) => path !== "" && !link && !integrity?.includes("sha512-"))
    .map(([path]) => `package-lock.json: ${path} has no SHA-512 "integrity".`);
}

/** @returns {Installed[]} all packages of a package-lock.json, including those for other platforms */
export function installedPackages({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path.includes("node_modules/"))
    .map(([path, { name, version }]) => ({ name: name ?? path.split("node_modules/").at(-1) ?? path, version }));
}

/**
 * @param {readonly Installed[]} installed
 * @param {readonly object[]} records of OSV
 * @returns {string[]} a sentence for each known vulnerability of an installed version
 */
export function vulnerabilities(installed, records) {
  return records
    .filter((record) => record && !record.withdrawn)
    .flatMap(({ id, summary = "no summary", affected }) =>
      (affected ?? []).flatMap((entry) =>
        installed
          .filter(({ name }) => entry?.package?.ecosystem === "npm" && entry.package.name === name)
          .filter(({ version }) => isAffected(version, entry))
          .map(({ name, version }) => `${name} ${version}: ${id} (${summary})`),
      ),
    );
}

/** npm uses SemVer, so both types of ranges mean the same. */
function isAffected(version, { versions, ranges }) {
  const inRange = (ranges ?? []).some(({ type, events }) => type !== "GIT" && isInRange(version, events ?? []));
  return versions?.includes(version) || inRange;
}

/**
 * Sorts the events by version, because records have no guaranteed order; the last one reached decides. Versions that
 * cannot be compared count as affected.
 */
function isInRange(version, events) {
  const bounds = events
    .filter(({ limit }) => limit !== "*")
    .map(({ introduced, fixed, limit, last_affected }) => {
      const bound = introduced ?? fixed ?? limit ?? last_affected;
      const order = introduced ? BEGINS : last_affected ? LAST : BEFORE;
      return { at: bound === "0" ? LOWEST : wholeVersion(bound), order };
    });
  if (bounds.length > 0 && (valid(version) === null || bounds.some(({ at }) => at === null))) return true;
  return bounds
    .sort((left, right) => compare(left.at, right.at) || left.order - right.order)
    .reduce((affected, { at, order }) => {
      const isReached = compare(version, at) >= (order === LAST ? 1 : 0);
      return isReached ? order === BEGINS : affected;
    }, false);
}

/** @returns {string | null} a version such as `1` or `1.0`, completed to three numbers */
function wholeVersion(bound) {
  return valid(bound) ?? valid(`${bound}.0`) ?? valid(`${bound}.0.0`);
}

/** Order of events at the same version: an exclusive end, a start, an inclusive end. */
const [BEFORE, BEGINS, LAST] = [0, 1, 2];

const LOWEST = "0.0.0-0";

/** @returns {object[]} from a JSON array, or from one record per line @throws if unreadable or in neither format */
function readAdvisories(file) {
  try {
    const text = readFileSync(file, "utf8").trim();
    if (text.startsWith("[")) return JSON.parse(text);
    return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line)]));
  } catch (cause) {
    throw new Error(`${file}: expected OSV records, as a JSON array or one per line (${cause.message})`, { cause });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const file = process.env.TILL_ADVISORIES || join(ROOT, "advisories.json");
  const problems = integrityProblems(lock);
  if (process.env.TILL_ADVISORIES || existsSync(file)) {
    const records = readAdvisories(file);
    problems.push(...vulnerabilities(installedPackages(lock), records));
    console.log(`Known vulnerabilities: compared with ${records.length} records of ${file}.`);
  } else console.log("Known vulnerabilities: skipped, because there is no file of OSV records (TILL_ADVISORIES).");
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
