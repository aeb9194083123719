/** An installed till: what the real `npm run dist` packs around a stand-in for Electron's runtime. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromBuilder, listArchive, ROOT } from "./builder.ts";

/** Runs `npm run dist`. @param runtime the folder of what is packed as Electron's runtime */
export function dist(args: string[], runtime: string, env: Record<string, string> = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(ROOT, "scripts/dist.mjs"), ...args], {
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: runtime, ...env },
    encoding: "utf8",
  });
}

export interface PackedTill {
  /** The runtime that was packed, as it was before */
  runtime: string;
  /** The folder of the installed program */
  installed: string;
  archive: string;
}

/** Packs the till into a folder, up to the unpacked program. On Linux alone. @throws what electron-builder said */
export function packTill(folder: string): PackedTill {
  const runtime = standInRuntime(join(folder, "runtime"));
  const installed = join(folder, "dist/linux-unpacked");
  const { status, stdout, stderr } = dist(["--dir", "--output", join(folder, "dist")], runtime);
  if (status !== 0 || !stdout.includes(join(installed, "till"))) throw new Error(`nothing was packed: ${stderr}`);
  return { runtime, installed, archive: join(installed, "resources/app.asar") };
}

/**
 * Takes the archive apart for a Node that reads none, into a folder of the archive's name with the unpacked files beside
 * it. Where the archive points to one of these, there is a link to it: as in Electron, it is loaded from there.
 * @returns the folder that stands for the archive
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

/** What marks the fuses in a program, by Electron's documentation of them. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** Electron's own defaults, in their order; the ninth is newer than the configuration's eight names. */
const DEFAULT_FUSES = "101100011";

/** A folder that electron-builder packs as if it were Electron's runtime: a program that has nothing but fuses. */
function standInRuntime(folder: string): string {
  mkdirSync(join(folder, "resources"), { recursive: true });
  const wire = Buffer.concat([Buffer.from([1, DEFAULT_FUSES.length]), Buffer.from(DEFAULT_FUSES)]);
  const program = Buffer.concat([Buffer.from(`not a program ${SENTINEL}`), wire, Buffer.from("the rest")]);
  writeFileSync(join(folder, "electron"), program, { mode: 0o755 });
  writeFileSync(join(folder, "version"), "0.0.0");
  writeFileSync(join(folder, "resources", "default_app.asar"), "Electron's sample");
  return folder;
}
