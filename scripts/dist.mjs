/**
 * `npm run dist [-- --dir] [-- --output DIR]`: builds, and packs installers for this platform: AppImage and deb, NSIS,
 * or dmg, with the reference pages in `docs/`. `--dir` stops at the unpacked program. Exit codes: 0 packed, 2 invalid
 * options, 3 a download failed, 1 any other error.
 */
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { onProjectNode, ROOT } from "./node.mjs";
import { fuseProblems, readFuses, readRelease, releaseConfiguration, signChannelFiles } from "./release.mjs";

/** Network errors that mean offline. */
const UNREACHABLE = new Set(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH"]);

await onProjectNode(import.meta.url, async () => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    console.error("npm run dist takes --dir and --output DIR.");
    return 2;
  }
  const release = releaseOf(process.env);
  if ("problem" in release) {
    console.error(`Nothing was packed: ${release.problem}`);
    return 2;
  }
  const runtime = await findRuntime();
  if ("problem" in runtime) {
    console.error(`Nothing was packed: ${runtime.problem}.`);
    return 3;
  }
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  return await pack({ ...options, electronDist: runtime.folder, release: release.value });
});

function readOptions(args) {
  try {
    const { values } = parseArgs({ args, options: { dir: { type: "boolean" }, output: { type: "string" } } });
    return { dir: values.dir === true, output: resolve(ROOT, values.output ?? "dist") };
  } catch {
    return null;
  }
}

/** Returns the update settings of this build; null for a build without updates. */
function releaseOf(env) {
  try {
    return { value: readRelease(env) };
  } catch (error) {
    return { problem: error.message };
  }
}

/** Returns the folder of the runtime to package: the one of `npm start`, downloaded if missing. */
async function findRuntime() {
  const configuredPath = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (configuredPath) {
    return existsSync(join(configuredPath, "version"))
      ? { folder: resolve(configuredPath) }
      : { problem: `there is no Electron runtime in ${configuredPath} (ELECTRON_OVERRIDE_DIST_PATH)` };
  }
  const { electronRuntime } = await import("./electron-runtime.mjs");
  const { problem } = await electronRuntime();
  const folder = join(ROOT, "node_modules", "electron", "dist");
  // The runtime need not start here: a build server may lack desktop libraries.
  return existsSync(join(folder, "version")) ? { folder } : { problem: problem ?? "Electron's runtime is missing" };
}

async function pack({ dir, output, electronDist, release }) {
  const { build } = await import("electron-builder");
  const { extraMetadata, ...updates } = releaseConfiguration(release);
  const packed = { program: null };
  try {
    const artifacts = await build({
      projectDir: ROOT,
      publish: "never",
      dir,
      config: {
        extends: join(ROOT, "electron-builder.yml"),
        directories: { output },
        electronDist,
        ...updates,
        extraMetadata: { homepage: homepage(), ...extraMetadata },
        afterExtract: removeSample,
        afterPack: (context) => {
          packed.program = programOf(context);
          packed.wanted = context.packager.config.electronFuses;
        },
        // After the fuses are set, before packages are built.
        artifactBuildStarted: () => checkFuses(packed),
      },
    });
    await checkFuses(packed);
    if (release !== null && !dir) await signChannelFiles(output, release);
    // Publish the reference pages next to the installers; an installed till does not contain them.
    if (!dir) cpSync(join(ROOT, "out", "docs"), join(output, "docs"), { recursive: true });
    for (const artifact of artifacts) console.log(artifact);
    if (dir) console.log(packed.program);
    return 0;
  } catch (error) {
    if (!UNREACHABLE.has(error?.code)) throw error;
    console.error(`No installer was made: a tool of electron-builder's could not be downloaded (${error.message}).`);
    return 3;
  }
}

/** A deb requires a home page. The reserved name is a placeholder until the project has one. */
function homepage() {
  const { homepage: configured } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return configured ?? "https://till.invalid/";
}

/** Removes Electron's sample app, as electron-builder does for a runtime that it downloads itself. */
function removeSample({ appOutDir, packager }) {
  rmSync(join(packager.getResourcesDir(appOutDir), "default_app.asar"), { force: true });
}

function programOf({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === "darwin") return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === "win32") return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, packager.executableName);
}

async function checkFuses({ program, wanted }) {
  const problems = fuseProblems(wanted, await readFuses(program));
  if (problems.length > 0) throw new Error(`The fuses of ${program} are not as configured: ${problems.join(" ")}`);
}
