/** Loads electron-builder's configuration and the modules that it uses internally. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

export type Fuses = Record<string, boolean | null>;

export const { fromBuilder, readFuses, fuseProblems } = (await import(join(ROOT, "scripts/release.mjs"))) as {
  fromBuilder(name: string): unknown;
  readFuses(program: string): Promise<Fuses>;
  fuseProblems(wanted: Fuses | undefined, found: Fuses): string[];
};

/** Fields of electron-builder.yml that the tests read. */
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

export function readConfiguration(): BuilderConfiguration {
  const { load } = fromBuilder("js-yaml") as { load(text: string): BuilderConfiguration };
  return load(readFileSync(join(ROOT, "electron-builder.yml"), "utf8"));
}

/** Validates a configuration with electron-builder's own schema. */
export async function validate(configuration: object): Promise<void> {
  const { validateConfiguration } = fromBuilder("app-builder-lib/out/util/config/config") as {
    validateConfiguration(configuration: object, debug: { isEnabled: boolean }): Promise<void>;
  };
  await validateConfiguration(configuration, { isEnabled: false });
}

/** Returns electron-builder's own filter for files of node_modules, by platform and architecture. */
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

/** Lists the files of an archive: paths with `/`, without a leading slash. */
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
