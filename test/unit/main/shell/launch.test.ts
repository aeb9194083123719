import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/errors.ts";
import { createEventStream } from "../../../../main/bridge/events.ts";
import { systemClock } from "../../../../main/clock.ts";
import { RecoveryNeededError } from "../../../../main/data-folder.ts";
import { type Launched, type LaunchPorts, runTill } from "../../../../main/launch.ts";
import { StartupError } from "../../../../main/startup-error.ts";
import type { RunningTill } from "../../../../main/till.ts";
import { handlersWith, readableLog } from "../bridge/bridge-world.ts";

const OPTIONS = { shell: "none", dataDir: "unused", configFile: null, port: 0, kiosk: false, demo: false } as const;

/** A till of two lines behind the real launcher and the real bridge, and what became of it. */
function launchWorld(own: Partial<LaunchPorts> = {}) {
  const stop = new AbortController();
  const opened = Promise.withResolvers<Launched>();
  const said = { stdout: "", stderr: "", closed: [] as string[] };
  const log = readableLog();
  const till = {
    handlers: handlersWith({ "staff.signOut": () => done({ role: null }) }),
    role: () => null,
    events: createEventStream({ keep: 10 }),
    close: async () => void said.closed.push("till"),
  } as Partial<RunningTill> as RunningTill;
  const ports: LaunchPorts = {
    clock: systemClock,
    log: log.log,
    compose: async () => ({ till, sandboxUrl: null }),
    openWindow: async (launched) => {
      opened.resolve(launched);
      return null;
    },
    windowEndsTill: true,
    rendererDir: null,
    stop: stop.signal,
    stdout: { write: (text: string) => (said.stdout += text) },
    stderr: { write: (text: string) => (said.stderr += text) },
    ...own,
  };
  return {
    stop,
    opened: opened.promise,
    said,
    till,
    log,
    run: (port = 0) => runTill({ ...OPTIONS, port }, ports),
  };
}

describe("launching", () => {
  it("says ready once on stdout, with an address that works", async () => {
    const world = launchWorld();
    const code = world.run();
    await world.opened;
    const [, address = ""] =
      /^till ready (http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43})\n$/.exec(world.said.stdout) ?? [];
    const url = new URL(address);
    const answer = await fetch(`${url.origin}/bridge/staff.signOut`, {
      method: "POST",
      headers: { authorization: `Bearer ${url.hash.replace("#token=", "")}`, connection: "close" },
    });
    expect(await answer.json()).toEqual(done({ role: null }));
    world.stop.abort();
    expect(await code).toBe(0);
    expect(world.said.closed).toEqual(["till"]);
    expect(world.said.stderr).toBe("");
    expect(world.log.lines.join("")).not.toContain(url.hash.slice(7));
  });

  it("names the sandbox before the till", async () => {
    const { till } = launchWorld();
    const world = launchWorld({ compose: async () => ({ till, sandboxUrl: "http://127.0.0.1:9/" }) });
    const code = world.run();
    await world.opened;
    expect(world.said.stdout).toMatch(/^sandbox ready http:\/\/127\.0\.0\.1:9\/\ntill ready \S+\n$/);
    world.stop.abort();
    expect(await code).toBe(0);
  });

  it.each([1, 2, 3] as const)("explains why it does not start, with exit code %i", async (exitCode) => {
    const problems = [{ field: "service.baseUrl", expected: "an https:// address" }];
    const world = launchWorld({
      compose: () => Promise.reject(new StartupError(exitCode, "The till was not started.", { problems })),
    });
    expect(await world.run()).toBe(exitCode);
    expect(world.said.stderr).toBe("The till was not started.\n  service.baseUrl: expected an https:// address\n");
    expect(world.said.stdout).toBe("");
  });

  it("shows the way back where the data is not as the till left it, after it closed everything", async () => {
    const advice = { found: ["till.db is damaged."], ways: [{ what: "To go back", command: "npm run till" }] };
    const shown: unknown[] = [];
    const world = launchWorld({
      compose: () => Promise.reject(new RecoveryNeededError(advice)),
      showRecovery: async (what, { options }) => void shown.push(what, options.shell),
    });
    expect(await world.run()).toBe(1);
    expect(shown).toEqual([advice, "none"]);
    expect(world.said).toMatchObject({ stdout: "", stderr: "till.db is damaged.\nTo go back:\n  npm run till\n" });
    const broken = launchWorld({
      compose: () => Promise.reject(new RecoveryNeededError(advice)),
      showRecovery: () => Promise.reject(new Error("no page")),
    });
    expect(await broken.run()).toBe(1);
  });

  it("keeps an unexpected failure's text in the log", async () => {
    const world = launchWorld({ compose: () => Promise.reject(new Error("sector 7 is gone")) });
    expect(await world.run()).toBe(1);
    expect(world.said.stderr).not.toContain("sector 7");
    expect(world.log.lines.join("")).toContain("sector 7");
  });

  it("says that the port is taken, and closes what it had started", async () => {
    const first = launchWorld();
    const code = first.run();
    const { bridge } = await first.opened;
    const second = launchWorld();
    expect(await second.run(bridge.port)).toBe(1);
    expect(second.said.stderr).toBe(`--port: port ${bridge.port} is taken by another program.\n`);
    expect(second.said.closed).toEqual(["till"]);
    first.stop.abort();
    expect(await code).toBe(0);
  });

  it("stops when it is told to while it starts, without ever being ready", async () => {
    const { till } = launchWorld();
    const composing = Promise.withResolvers<void>();
    const world = launchWorld({
      compose: async () => {
        await composing.promise;
        return { till: { ...till, close: async () => void world.said.closed.push("late till") }, sandboxUrl: null };
      },
    });
    const code = world.run();
    world.stop.abort();
    composing.resolve();
    expect(await code).toBe(0);
    expect(world.said).toMatchObject({ stdout: "", closed: ["late till"] });
  });

  it.each([
    [true, "stops"],
    [false, "runs on"],
  ])("when its window closes and that ends it (%s) %s", async (windowEndsTill) => {
    const window = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const world = launchWorld({
      windowEndsTill,
      openWindow: async () => {
        opened.resolve();
        return { closed: window.promise, close: async () => void world.said.closed.push("window") };
      },
    });
    const code = world.run();
    await opened.promise;
    window.resolve();
    if (!windowEndsTill) {
      expect(await Promise.race([code, new Promise((next) => setImmediate(() => next("running")))])).toBe("running");
      world.stop.abort();
    }
    expect(await code).toBe(0);
    expect(world.said.closed).toEqual(["window", "till"]);
  });

  it("closes the till when the window cannot be opened", async () => {
    const world = launchWorld({ openWindow: () => Promise.reject(new Error("no screen")) });
    expect(await world.run()).toBe(1);
    expect(world.said.closed).toEqual(["till"]);
  });
});
