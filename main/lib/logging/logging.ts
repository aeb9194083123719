import type { DestinationStream } from "pino";
import { createLog, standardError } from "../log.ts";
import { type LogFilePorts, type LogFiles, openLogFiles } from "./log-files.ts";

export type Logging = ReturnType<typeof createLogging>;

export function createLogging(destination: DestinationStream = standardError()) {
  let files: Pick<LogFiles, "write"> | null = null;
  const log = createLog({
    write(line) {
      destination.write(line);
      files?.write(line);
    },
  });
  return {
    log,
    /** Also writes every line to these files, until the returned function is called. */
    alsoTo(more: Pick<LogFiles, "write">) {
      files = more;
      return () => {
        if (files === more) files = null;
      };
    },
  };
}

/** Opens a data folder's log files and writes every line to them, until they are closed. */
export function keepLogFiles(logging: Logging, dataDir: string, ports: LogFilePorts): LogFiles {
  const files = openLogFiles(dataDir, ports);
  const detach = logging.alsoTo(files);
  return {
    ...files,
    close() {
      detach();
      return files.close();
    },
  };
}
