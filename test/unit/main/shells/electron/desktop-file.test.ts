import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDesktopFile } from "../../../../../main/shells/electron/desktop-file.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const WINDOW = { bounds: { x: 1, y: 2, width: 900, height: 700 }, maximised: false, display: 1 };

function opened(folder: string) {
  const clock = createManualClock();
  const { log, lines } = readableLog();
  return { clock, lines, path: join(folder, "desktop.json"), file: openDesktopFile(folder, { clock, log }) };
}

describe("the desktop's saved state", () => {
  it("is written once after changes settle, and read by the next start", async () => {
    using folder = temporaryFolder();
    const { file, clock, path } = opened(folder.path);
    for (let x = 0; x < 50; x += 1) {
      file.update({ window: { ...WINDOW, bounds: { ...WINDOW.bounds, x } } });
      await clock.advance(20);
    }
    expect(existsSync(path)).toBe(false);
    await clock.advance(500);
    expect(JSON.parse(readFileSync(path, "utf8")).window.bounds.x).toBe(49);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(opened(folder.path).file.read()).toEqual({
      window: { ...WINDOW, bounds: { ...WINDOW.bounds, x: 49 } },
      customerScreen: false,
    });
    expect(clock.sleepers).toBe(0);
  });

  it("is written at the end, also before changes settle", () => {
    using folder = temporaryFolder();
    const { file } = opened(folder.path);
    file.update({ customerScreen: true });
    file.close();
    expect(opened(folder.path).file.read()).toEqual({ window: null, customerScreen: true });
  });

  it("is not written without changes", () => {
    using folder = temporaryFolder();
    opened(folder.path).file.close();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.each(["", "{", "[]", "null", '{"window": 7, "customerScreen": "yes"}', " ".repeat(20_000)])(
    "is empty when the file has no valid state: %j",
    (text) => {
      using folder = temporaryFolder();
      writeFileSync(join(folder.path, "desktop.json"), text);
      expect(opened(folder.path).file.read()).toEqual({ window: null, customerScreen: false });
    },
  );

  it("that cannot be written stops nothing", () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "desktop.json"));
    const { file, lines } = opened(folder.path);
    file.update({ customerScreen: true });
    file.close();
    expect(file.read().customerScreen).toBe(true);
    expect(lines.join("")).toContain("could not be saved");
  });
});
