/** Electron's runtime, which since version 42 is downloaded on first use and not part of the package. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CACHE, projectEnvironment, ROOT, withLock } from "./node.mjs";

const run = promisify(execFile);
const PACKAGE = join(ROOT, "node_modules", "electron");
const STAMP = join(CACHE, "electron-download.json");
/** Maximum duration of a download, by the contract. */
const DOWNLOAD_MS = 20_000;
const TRY_AGAIN_AFTER_MS = 24 * 3_600_000;

const FAILED_LATELY =
  'Electron\'s runtime is not installed, and its download failed lately (try again with "npx install-electron")';

/**
 * Returns Electron's program. Downloads a missing runtime unless a download failed within a day.
 * @returns {Promise<{path: string} | {problem: string}>} the program, or the reason as a clause
 */
export async function electronRuntime() {
  const version = packageVersion();
  if (version === null) return { problem: "the electron package is not installed" };
  if (!isInstalled(version)) {
    if (failedLately(version)) {
      return { problem: FAILED_LATELY };
    }
    await withLock("electron", () => (isInstalled(version) ? undefined : download(version)));
  }
  if (!isInstalled(version)) return { problem: "Electron's runtime is not installed and could not be downloaded" };
  return startable(programPath());
}

function packageVersion() {
  return JSON.parse(readIfThere(join(PACKAGE, "package.json")) || "{}").version ?? null;
}

function programPath() {
  return join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(PACKAGE, "dist"), readIfThere(join(PACKAGE, "path.txt")));
}

/** Same check as Electron's install.js. `path.txt` is written last, so an interrupted extraction does not count. */
function isInstalled(version) {
  const unpacked = readIfThere(join(PACKAGE, "dist", "version"))
    .trim()
    .replace(/^v/, "");
  return unpacked === version && readIfThere(join(PACKAGE, "path.txt")) !== "" && existsSync(programPath());
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function failedLately(version) {
  try {
    const failed = JSON.parse(readFileSync(STAMP, "utf8"));
    return failed.version === version && Date.now() - failed.at < TRY_AGAIN_AFTER_MS;
  } catch {
    return false;
  }
}

async function download(version) {
  if (failedLately(version)) return; // Another process tried while this one waited for the lock.
  process.stderr.write("downloading Electron's runtime (at most 20 s) …\n");
  mkdirSync(CACHE, { recursive: true });
  // Written first, so an interrupted download counts as failed.
  writeFileSync(STAMP, `${JSON.stringify({ version, at: Date.now() })}\n`);
  const limits = { timeout: DOWNLOAD_MS, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY };
  const options = { cwd: ROOT, env: projectEnvironment(), ...limits };
  try {
    await run(process.execPath, [join(PACKAGE, "install.js")], options);
    rmSync(STAMP, { force: true });
  } catch {
    // The stamp reports the failure.
  }
}

/** A server may lack desktop libraries, or allow only root to create a sandbox. */
function startable(path) {
  if (process.platform !== "linux") return { path };
  const flags = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const { status } = spawnSync(path, [...flags, "--version"], { timeout: 10_000, stdio: "ignore" });
  return status === 0 ? { path } : { problem: "Electron's runtime is installed but does not start on this machine" };
}
