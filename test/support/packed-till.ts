/** An installed till: the output of the real `npm run dist`, with a stand-in for Electron's runtime. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromBuilder, listArchive, ROOT } from "./builder.ts";

/** Runs `npm run dist`. @param runtime folder packed as Electron's runtime */
export function dist(args: string[], runtime: string, env: Record<string, string> = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(ROOT, "scripts/dist.mjs"), ...args], {
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: runtime, ...env },
    encoding: "utf8",
  });
}

export interface PackedTill {
  /** The packed runtime in its original state */
  runtime: string;
  /** Folder of the installed program */
  installed: string;
  archive: string;
}

/** Packs the till into a folder, up to the unpacked program. Linux only. @throws with electron-builder's output */
export function packTill(folder: string): PackedTill {
  const runtime = standInRuntime(join(folder, "runtime"));
  const installed = join(folder, "dist/linux-unpacked");
  const { status, stdout, stderr } = dist(["--dir", "--output", join(folder, "dist")], runtime);
  if (status !== 0 || !stdout.includes(join(installed, "till"))) throw new Error(`packaging failed: ${stderr}`);
  return { runtime, installed, archive: join(installed, "resources/app.asar") };
}

/**
 * Extracts the archive for a Node that cannot read it, into a folder with the archive's name and the unpacked files
 * next to it. Entries that refer to unpacked files become links, so they load from there as in Electron.
 * @returns the folder that replaces the archive
 */
export function extractArchive(archive: string, folder: string): string {
  const app = join(folder, "app.asar");
  (fromBuilder("@electron/asar") as { extractAll(archive: string, folder: string): void }).extractAll(archive, app);
  cpSync(`${archive}.unpacked`, `${app}.unpacked`, { recursive: true });
  for (const { path } of listArchive(archive).filter(({ unpacked }) => unpacked)) {
    rmSync(join(app, path));
    symlinkSync(join(`${app}.unpacked`, path), join(app, path));
  }
  return app;
}

/** Marker of the fuses in a program, from Electron's documentation. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** Electron's default fuses in order; the ninth is newer than the configuration's eight names. */
const DEFAULT_FUSES = "101100011";

/** Creates a folder that electron-builder packs as Electron's runtime: a program with nothing but fuses. */
function standInRuntime(folder: string): string {
  mkdirSync(join(folder, "resources"), { recursive: true });
  const wire = Buffer.concat([Buffer.from([1, DEFAULT_FUSES.length]), Buffer.from(DEFAULT_FUSES)]);
  const program = Buffer.concat([Buffer.from(`not a program ${SENTINEL}`), wire, Buffer.from("the rest")]);
  writeFileSync(join(folder, "electron"), program, { mode: 0o755 });
  writeFileSync(join(folder, "version"), "0.0.0");
  writeFileSync(join(folder, "resources", "default_app.asar"), "Electron's sample");
  return folder;
}
