/** Log files in the data folder. Lines that cannot be written are lost and counted; writing resumes later. */
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { createStream } from "rotating-file-stream";
import type { Clock } from "../clock.ts";

/** Size of a log file. At most ten such files and the current one exist. */
const FILE_SIZE = "10M";
const KEPT_FILES = 10;
/** Limits memory when the disk is too slow. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 60_000;

export type LogFiles = ReturnType<typeof openLogFiles>;

export interface LogFilesState {
  files: number;
  bytes: number;
  lost: number;
  /** Start of the failure in ms since the epoch, and the system's error code */
  failing: { since: number; because: string } | null;
}

export interface LogFilePorts {
  clock: Clock;
  /** False on a nearly full disk, whose rest is for payments in progress */
  mayWrite(): boolean;
  open?(folder: string): Writable;
}

/** Opens the log files of a locked data folder. */
export function openLogFiles(dataDir: string, { clock, mayWrite, open = rotating }: LogFilePorts) {
  const folder = join(dataDir, "logs");
  let stream: Writable | null = null;
  let failing: LogFilesState["failing"] = null;
  let retryAt = Number.NEGATIVE_INFINITY;
  let lost = 0;
  let unreported = 0;

  const fail = (error: unknown) => {
    stream = null;
    retryAt = clock.monotonic() + RETRY_MS;
    failing ??= { since: clock.now(), because: (error as NodeJS.ErrnoException)?.code ?? "unknown" };
  };
  const reopen = (): Writable | null => {
    if (stream !== null || clock.monotonic() < retryAt) return stream;
    try {
      const opened = open(folder);
      opened.on("error", (error) => {
        if (stream === opened) fail(error);
      });
      stream = opened;
    } catch (error) {
      fail(error);
    }
    return stream;
  };
  const countLost = () => {
    lost += 1;
    unreported += 1;
  };
  return {
    folder,
    /** Never throws, never waits. */
    write(line: string) {
      const target = mayWrite() ? reopen() : null;
      if (target === null || target.writableLength > MAX_WAITING_BYTES) return countLost();
      if (unreported > 0) target.write(`${JSON.stringify({ level: 40, lost: unreported, msg: "lines were lost" })}\n`);
      unreported = 0;
      target.write(line, (error) => {
        if (error) countLost();
        else if (stream === target) failing = null;
      });
    },
    state: () => ({ ...sizeOf(folder), lost, failing }),
    /** Resolves when all lines are written, or cannot be. */
    async close() {
      const ending = stream;
      stream = null;
      retryAt = Number.POSITIVE_INFINITY;
      if (ending === null || ending.destroyed) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      ending.once("close", resolve);
      ending.once("error", () => resolve());
      ending.end();
      await promise;
    },
  };
}

function rotating(folder: string): Writable {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return createStream("till.log", {
    path: folder,
    size: FILE_SIZE,
    rotate: KEPT_FILES,
    compress: "gzip",
    mode: 0o600,
  });
}

const LOG_NAME = /^till\.log(\.\d+\.gz)?$/;

export function listLogFiles(folder: string): { name: string; path: string; bytes: number }[] {
  return namesIn(folder)
    .filter((name) => LOG_NAME.test(name))
    .sort((one, other) => age(one) - age(other))
    .flatMap((name) => {
      const path = join(folder, name);
      const bytes = bytesOf(path);
      // A rotation may have removed it meanwhile.
      return bytes === null ? [] : [{ name, path, bytes }];
    });
}

function age(name: string): number {
  return Number(/\.(\d+)\.gz$/.exec(name)?.[1] ?? 0);
}

function sizeOf(folder: string): { files: number; bytes: number } {
  const files = listLogFiles(folder);
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function bytesOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
