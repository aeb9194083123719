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

  backup [--to FILE]      make and check a backup; the till may be running
  restore FILE [--unauthenticated]
                          restore a backup and keep the current data next to it. --unauthenticated accepts a file that
                          this till cannot verify, with the owner's consent; this till keeps its people and rights
  verify                  check the database, the journal and its signature
  journal verify [FILE]   check the journal of a database file and report the first wrong entry
  journal accept          accept a journal that this till did not sign, and record that in the journal
  reset --yes [--force]   factory reset: overwrite the keys, then remove the data, the backups and earlier tills.
                          Refused while payments are open, unless --force is given
  read-service [FILE]     for programs: read the service and settlement files with FILE's credentials; requests on
                          stdin, answers on stdout (contract/accounting/service-reader.ts)
  service install …       Linux: install a systemd user unit that starts and restarts the till with these options
                          (--data, --port, --shell, --kiosk, --config); "service print" only prints the unit
  service status          show the state of the unit
  service uninstall       remove the unit and keep the data

--data DIR   data folder (also TILL_DATA; default: the platform's application data). Only reset deletes data.
Exit codes: 0 success, 1 problem found, 2 wrong command, 3 a till is running in the data folder.
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
    const taskOptions = {
      dataDir,
      to: values.to === undefined ? null : targetOf(values.to),
      yes,
      force,
      unauthenticated,
    };
    const value = requestOf(positionals, taskOptions);
    return typeof value === "string" ? { ok: false, problem: value } : { ok: true, value };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Keeps a trailing separator, which denotes a folder. */
function targetOf(to: string): string {
  return to.endsWith("/") || to.endsWith(sep) ? join(resolve(to), sep) : resolve(to);
}

interface TaskOptions extends Record<"yes" | "force" | "unauthenticated", boolean> {
  dataDir: string;
  to: string | null;
}

function requestOf(
  [word, ...rest]: string[],
  { dataDir, to, yes, force, unauthenticated }: TaskOptions,
): MaintenanceRequest | string {
  const task = word === "journal" ? `journal ${rest.shift() ?? ""}`.trim() : word;
  const file = rest.shift();
  if (rest.length > 0) return `Unexpected argument: ${rest[0]}`;
  if ((yes || force) && task !== "reset") return "--yes and --force can only be used with reset.";
  if (to !== null && task !== "backup") return "--to can only be used with backup.";
  if (unauthenticated && task !== "restore") return "--unauthenticated can only be used with restore.";
  if (task === "restore") {
    return file === undefined
      ? "Expected a backup file: restore FILE"
      : { task, dataDir, file: resolve(file), unauthenticated };
  }
  if (task === "journal verify") return { task, dataDir, file: file === undefined ? null : resolve(file) };
  if (file !== undefined) return `Unexpected argument: ${file}`;
  if (task === "backup") return { task, dataDir, to };
  if (task === "reset") return { task, dataDir, yes, force };
  if (task === "verify" || task === "journal accept") return { task, dataDir };
  return task === undefined ? "Expected a task." : `Unknown task "${task}".`;
}
