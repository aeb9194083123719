/** Electron's fuses: what the builder's configuration calls them, and what a packed program really has. */
import { createRequire } from "node:module";

/** A fuse's name in electron-builder.yml, by its name in @electron/fuses. */
const NAMES = {
  RunAsNode: "runAsNode",
  EnableCookieEncryption: "enableCookieEncryption",
  EnableNodeOptionsEnvironmentVariable: "enableNodeOptionsEnvironmentVariable",
  EnableNodeCliInspectArguments: "enableNodeCliInspectArguments",
  EnableEmbeddedAsarIntegrityValidation: "enableEmbeddedAsarIntegrityValidation",
  OnlyLoadAppFromAsar: "onlyLoadAppFromAsar",
  LoadBrowserProcessSpecificV8Snapshot: "loadBrowserProcessSpecificV8Snapshot",
  GrantFileProtocolExtraPrivileges: "grantFileProtocolExtraPrivileges",
};
/** How the program's own bytes say it. A fuse that a newer Electron dropped counts as neither. */
const STATES = new Map([
  [0x30, false],
  [0x31, true],
]);

/** A module that electron-builder itself uses, in its very version. */
export function fromBuilder(name) {
  const builder = createRequire(import.meta.url).resolve("electron-builder/package.json");
  const library = createRequire(builder).resolve("app-builder-lib/package.json");
  return createRequire(library)(name);
}

/**
 * Reads the fuses of a program, or of a macOS bundle (`….app`).
 * @returns {Promise<Record<string, boolean | null>>} by the configuration's names; null: this Electron has it no more
 */
export async function readFuses(program) {
  const { FuseV1Options, getCurrentFuseWire } = fromBuilder("@electron/fuses");
  const wire = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.entries(NAMES).map(([name, configured]) => [configured, STATES.get(wire[FuseV1Options[name]]) ?? null]),
  );
}

/** @returns {string[]} a sentence for every fuse that is not as it was wanted; all eight must be wanted one way */
export function fuseProblems(wanted, found) {
  return Object.values(NAMES).flatMap((name) => {
    if (typeof wanted?.[name] !== "boolean") return [`${name} is not decided in electron-builder.yml.`];
    if (found[name] === wanted[name]) return [];
    return [`${name} should be ${wanted[name]} and is ${found[name] ?? "not there"}.`];
  });
}
