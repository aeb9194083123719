/**
 * Checks package-lock.json: each package has the hash of its archive, and none has a known vulnerability. Vulnerabilities
 * come from a file of OSV records (https://ossf.github.io/osv-schema/): a JSON array, or one record per line, named by
 * TILL_ADVISORIES or found as advisories.json in the project's folder. Without a file that part is skipped, with a message.
 * Run by `npm run check`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compare, valid } from "semver";
import { ROOT } from "./node.mjs";

/** @typedef {{ name: string, version: string }} Installed */

/** @returns {string[]} a sentence for each package of a package-lock.json that has no hash of its archive */
export function integrityProblems({ packages }) {
  return Object.entries(packages)
    .filter(([path, { link, integrity }]) => path !== "" && !link && !integrity)
    .map(([path]) => `package-lock.json: ${path} has no "integrity".`);
}

/** @returns {Installed[]} each package of a package-lock.json, those for other platforms included */
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
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = "no summary", affected = [] }) =>
      affected.flatMap((entry) =>
        installed
          .filter(({ name }) => entry.package?.ecosystem === "npm" && entry.package.name === name)
          .filter(({ version }) => isAffected(version, entry))
          .map(({ name, version }) => `${name} ${version}: ${id} (${summary})`),
      ),
    );
}

function isAffected(version, { versions = [], ranges = [] }) {
  const inRange = ranges.filter(({ type }) => type === "SEMVER").some(({ events }) => isInRange(version, events));
  return versions.includes(version) || inRange;
}

/** The events of a range are in order of their versions: the last one that is not above the version decides. */
function isInRange(version, events) {
  return events.reduce((affected, { introduced, fixed, last_affected }) => {
    if (introduced !== undefined) return isAtLeast(version, introduced) || affected;
    if (fixed !== undefined) return affected && !isAtLeast(version, fixed);
    return affected && (last_affected === undefined || compare(version, last_affected) <= 0);
  }, false);
}

function isAtLeast(version, bound) {
  return bound === "0" || (valid(bound) !== null && compare(version, bound) >= 0);
}

/** @returns {object[]} from a JSON array, or from one record per line @throws where it is neither */
export function readAdvisories(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) return JSON.parse(trimmed);
  return trimmed.split("\n").map((line) => JSON.parse(line));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const file = process.env.TILL_ADVISORIES || join(ROOT, "advisories.json");
  const problems = integrityProblems(lock);
  if (process.env.TILL_ADVISORIES || existsSync(file)) {
    const records = readAdvisories(readFileSync(file, "utf8"));
    problems.push(...vulnerabilities(installedPackages(lock), records));
    console.log(`Known vulnerabilities: compared with ${records.length} records of ${file}.`);
  } else console.log("Known vulnerabilities: skipped, because there is no file of OSV records (TILL_ADVISORIES).");
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
