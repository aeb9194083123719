import { describe, expect, it } from "vitest";
import { chooseShell, type Machine, needsElectron } from "../../../main/shells/browser/shell-choice.ts";
import { readShellOption, withShell } from "../../../main/shells/browser/shell-option.ts";

const WITHOUT_RUNTIME = "Electron's runtime is not installed, and its download failed lately";
const FULL: Machine = { electron: "ready", electronProblem: "", browser: "/usr/bin/chromium", display: true };
const NO_ELECTRON: Machine = { ...FULL, electron: "missing", electronProblem: WITHOUT_RUNTIME };
const BARE: Machine = { ...NO_ELECTRON, browser: null };
const HEADLESS: Machine = { ...FULL, display: false };

describe("the shell", () => {
  it.each(["electron", "browser", "none"] as const)("is %s when requested and possible", (requested) => {
    expect(chooseShell(requested, FULL)).toEqual({ shell: requested, sentence: `shell ${requested}: as requested` });
  });

  it("is Electron, else the browser, else none by default", () => {
    expect(chooseShell(null, FULL).shell).toBe("electron");
    expect(chooseShell(null, NO_ELECTRON).shell).toBe("browser");
    expect(chooseShell(null, BARE).shell).toBe("none");
    expect(chooseShell(null, HEADLESS).shell).toBe("none");
  });

  it("states the choice and its reason in one line", () => {
    expect(chooseShell(null, FULL).sentence).toBe("shell electron: Electron's runtime is installed");
    expect(chooseShell(null, NO_ELECTRON).sentence).toBe(`shell browser: ${WITHOUT_RUNTIME}`);
    expect(chooseShell(null, BARE).sentence).toBe(
      `shell none: ${WITHOUT_RUNTIME}, and no Chromium-family browser is installed`,
    );
    expect(chooseShell(null, HEADLESS).sentence).toBe(
      "shell none: this machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set)",
    );
  });

  it("is none with the reason when the requested shell is impossible", () => {
    expect(chooseShell("electron", NO_ELECTRON)).toEqual({
      shell: null,
      sentence: `--shell electron is not possible here: ${WITHOUT_RUNTIME}`,
    });
    expect(chooseShell("electron", HEADLESS).sentence).toContain("this machine has no display");
    expect(chooseShell("browser", HEADLESS)).toMatchObject({ shell: null });
    expect(chooseShell("browser", { ...FULL, browser: null })).toEqual({
      shell: null,
      sentence: "--shell browser is not possible here: no Chromium-family browser is installed",
    });
    expect(chooseShell("none", BARE)).toEqual({ shell: "none", sentence: "shell none: as requested" });
  });

  it("downloads nothing for another shell than Electron, or without a display", () => {
    expect(needsElectron(null, true)).toBe(true);
    expect(needsElectron("electron", true)).toBe(true);
    expect(needsElectron("browser", true)).toBe(false);
    expect(needsElectron("none", true)).toBe(false);
    expect(needsElectron(null, false)).toBe(false);
    expect(needsElectron("electron", false)).toBe(false);
  });
});

describe("the --shell option", () => {
  it.each([
    [[], null],
    [["--demo"], null],
    [["--shell", "none"], "none"],
    [["--data", "x", "--shell=browser"], "browser"],
    [["--shell", "none", "--shell", "electron"], "electron"],
  ])("of %j is %s", (args, requested) => {
    expect(readShellOption(args)).toEqual({ requested, wellFormed: true });
  });

  it.each([[["--shell"]], [["--shell", "gtk"]], [["--shell="]], [["--shell", "--demo"]], [["--shell=None"]]])(
    "of %j is rejected",
    (args) => {
      expect(readShellOption(args).wellFormed).toBe(false);
    },
  );

  it("is replaced by the choice, and other options are kept", () => {
    expect(withShell(["--shell", "electron", "--data", "shell"], "none")).toEqual(["--shell=none", "--data", "shell"]);
    expect(withShell(["--port", "0", "--shell=browser", "--kiosk"], "browser")).toEqual([
      "--shell=browser",
      "--port",
      "0",
      "--kiosk",
    ]);
    expect(withShell([], "electron")).toEqual(["--shell=electron"]);
  });
});
