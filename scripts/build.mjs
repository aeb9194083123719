/** Builds outdated outputs. `node scripts/build.mjs [--force]`, and `ensureBuilt` for other scripts. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { onProjectNode, projectEnvironment, ROOT, withLock } from "./node.mjs";

const OUT = join(ROOT, "out");
const STAMP = join(OUT, "build-stamp.json");
const PARTS = ["main", "preload", "renderer", "docs"];
const FOLDERS = ["contract", "ledger", "main", "preload", "renderer", "sandbox", "test/security", "test/specification"];
const SOURCES = FOLDERS.map((folder) => `${folder}/**/*`);
const CONFIGURATION = [
  "package.json",
  "package-lock.json",
  "electron.vite.config.ts",
  "build/vite/*",
  "scripts/reference-docs.mjs",
  "tsconfig.base.json",
];
const NEEDED = [
  "main/browser.js",
  "main/electron.js",
  "preload/preload.cjs",
  "preload/customer.cjs",
  "renderer/index.html",
  "renderer/customer.html",
  "renderer/office.html",
  "renderer/licences.json",
  "renderer/sbom.cdx.json",
  "docs/errors.md",
  "docs/security-controls.md",
  "docs/specification.md",
];

/**
 * Builds `out/` if the sources changed. Concurrent processes wait for one build. A failed build keeps the last good
 * output.
 * @returns {Promise<boolean>} whether a build ran
 */
export async function ensureBuilt({ force = false } = {}) {
  if (!force && isFresh(fingerprint())) return false;
  return await withLock("build", async () => {
    const sources = fingerprint();
    if (!force && isFresh(sources)) return false;
    await build();
    writeFileSync(STAMP, `${JSON.stringify({ sources })}\n`);
    return true;
  });
}

function isFresh(sources) {
  try {
    const built = JSON.parse(readFileSync(STAMP, "utf8")).sources === sources;
    return built && NEEDED.every((file) => existsSync(join(OUT, file)));
  } catch {
    return false;
  }
}

/** Hashes contents, because a checkout or a copy changes file times. */
function fingerprint() {
  const hash = createHash("sha256").update(process.versions.node);
  const files = globSync([...SOURCES, ...CONFIGURATION], { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".module.css.d.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`\0${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

async function build() {
  const startedAt = performance.now();
  process.stderr.write("building …\n");
  mkdirSync(OUT, { recursive: true });
  for (const name of readdirSync(OUT)) {
    // Safe under the lock: the processes that created these have ended.
    if (/^\.(building|old)-/.test(name)) rmSync(join(OUT, name), { recursive: true, force: true });
  }
  const target = join(OUT, `.building-${process.pid}`);
  const program = join(ROOT, "node_modules", "electron-vite", "bin", "electron-vite.js");
  const { code, output } = await capture(process.execPath, [program, "build", "--logLevel", "warn"], {
    TILL_BUILD_OUT: target,
  });
  const references = await capture(process.execPath, [
    join(ROOT, "scripts", "reference-docs.mjs"),
    join(target, "docs"),
  ]);
  const missing = NEEDED.filter((file) => !existsSync(join(target, file)));
  if (code !== 0 || references.code !== 0 || missing.length > 0) {
    rmSync(target, { recursive: true, force: true });
    const reason = missing.length > 0 ? ` (no ${missing.join(", ")})` : "";
    throw new Error(`The build failed${reason}:\n${`${output}\n${references.output}`.trim()}`);
  }
  const old = join(OUT, `.old-${process.pid}`);
  mkdirSync(old);
  rmSync(STAMP, { force: true });
  for (const part of PARTS) {
    if (existsSync(join(OUT, part))) renameSync(join(OUT, part), join(old, part));
    renameSync(join(target, part), join(OUT, part));
  }
  for (const folder of [old, target]) rmSync(folder, { recursive: true, force: true });
  process.stderr.write(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** @returns {Promise<{ code: number, output: string }>} */
async function capture(program, args, environment) {
  const options = { cwd: ROOT, env: projectEnvironment(environment), maxBuffer: Number.POSITIVE_INFINITY };
  return await promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error) => ({ code: 1, output: (error.stdout ?? "") + (error.stderr ?? "") || error.message }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await onProjectNode(import.meta.url, async () => {
    if (!(await ensureBuilt({ force: process.argv.includes("--force") }))) process.stderr.write("nothing to build\n");
    return 0;
  });
}
