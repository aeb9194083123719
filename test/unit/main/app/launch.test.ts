import { describe, expect, it } from "vitest";
import { done, failed } from "../../../../contract/calls/errors.ts";
import type { SetupDraft } from "../../../../contract/configuration/setup.ts";
import type { RunningTill } from "../../../../main/app/context.ts";
import { RecoveryNeededError } from "../../../../main/app/data-folder.ts";
import { type Launched, type LaunchPorts, runTill } from "../../../../main/app/launch.ts";
import type { LaunchOptions } from "../../../../main/app/options.ts";
import { systemClock } from "../../../../main/lib/clock.ts";
import { StartupError } from "../../../../main/lib/startup-error.ts";
import { handlersWith, openTo, readableLog } from "../bridge/test-bridge.ts";

const OPTIONS = { shell: "none", dataDir: "unused", configFile: null, port: 0, kiosk: false, demo: false } as const;

const DRAFT: SetupDraft = {
  preset: "demo",
  service: {
    ...{ baseUrl: "", vendor: "svc", merchant: "m", user: "till", integrator: null },
    ...{ publicKey: null, ca: null, trustedHosts: [] },
  },
  scheme: "RSA-SHA256",
  testbed: false,
  pos: { id: "counter-1", name: "Counter 1", type: "store", location: null },
  currency: "NOK",
  locale: "nb-NO",
  timeZone: null,
  callbacks: { listen: null, publicUrl: null, tls: false },
  mode: "counter",
  shop: null,
  shared: null,
};

/** A minimal till behind the real launcher and the real bridge, with a record of what happened. */
function launchWorld(own: Partial<LaunchPorts> = {}) {
  const stop = new AbortController();
  const opened = Promise.withResolvers<Launched>();
  const output = { stdout: "", stderr: "", closed: [] as string[] };
  const log = readableLog();
  const till = {
    handlers: handlersWith({ "staff.signOut": () => done({ role: null }) }),
    ...openTo("owner"),
    close: async () => void output.closed.push("till"),
    registersUrl: () => null,
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
    ownPage: "app://till/index.html",
    stop: stop.signal,
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
    ...own,
  };
  return {
    ports,
    stop,
    opened: opened.promise,
    said: output,
    till,
    log,
    run: (port = 0) => runTill({ ...OPTIONS, port }, ports),
    runOnDesktop: (port: number | null) => runTill({ ...OPTIONS, shell: "electron", port }, ports),
  };
}

describe("launch", () => {
  it("prints ready once on stdout, with a working address", async () => {
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

  it.each([1, 2, 3] as const)("explains a failed start and exits with code %i", async (exitCode) => {
    const problems = [{ field: "service.baseUrl", expected: "an https:// address" }];
    const shown: string[] = [];
    const world = launchWorld({
      compose: () => Promise.reject(new StartupError(exitCode, "The till was not started.", { problems })),
      showProblem: async (words) => void shown.push(words),
    });
    expect(await world.run()).toBe(exitCode);
    expect(world.said.stderr).toBe("The till was not started.\n  service.baseUrl: expected an https:// address\n");
    expect(shown.map((words) => `${words}\n`)).toEqual([world.said.stderr]);
    expect(world.said.stdout).toBe("");
  });

  it("explains how to recover when the data has changed unexpectedly, after closing everything", async () => {
    const advice = {
      found: ["till.db is damaged."],
      options: [{ description: "To go back", command: "npm run till" }],
    };
    const shown: unknown[] = [];
    const world = launchWorld({
      compose: () => Promise.reject(new RecoveryNeededError(advice)),
      showRecovery: async (what, { options }) => void shown.push(what, options.shell),
      showProblem: async (words) => void shown.push(words),
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

  it("keeps the text of an unexpected error in the log", async () => {
    const shown: string[] = [];
    const world = launchWorld({
      compose: () => Promise.reject(new Error("sector 7 is gone")),
      showProblem: async (words) => void shown.push(words),
    });
    expect(await world.run()).toBe(1);
    expect(shown).toEqual(["The till could not run. Its log has the cause."]);
    expect(world.said.stderr).not.toContain("sector 7");
    expect(world.log.lines.join("")).toContain("sector 7");
  });

  it("reports that the port is in use, and closes what it had started", async () => {
    const first = launchWorld();
    const code = first.run();
    const { bridge } = await first.opened;
    const port = bridge?.port ?? 0;
    const second = launchWorld();
    expect(await second.run(port)).toBe(1);
    expect(second.said.stderr).toBe(`--port: port ${port} is in use by another program.\n`);
    expect(second.said.closed).toEqual(["till"]);
    first.stop.abort();
    expect(await code).toBe(0);
  });

  it("stops on a stop signal during the start, without becoming ready", async () => {
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
  ])("stops when its window closes, if the window ends the till (%s: %s)", async (windowEndsTill) => {
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

  it("closes everything in order and exits with 1 when its window cannot be kept open", async () => {
    const window = Promise.withResolvers<never>();
    const opened = Promise.withResolvers<void>();
    const world = launchWorld({
      openWindow: async () => {
        opened.resolve();
        const closed = new Promise<void>(() => undefined);
        return { closed, broken: window.promise, close: async () => void world.said.closed.push("window") };
      },
    });
    const code = world.run();
    await opened.promise;
    window.reject(new StartupError(1, "The window broke down."));
    expect(await code).toBe(1);
    expect(world.said.closed).toEqual(["window", "till"]);
    expect(world.said.stderr).toContain("The window broke down.");
  });

  it("closes the till when the window cannot be opened", async () => {
    const world = launchWorld({ openWindow: () => Promise.reject(new Error("no screen")) });
    expect(await world.run()).toBe(1);
    expect(world.said.closed).toEqual(["till"]);
  });

  it("opens a port on the desktop only on request", async () => {
    const world = launchWorld();
    const code = world.runOnDesktop(null);
    expect((await world.opened).bridge).toBeNull();
    expect(world.said.stdout).toBe("till ready app://till/index.html\n");
    world.stop.abort();
    expect(await code).toBe(0);
    const asked = launchWorld();
    const second = asked.runOnDesktop(0);
    const { bridge } = await asked.opened;
    expect(asked.said.stdout).toBe(`till ready ${bridge?.url}\n`);
    asked.stop.abort();
    expect(await second).toBe(0);
  });
});

describe("restarting in place", () => {
  /** The n-th till reports its number and records its close. */
  function tills() {
    const seen: { options: LaunchOptions; restart(): void }[] = [];
    const next = Promise.withResolvers<void>();
    const world = launchWorld({
      async compose(options, { restart }) {
        const number = seen.push({ options, restart });
        if (number === 2) await next.promise;
        return {
          till: {
            ...world.till,
            handlers: handlersWith({
              "staff.signOut": () => failed("not_found", { reason: `till ${number}` }),
              "setup.finish": async () => {
                restart();
                return done({ restarting: true });
              },
            }),
            close: async () => void world.said.closed.push(`till ${number}`),
          },
          sandboxUrl: null,
        };
      },
    });
    return { world, seen, next };
  }

  it("keeps the bridge, its token and its listeners, and reports a restart in progress", async () => {
    const { world, seen, next } = tills();
    const code = runTill({ ...OPTIONS, configFile: "till.json", demo: true }, world.ports);
    const { bridge, dispatch, events } = await world.opened;
    const url = new URL(bridge?.url ?? "");
    const restarted = Promise.withResolvers<void>();
    events.subscribe(({ event }) => event.type === "terminal.restarted" && restarted.resolve());
    const call = async (command: string, input = {}) => {
      const answer = await fetch(`${url.origin}/bridge/${command}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${url.hash.slice(7)}`,
          "content-type": "application/json",
          connection: "close",
        },
        body: JSON.stringify(input),
      });
      return (await answer.json()) as { ok: boolean; error?: { message: string; retryable: boolean } };
    };
    expect((await call("staff.signOut")).error?.message).toBe("till 1");
    expect(await dispatch("setup.finish", { draft: DRAFT })).toEqual(done({ restarting: true }));
    expect(await call("staff.signOut")).toMatchObject({
      error: { code: "offline", retryable: true, message: expect.stringContaining("restarting") },
    });
    next.resolve();
    await restarted.promise;
    expect((await call("staff.signOut")).error?.message).toBe("till 2");
    expect(world.said.closed).toEqual(["till 1"]);
    expect(world.said.stdout.match(/till ready/g)).toHaveLength(1);
    // The command line's configuration applied to the previous till; a person set up this one.
    expect(seen.map(({ options: { configFile, demo } }) => [configFile, demo])).toEqual([
      ["till.json", true],
      [null, false],
    ]);
    world.stop.abort();
    expect(await code).toBe(0);
    expect(world.said.closed).toEqual(["till 1", "till 2"]);
  });

  it("ends with the reason when the next till does not start", async () => {
    const { world, seen, next } = tills();
    const code = world.run();
    await world.opened;
    seen[0]?.restart();
    next.reject(new StartupError(1, "Callbacks cannot be received."));
    expect(await code).toBe(1);
    expect(world.said).toMatchObject({ stderr: "Callbacks cannot be received.\n", closed: ["till 1", "till 1"] });
  });

  it("stops on a stop signal during the restart", async () => {
    const { world, seen, next } = tills();
    const code = world.run();
    await world.opened;
    seen[0]?.restart();
    world.stop.abort();
    next.resolve();
    expect(await code).toBe(0);
    expect(new Set(world.said.closed)).toEqual(new Set(["till 1"]));
  });
});
