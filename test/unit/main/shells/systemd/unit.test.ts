import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LaunchOptions } from "../../../../../main/app/options.ts";
import { commandLine, unitText } from "../../../../../main/shells/systemd/unit.ts";
import { missing } from "../../../../faults/storage/process.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const OPTIONS: LaunchOptions = {
  shell: "none",
  dataDir: "/srv/till",
  configFile: null,
  port: null,
  kiosk: false,
  demo: false,
};
const PROGRAM = ["/opt/till/node", "/opt/till/browser.js"];

const unit = (own: Partial<LaunchOptions> = {}, program = PROGRAM) =>
  unitText({ program, options: { ...OPTIONS, ...own } });

/** A unit's lines by name. */
function lines(text: string): Map<string, string> {
  const pairs = text.split("\n").flatMap((line) => {
    const at = line.indexOf("=");
    return line.startsWith("#") || at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
  });
  return new Map(pairs);
}

describe("the unit of a till", () => {
  it("starts the program with each option, by absolute paths", () => {
    const text = unit({ shell: "browser", configFile: "/srv/till.json", port: 8080, kiosk: true });
    expect(lines(text).get("ExecStart")).toBe(
      '":/opt/till/node" "/opt/till/browser.js" "--shell=browser" "--data=/srv/till" "--config=/srv/till.json" "--port=8080" "--kiosk"',
    );
  });

  it("escapes systemd's special characters", () => {
    expect(commandLine(["/opt/Till 100%/till", '--data=/srv/a "b" \\ $HOME %h'])).toBe(
      '":/opt/Till 100%%/till" "--data=/srv/a \\"b\\" \\\\ $HOME %%h"',
    );
  });

  it("enables supervision with a watchdog", () => {
    const unitLines = lines(unit());
    expect(unitLines.get("Type")).toBe("notify");
    expect(unitLines.get("NotifyAccess")).toBe("all");
    expect(unitLines.get("Environment")).toBe(
      "TILL_SUPERVISED=1 MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=16384 MALLOC_TOP_PAD_=0",
    );
    expect(Number(unitLines.get("WatchdogSec"))).toBeGreaterThan(0);
    expect(unitLines.get("RestartPreventExitStatus")).toBe("2 3");
    expect(Number(unitLines.get("StartLimitBurst"))).toBeGreaterThan(5);
  });

  it("restarts a kiosk after any exit, and a counter's window only after a crash", () => {
    expect(lines(unit({ shell: "browser", kiosk: true })).get("Restart")).toBe("always");
    expect(lines(unit({ shell: "browser" })).get("Restart")).toBe("on-failure");
    expect(lines(unit()).get("Restart")).toBe("always");
  });

  it("with a window belongs to the graphical session, and keeps Chromium's sandbox", () => {
    const [window, none] = [unit({ shell: "electron" }), unit()];
    expect(lines(window).get("WantedBy")).toBe("graphical-session.target");
    expect(window).not.toMatch(/NoNewPrivileges|Restrict[A-Z]|SystemCall/);
    expect(lines(none).get("WantedBy")).toBe("default.target");
    expect(lines(none).get("NoNewPrivileges")).toBe("yes");
  });

  it.skipIf(missing("systemd-analyze")).each(["none", "browser"] as const)(
    "is accepted by systemd (shell %s), in a folder with special characters",
    (shell) => {
      using folder = temporaryFolder();
      const odd = join(folder.path, 'a b % $HOME "c" \\ d');
      // Quotes and backslashes are not allowed in a program's path: the task refuses them.
      const program = join(folder.path, "a 100%h $HOME", "till");
      mkdirSync(dirname(program));
      symlinkSync(process.execPath, program);
      const path = join(folder.path, "till.service");
      writeFileSync(path, unit({ shell, dataDir: odd }, [program, odd]));
      const env = { ...process.env, XDG_RUNTIME_DIR: folder.path };
      const said = spawnSync("systemd-analyze", ["verify", "--user", "--man=no", path], { encoding: "utf8", env });
      const about = said.stderr.split("\n").filter((line) => line.includes("till.service"));
      expect(about).toEqual([]);
    },
  );
});
