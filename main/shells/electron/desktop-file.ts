/** The desktop's window settings, stored with the till's data. Contains no payments or secrets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { readSavedWindow, type SavedWindow } from "./window-state.ts";

/** Delay that batches the changes of a window being dragged. */
const SAVE_DELAY_MS = 500;
const MAX_LENGTH = 10_000;

export interface DesktopMemory {
  window: SavedWindow | null;
  customerScreen: boolean;
}

export type DesktopFile = ReturnType<typeof openDesktopFile>;

/** Opens the file of a data folder. Treats an unreadable file as missing; logs write errors. */
export function openDesktopFile(dataDir: string, { clock, log }: { clock: Clock; log: Log }) {
  const path = join(dataDir, "desktop.json");
  let memory = readMemory(path);
  let resting: AbortController | null = null;
  const write = () => {
    resting = null;
    try {
      writeFileDurably(path, `${JSON.stringify(memory)}\n`, 0o600);
    } catch (error) {
      log.warn({ err: error }, "the window positions could not be saved");
    }
  };
  return {
    read: () => memory,
    /** Saves changes after a short delay. */
    update(changes: Partial<DesktopMemory>) {
      memory = { ...memory, ...changes };
      resting?.abort();
      const restAborter = new AbortController();
      resting = restAborter;
      void clock.sleep(SAVE_DELAY_MS, restAborter.signal).then(() => {
        if (!restAborter.signal.aborted) write();
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
