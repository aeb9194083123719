import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * The till's log: JSON lines on stderr, written by hand-over to a stream (no worker transports inside Electron).
 * Callers pass masked identifiers; the paths below are a second safety net.
 */
export function createLog(destination: DestinationStream = standardError(), level = "info"): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          "authorization",
          "headers.authorization",
          "secret",
          "token",
          "pin",
          "customer",
          "*.authorization",
          "*.secret",
          "*.token",
          "*.pin",
          "*.customer",
        ],
        censor: "[redacted]",
      },
    },
    destination,
  );
}

/** Where it leads may be a full disk, or nobody: that must not end a till. */
export function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true });
  stream.on("error", () => undefined);
  return stream;
}
