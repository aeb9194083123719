/** electron-builder as the project uses it: the modules that it uses itself, and the configuration. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

export type Fuses = Record<string, boolean | null>;

export const { fromBuilder, readFuses, fuseProblems } = (await import(join(ROOT, "scripts/fuses.mjs"))) as {
  fromBuilder(name: string): unknown;
  readFuses(program: string): Promise<Fuses>;
  fuseProblems(wanted: Fuses | undefined, found: Fuses): string[];
};

/** What the tests read of electron-builder.yml. */
export interface BuilderConfiguration {
  appId: string;
  productName: string;
  files: string[];
  asar: unknown;
  asarUnpack: string[];
  npmRebuild: boolean;
  electronFuses: Record<string, boolean>;
  linux: { icon: string; executableName: string; target: string[] };
  appImage: { executableArgs: string[] };
  win: { icon: string; target: string[] };
  mac: { icon: string; entitlements: string; target: string[] };
}

/** The configuration as it is written. */
export function readConfiguration(): BuilderConfiguration {
  const { load } = fromBuilder("js-yaml") as { load(text: string): BuilderConfiguration };
  return load(readFileSync(join(ROOT, "electron-builder.yml"), "utf8"));
}

/** electron-builder's own check of a configuration against its schema. */
export async function validate(configuration: object): Promise<void> {
  const { validateConfiguration } = fromBuilder("app-builder-lib/out/util/config/config") as {
    validateConfiguration(configuration: object, debug: { isEnabled: boolean }): Promise<void>;
  };
  await validateConfiguration(configuration, { isEnabled: false });
}

/** electron-builder's own decision about a file of node_modules, when it packs on a platform for an architecture. */
export function moduleFilter(configuration: BuilderConfiguration, platform: string, arch: string) {
  const { getNodeModuleFileMatcher } = fromBuilder("app-builder-lib/out/fileMatcher") as {
    getNodeModuleFileMatcher(
      from: string,
      to: string,
      expand: (pattern: string) => string,
      own: object,
      packager: object,
    ): { createFilter(): (file: string, stat: object) => boolean };
  };
  const expand = (pattern: string) => pattern.replaceAll("$" + "{platform}", platform).replaceAll("$" + "{arch}", arch);
  const packager = { config: configuration, debugLogger: { isEnabled: false } };
  const filter = getNodeModuleFileMatcher(ROOT, ROOT, expand, {}, packager).createFilter();
  return (path: string) => filter(join(ROOT, path), { isDirectory: () => false });
}

interface Entry {
  size?: number;
  unpacked?: boolean;
  files?: object;
  link?: string;
}

/** What is in an archive: paths with `/`, without a leading one. */
export function listArchive(archive: string): { path: string; size: number; unpacked: boolean }[] {
  const asar = fromBuilder("@electron/asar") as {
    listPackage(archive: string, options: object): string[];
    statFile(archive: string, path: string): Entry;
  };
  return asar.listPackage(archive, { isPack: false }).flatMap((name) => {
    const path = name.slice(1).replaceAll("\\", "/");
    const { size = 0, unpacked = false, files } = asar.statFile(archive, name.slice(1));
    return files ? [] : [{ path, size, unpacked }];
  });
}
