import { importsIn, nodesOf } from "./syntax.mjs";

/**
 * Files of `main/` and `ledger/` that may access files directly. They use only the till's own folders, its program,
 * its user's home, and paths named at the start. Other paths may be writable by other users: access them through
 * `main/lib/plain-file.ts`.
 */
const HARMLESS =
  /^(?:constants|(?:access|exists|fstat|fsync|lstat|mkdir|mkdtemp|read|readdir|realpath|rename|rm|stat|statfs)(?:Sync)?|(?:close|write)Sync)$/;
const OWN = [
  "ledger/demo.ts", // its own folder
  "ledger/office/options.ts", // named on the command line
  "ledger/options.ts", // named on the command line
  "ledger/settings.ts", // named on the command line
  "main/accounting/exports/commands.ts", // its own exports
  "main/accounting/exports/file.ts",
  "main/app/breakdowns.ts",
  "main/app/data-folder.ts",
  "main/configuration/setup/staging.ts",
  "main/configuration/setup/swap.ts",
  "main/lib/plain-file.ts",
  "main/operations/health/bundle.ts",
  "main/operations/health/commands.ts", // its own support bundles
  "main/operations/health/contents.ts", // its own logs
  "main/operations/maintenance/restore.ts", // by the owner's command, while the till is stopped
  "main/operations/updates/file.ts", // compared with a signed SHA-512
  "main/shells/",
  "main/peripherals/printing/device.ts", // in /dev and /sys, where only root creates files
  "main/storage/",
];

/**
 * @param {[path: string, text: string][]} files @returns {string[]} a sentence for each file that opens files without
 * permission
 */
export function fileAccessProblems(files) {
  return files
    .filter(([path]) => /^(?:ledger|main)\//.test(path) && !OWN.some((own) => path.startsWith(own)))
    .flatMap(([path, text]) =>
      importsIn(nodesOf(path, text))
        .filter(({ from, name }) => /^(?:node:)?fs(?:\/promises)?$/.test(from) && !HARMLESS.test(name))
        .map(({ name }) => `A file is opened without main/lib/plain-file.ts: ${path} imports ${name} from node:fs`),
    );
}
