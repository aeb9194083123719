/** Where the till's log goes: to stderr from the first moment on, and into its data folder as long as that is open. */
import type { DestinationStream } from "pino";
import { createLog, type Log, standardError } from "../log.ts";
import { type LogFilePorts, type LogFiles, openLogFiles } from "./log-files.ts";

export interface Logging {
  log: Log;
  /** Writes every line into these files too, until the returned function is called. */
  alsoTo(files: Pick<LogFiles, "write">): () => void;
}

/** Makes the log of a process that does not know its data folder yet. */
export function createLogging(destination: DestinationStream = standardError()): Logging {
  let files: Pick<LogFiles, "write"> | null = null;
  const log = createLog({
    write(line) {
      destination.write(line);
      files?.write(line);
    },
  });
  return {
    log,
    alsoTo(more) {
      files = more;
      return () => {
        if (files === more) files = null;
      };
    },
  };
}

/** Opens the log files of a data folder and writes every line into them too, until they are closed. */
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
