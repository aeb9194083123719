import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * The till's log: JSON lines on stderr, written by hand-over to a stream (no worker transports inside Electron).
 * Whoever logs passes masked identifiers; the paths below are a second net, not the first.
 */
export function createLog(
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
  level = "info",
): Log {
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
