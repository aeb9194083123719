/**
 * `npm run gallery`: shows every component and screen in Storybook. `--compare` compares them with the kept pictures,
 * and `--update` takes the pictures again. `--record` records the screens' states from real tills. More arguments, such
 * as `-g Kiosk`, are Playwright's.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";

const STORYBOOK = join(ROOT, "node_modules", "storybook", "dist", "bin", "dispatcher.js");
const PLAYWRIGHT = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
const PICTURES = join(ROOT, "gallery", "pictures");
/** Nothing leaves this machine: no telemetry, no search for new versions. */
const env = projectEnvironment({ STORYBOOK_DISABLE_TELEMETRY: "1" });

const MODES = {
  "--compare": ["--project=coverage"],
  "--update": ["--project=coverage", "--update-snapshots"],
  "--record": ["--project=record"],
};

/** Builds the gallery into `out/gallery`. @throws with Storybook's output */
export function buildGallery() {
  const args = [STORYBOOK, "build", "-c", "gallery", "-o", join("out", "gallery"), "--quiet"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The gallery could not be built:\n${stdout}${stderr}`);
}

/** A colour of fewer pixels is the edge of a letter or a line. */
const AREA = 256;

/** Reduces the rare colours of each picture to 16 levels, which halves the files. */
async function shrinkPictures() {
  const { PNG } = await import("pngjs");
  const files = readdirSync(PICTURES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name))) {
    const picture = PNG.sync.read(readFileSync(file));
    const pixels = new Uint32Array(picture.data.buffer, picture.data.byteOffset, picture.data.length / 4);
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const isRare = pixels.map((pixel) => Number(counts.get(pixel) < AREA));
    picture.data.forEach((level, index, data) => {
      if (isRare[index >> 2]) data[index] = Math.round(level / 17) * 17;
    });
    writeFileSync(file, PNG.sync.write(picture, { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 }));
  }
}

if (process.argv[1] === import.meta.filename)
  await onProjectNode(import.meta.url, async () => {
    const [mode, ...more] = process.argv.slice(2);
    if (mode === undefined) {
      const args = ["dev", "-c", "gallery", "--host", "127.0.0.1", "--port", "6006", "--ci", "--no-version-updates"];
      return await runChild(process.execPath, [STORYBOOK, ...args], { cwd: ROOT, env });
    }
    if (!Object.hasOwn(MODES, mode))
      throw new Error(`Unknown option ${mode}. Options: ${Object.keys(MODES).join(", ")}.`);
    if (mode === "--record") await (await import("./build.mjs")).ensureBuilt();
    const args = ["test", "-c", join("gallery", "playwright.config.ts"), ...MODES[mode], ...more];
    const code = await runChild(process.execPath, [PLAYWRIGHT, ...args], { cwd: ROOT, env });
    if (mode === "--update") await shrinkPictures();
    return code;
  });
