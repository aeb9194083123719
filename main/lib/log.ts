import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * Writes JSON lines to stderr, synchronously (no worker transports inside Electron). Redaction is a second safety net.
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

/** Ignores write errors: a full disk or a closed pipe must not end the till. */
export function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true });
  stream.on("error", () => undefined);
  return stream;
}
