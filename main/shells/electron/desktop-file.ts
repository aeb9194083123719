/** What the desktop remembers of its windows, beside the till's data: nothing about money, and nothing secret. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { readSavedWindow, type SavedWindow } from "./window-state.ts";

/** A window that is being dragged moves many times a second: where it came to rest is what counts. */
const REST_MS = 500;
/** Nothing that the desktop writes is as large. */
const MAX_LENGTH = 10_000;

export interface DesktopMemory {
  window: SavedWindow | null;
  /** Whether the customer's screen is to be there */
  customerScreen: boolean;
}

export interface DesktopFile {
  read(): DesktopMemory;
  /** Remembers, on disk once things have come to rest. */
  keep(changes: Partial<DesktopMemory>): void;
  /** What has not come to rest is on disk when this returns. */
  close(): void;
}

/** Opens the file of a data folder. One that cannot be read is one that is not there; one that cannot be written is logged. */
export function openDesktopFile(dataDir: string, { clock, log }: { clock: Clock; log: Log }): DesktopFile {
  const path = join(dataDir, "desktop.json");
  let memory = readMemory(path);
  let resting: AbortController | null = null;
  const write = () => {
    resting = null;
    try {
      writeFileDurably(path, `${JSON.stringify(memory)}\n`, 0o600);
    } catch (error) {
      log.warn({ err: error }, "where the windows are could not be kept");
    }
  };
  return {
    read: () => memory,
    keep(changes) {
      memory = { ...memory, ...changes };
      resting?.abort();
      const rest = new AbortController();
      resting = rest;
      void clock.sleep(REST_MS, rest.signal).then(() => {
        if (!rest.signal.aborted) write();
      });
    },
    close() {
      if (resting === null) return;
      resting.abort();
      write();
    },
  };
}

function readMemory(path: string): DesktopMemory {
  try {
    const text = readFileSync(path, "utf8");
    const value: unknown = text.length > MAX_LENGTH ? null : JSON.parse(text);
    const { window, customerScreen } = Object(value) as Record<string, unknown>;
    return { window: readSavedWindow(window), customerScreen: customerScreen === true };
  } catch {
    return { window: null, customerScreen: false };
  }
}
