/** Parses the command line of `npm run till --`. */
import { join, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { defaultDataFolder } from "../../lib/default-data-folder.ts";

export type MaintenanceRequest =
  | { task: "help" }
  | { task: "backup"; dataDir: string; to: string | null }
  /** `unauthenticated`: the owner accepts an unauthenticated file */
  | { task: "restore"; dataDir: string; file: string; unauthenticated: boolean }
  | { task: "verify" | "journal accept"; dataDir: string }
  /** `force`: skips the check for open payments */
  | { task: "reset"; dataDir: string; yes: boolean; force: boolean }
  /** `file` null: the database of the data folder */
  | { task: "journal verify"; dataDir: string; file: string | null };

export const USAGE = `npm run till -- <task> [--data DIR]

  backup [--to FILE]      makes a checked backup, also while the till works
  restore FILE [--unauthenticated]
                          puts a backup in place; what was there is kept beside it. --unauthenticated: also a file that
                          this till cannot tell to be its own, by the owner's consent; people and rights stay this till's
  verify                  reads the whole database, its journal and the journal's signed head
  journal verify [FILE]   recomputes the journal of a database file, and names the first entry that does not fit
  journal accept          goes on with a journal that is not the one this till signed, and writes that down in it
  reset --yes [--force]   the till as it was bought: overwrites its keys, then removes its data, backups and the tills
                          of before. Not while payments are open, unless it is told to with --force
  read-service [FILE]     for programs: answers on stdout what stdin asks of the service, with FILE's credentials, and
                          of settlement files (contract/service-reader.ts)
  service install …       Linux: a systemd user unit that starts the till with these options (--data, --port, --shell,
                          --kiosk, --config), and again when it ends; print writes it to standard output alone
  service status          whether there is one, and how it is
  service uninstall       takes it away; the data stays

--data DIR is the data folder (also TILL_DATA; without it, the platform's). Nothing is ever deleted but by reset.
Ends with 0 when all is well, 1 when something is wrong, 2 for a wrong command, 3 while a till works in the folder.
`;

/** Parses a command line. Returns an error sentence if it is invalid. */
export function readMaintenanceRequest(
  argv: string[],
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; value: MaintenanceRequest } | { ok: false; problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        data: { type: "string" },
        to: { type: "string" },
        yes: { type: "boolean" },
        force: { type: "boolean" },
        unauthenticated: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
    if (values.help) return { ok: true, value: { task: "help" } };
    const dataDir = resolve(values.data ?? env.TILL_DATA ?? defaultDataFolder(process.platform, env));
    const { yes = false, force = false, unauthenticated = false } = values;
    const given = { dataDir, to: values.to === undefined ? null : targetOf(values.to), yes, force, unauthenticated };
    const value = requestOf(positionals, given);
    return typeof value === "string" ? { ok: false, problem: value } : { ok: true, value };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Keeps a trailing separator, which denotes a folder. */
function targetOf(to: string): string {
  return to.endsWith("/") || to.endsWith(sep) ? join(resolve(to), sep) : resolve(to);
}

interface Given extends Record<"yes" | "force" | "unauthenticated", boolean> {
  dataDir: string;
  to: string | null;
}

function requestOf(
  [word, ...rest]: string[],
  { dataDir, to, yes, force, unauthenticated }: Given,
): MaintenanceRequest | string {
  const task = word === "journal" ? `journal ${rest.shift() ?? ""}`.trim() : word;
  const file = rest.shift();
  if (rest.length > 0) return `One thing too many: ${rest[0]}`;
  if ((yes || force) && task !== "reset") return "--yes and --force belong to reset alone.";
  if (to !== null && task !== "backup") return "--to belongs to backup alone.";
  if (unauthenticated && task !== "restore") return "--unauthenticated belongs to restore alone.";
  if (task === "restore") {
    return file === undefined ? "Which backup? restore FILE" : { task, dataDir, file: resolve(file), unauthenticated };
  }
  if (task === "journal verify") return { task, dataDir, file: file === undefined ? null : resolve(file) };
  if (file !== undefined) return `One thing too many: ${file}`;
  if (task === "backup") return { task, dataDir, to };
  if (task === "reset") return { task, dataDir, yes, force };
  if (task === "verify" || task === "journal accept") return { task, dataDir };
  return task === undefined ? "What is to be done?" : `There is no task "${task}".`;
}
