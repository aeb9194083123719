import { describe, expect, it } from "vitest";
import { watchWindow } from "../../../../../main/shells/electron/window-crash.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { fakeWindow } from "../../../../support/fake-electron.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const PAGE = "app://till/index.html";
const RELOAD = `load ${PAGE}`;
const HELP = "load app://till/help";

function watched() {
  const fake = fakeWindow();
  const clock = createManualClock();
  const { log, lines } = readableLog();
  const ending = { is: false };
  watchWindow(fake.window, { page: PAGE, clock, log, stopping: () => ending.is });
  const breakDown = (reason = "crashed") => fake.emitContents("render-process-gone", {}, { reason, exitCode: 5 });
  return { ...fake, clock, lines, ending, breakDown };
}

describe("a window that crashes", () => {
  it("is reloaded three times in a minute, and then shows the help page", () => {
    const { did, breakDown } = watched();
    for (let times = 0; times < 4; times += 1) breakDown();
    expect(did).toEqual([RELOAD, RELOAD, RELOAD, HELP]);
  });

  it("does not reload the help page endlessly, and reloads the till after a minute", async () => {
    const { did, breakDown, clock } = watched();
    for (let times = 0; times < 6; times += 1) breakDown();
    expect(did).toEqual([RELOAD, RELOAD, RELOAD, HELP]);
    await clock.advance(60_000);
    breakDown();
    expect(did.at(-1)).toBe(RELOAD);
  });

  it.each([
    ["abnormal-exit", [RELOAD]],
    ["killed", [RELOAD]],
    ["crashed", [RELOAD]],
    ["oom", [RELOAD]],
    ["launch-failed", [RELOAD]],
    ["memory-eviction", [RELOAD]],
    ["integrity-failure", [HELP]],
    ["clean-exit", []],
  ])("after %s follows the policy", (reason, expected) => {
    const { did, breakDown } = watched();
    breakDown(reason);
    expect(did).toEqual(expected);
  });

  it("logs the crash, without any content of its page", () => {
    const { lines, breakDown } = watched();
    breakDown("oom");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ reason: "oom", exitCode: 5, remedy: "reload" });
  });

  it("is left alone while the till stops, and after it was closed", () => {
    const stopping = watched();
    stopping.ending.is = true;
    stopping.breakDown();
    expect(stopping.did).toEqual([]);
    const gone = watched();
    gone.window.destroy();
    gone.breakDown();
    expect(gone.did).toEqual(["destroy"]);
  });

  it("shows the help page when its preload fails, because it could not reach the till", () => {
    const { did, emitContents } = watched();
    emitContents("preload-error", {}, "preload.cjs", new Error("no"));
    expect(did).toEqual([HELP]);
  });
});

describe("a window that does not respond", () => {
  it("is terminated after ten seconds, and then reloaded", async () => {
    const { did, emit, clock } = watched();
    emit("unresponsive");
    await clock.advance(9_999);
    expect(did).toEqual([]);
    await clock.advance(1);
    expect(did).toEqual(["crash", RELOAD]);
  });

  it("continues when it responds again", async () => {
    const { did, emit, clock } = watched();
    emit("unresponsive");
    await clock.advance(5000);
    emit("responsive");
    await clock.advance(60_000);
    expect(did).toEqual([]);
    expect(clock.sleepers).toBe(0);
  });

  it("is left alone once it is closed", async () => {
    const { did, emit, clock, window } = watched();
    emit("unresponsive");
    window.destroy();
    await clock.advance(60_000);
    expect(did).toEqual(["destroy"]);
  });
});
