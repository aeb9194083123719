/** Electron's fuses: their names in the builder's configuration, and their state in a packed program. */
import { createRequire } from "node:module";

/** Names of fuses in electron-builder.yml, by name in @electron/fuses. */
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
/** States in the program's bytes. A fuse that a newer Electron removed is null. */
const STATES = new Map([
  [0x30, false],
  [0x31, true],
]);

/** Loads a module in the version that electron-builder uses. */
export function fromBuilder(name) {
  const builder = createRequire(import.meta.url).resolve("electron-builder/package.json");
  const library = createRequire(builder).resolve("app-builder-lib/package.json");
  return createRequire(library)(name);
}

/**
 * Reads the fuses of a program or a macOS bundle (`….app`).
 * @returns {Promise<Record<string, boolean | null>>} by the configuration's names; null if this Electron removed the
 * fuse
 */
export async function readFuses(program) {
  const { FuseV1Options, getCurrentFuseWire } = fromBuilder("@electron/fuses");
  const wire = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.entries(NAMES).map(([name, configured]) => [configured, STATES.get(wire[FuseV1Options[name]]) ?? null]),
  );
}

/** @returns {string[]} a sentence for each fuse with a wrong state; all eight must be configured */
export function fuseProblems(wanted, found) {
  return Object.values(NAMES).flatMap((name) => {
    if (typeof wanted?.[name] !== "boolean") return [`${name} is not decided in electron-builder.yml.`];
    if (found[name] === wanted[name]) return [];
    return [`${name} should be ${wanted[name]} and is ${found[name] ?? "not there"}.`];
  });
}
