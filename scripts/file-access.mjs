/**
 * Which files of `main/` may open files themselves: those that touch nothing but the till's own folders, its program and its
 * user's home. Every other path may be one that other users can write to, and goes through `main/lib/plain-file.ts`.
 */
const OPENING =
  /^(readFile|readFileSync|open|openSync|openAsBlob|createReadStream|copyFile|copyFileSync|cp|cpSync|watch)$/;
const OWN = [
  "main/accounting/exports/commands.ts", // its own exports
  "main/accounting/exports/file.ts",
  "main/app/breakdowns.ts",
  "main/configuration/setup/staging.ts",
  "main/configuration/setup/swap.ts",
  "main/lib/plain-file.ts",
  "main/operations/health/commands.ts", // its own support bundles
  "main/operations/health/contents.ts", // its own logs
  "main/operations/maintenance/restore.ts", // by the owner's command, while the till is stopped
  "main/operations/updates/file.ts", // compared with a signed SHA-512
  "main/shells/",
  "main/storage/",
];

const IMPORT = /import\s+(type\s+)?([^"';]*?)\s+from\s+"node:fs(?:\/promises)?"/g;

/** @param {[path: string, text: string][]} files @returns {string[]} a sentence for each file that opens files and may not */
export function fileAccessProblems(files) {
  return files
    .filter(([path]) => path.startsWith("main/") && !OWN.some((own) => path.startsWith(own)))
    .flatMap(([path, text]) =>
      [...text.matchAll(IMPORT)]
        .flatMap(([, isType, names]) => (isType ? [] : opening(names)))
        .map((name) => `A file is opened without main/lib/plain-file.ts: ${path} imports ${name} from node:fs`),
    );
}

function opening(names) {
  const listed = /\{([^}]*)\}/.exec(names)?.[1];
  if (listed === undefined) return [names];
  return listed
    .split(",")
    .map((name) => name.trim().split(" as ")[0])
    .filter((name) => OPENING.test(name));
}
