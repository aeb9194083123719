/** Maintenance tasks of a data folder without a window: `npm run till --`. */

import { PROGRAM } from "../../storage/database/recovery-advice.ts";
import { acceptJournal } from "./accept.ts";
import { backUp } from "./backup.ts";
import { type MaintenanceRequest, readMaintenanceRequest, USAGE } from "./command-line.ts";
import { type ExitCode, TaskError, type TaskPorts } from "./folder.ts";
import { reset } from "./reset.ts";
import { restore } from "./restore.ts";
import { verify, verifyJournal, verifyJournalIn } from "./verify.ts";

export async function maintain(argv: string[], ports: TaskPorts): Promise<ExitCode> {
  const read = readMaintenanceRequest(argv, ports.env);
  if (!read.ok) {
    ports.stderr.write(`${read.problem}\n\n${usageOf(ports)}`);
    return 2;
  }
  try {
    return await run(read.value, ports);
  } catch (error) {
    ports.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return error instanceof TaskError ? error.exitCode : 1;
  }
}

function usageOf({ program = PROGRAM }: TaskPorts): string {
  return USAGE.replace(PROGRAM, () => program);
}

function run(request: MaintenanceRequest, ports: TaskPorts): ExitCode | Promise<ExitCode> {
  switch (request.task) {
    case "help":
      ports.stdout.write(usageOf(ports));
      return 0;
    case "backup":
      return backUp(request, ports);
    case "restore":
      return restore(request, ports);
    case "verify":
      return verify(request, ports);
    case "journal verify":
      return request.file === null ? verifyJournalIn(request, ports) : verifyJournal({ file: request.file }, ports);
    case "reset":
      return reset(request, ports);
    case "journal accept":
      return acceptJournal(request, ports);
  }
}
