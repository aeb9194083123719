/** The built program as a shop starts it: its output, its exit codes, what it writes and what it never writes. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { openFileVault } from "../../../main/storage/vault/file-vault.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { CUSTOMER, MANAGER_PIN } from "../../support/test-till.ts";
import { startProcess } from "../../support/till-process.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";

beforeAll(() => {
  execFileSync(process.execPath, [join(import.meta.dirname, "../../../scripts/build.mjs")], { stdio: "ignore" });
}, 120_000);

describe("a till's process", () => {
  it("prints one ready line, takes a payment, and stops in order on request", async () => {
    await using setup = await prepareTillProcess();
    await using till = startProcess(setup.firstArguments);
    const url = await till.ready;
    expect(url.hostname).toBe("127.0.0.1");
    expect(till.stdout()).toMatch(/^till ready http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n$/);
    const started = await till.call("payment.start", { action: "SALE", amount: 4900 });
    expect(started).toMatchObject({ ok: true, value: { phase: "draft", qr: { kind: "shortlink" } } });
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(0);
  });

  it("in an empty folder is a demo with its own sandbox, also at the next start", async () => {
    using folder = temporaryFolder();
    const numbers: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      await using till = startProcess(["--shell", "none", "--data", folder.path]);
      await till.ready;
      expect(till.stdout()).toMatch(
        /^sandbox ready http:\/\/127\.0\.0\.1:\d+\ntill ready http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n$/,
      );
      const started = await till.call("payment.start", { action: "SALE", amount: 4900 });
      numbers.push(started.ok ? started.value.number : "none");
      till.child.kill("SIGINT");
      expect(await till.exited).toBe(0);
    }
    expect(numbers.map((number) => number.split("-")[1])).toEqual(["0001", "0002"]);
  });

  it.each([undefined, "correct horse battery"])(
    "derives its vault key once, while it loads (passphrase: %s)",
    async (passphrase) => {
      using folder = temporaryFolder();
      const counts = `import crypto from "node:crypto";
        import { syncBuiltinESMExports } from "node:module";
        const { scryptSync } = crypto;
        crypto.scryptSync = (...given) => (process.stderr.write("waited for a key\\n"), scryptSync(...given));
        syncBuiltinESMExports();`;
      const env = {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(counts)}`,
        ...(passphrase === undefined ? {} : { TILL_PASSPHRASE: passphrase }),
      };
      const waits: boolean[] = [];
      for (let run = 0; run < 2; run += 1) {
        await using till = startProcess(["--shell", "none", "--demo", "--data", folder.path], env);
        await till.ready;
        till.child.kill("SIGTERM");
        expect(await till.exited).toBe(0);
        waits.push(till.stderr().includes("waited for a key"));
      }
      // The first start creates the vault with a new salt.
      expect(waits).toEqual([true, false]);
    },
  );

  it("reports an uncaught error and stops in order", async () => {
    using folder = temporaryFolder();
    const fails = 'process.on("SIGUSR2", () => { throw new Error("sector 7 is gone"); });';
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fails)}` };
    await using till = startProcess(["--shell", "none", "--demo", "--data", folder.path], env);
    await till.ready;
    till.child.kill("SIGUSR2");
    expect(await till.exited).toBe(1);
    const lines = till.stderr().trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 60, err: expect.objectContaining({ message: "sector 7 is gone" }) }),
    );
    expect(readFileSync(join(folder.path, "logs/till.log"), "utf8")).toContain("sector 7 is gone");
    // A till that was closed merges its log into the database; a crashed one leaves it.
    expect(existsSync(join(folder.path, "till.db-wal"))).toBe(false);
  });

  it("remembers a crash, but no orderly stop, under a supervisor", async () => {
    using folder = temporaryFolder();
    const fails = 'process.on("SIGUSR2", () => { throw new Error("sector 7 is gone"); });';
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fails)}`, TILL_SUPERVISED: "1" };
    for (const [signal, code] of [
      ["SIGUSR2", 1],
      ["SIGTERM", 0],
    ] as const) {
      await using till = startProcess(["--shell", "none", "--demo", "--data", folder.path], env);
      await till.ready;
      till.child.kill(signal);
      expect(await till.exited).toBe(code);
      expect(JSON.parse(readFileSync(join(folder.path, "breakdowns.json"), "utf8"))).toEqual({
        starts: [expect.any(Number)],
        contact: { locale: "nb-NO", phone: null, kiosk: false },
      });
    }
  });

  it.skipIf(process.platform !== "linux")(
    "reopens a crashing browser three times, and then exits as crashed",
    async () => {
      using folder = temporaryFolder();
      const [bin, data, starts] = ["bin", "data", "starts"].map((name) => join(folder.path, name));
      for (const made of [bin, data]) mkdirSync(made ?? "");
      writeFileSync(join(bin ?? "", "chromium"), `#!/bin/sh\necho started >> "${starts}"\nkill -9 $$\n`, {
        mode: 0o755,
      });
      const env = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ":0", TILL_SUPERVISED: "1" };
      await using till = startProcess(["--shell", "browser", "--demo", "--data", data ?? ""], env);
      expect(await till.exited).toBe(1);
      expect(till.stdout()).toContain("till ready");
      expect(till.stderr()).toContain("window failed several times");
      expect(
        readFileSync(starts ?? "", "utf8")
          .trim()
          .split("\n"),
      ).toHaveLength(4);
      expect(JSON.parse(readFileSync(join(data ?? "", "breakdowns.json"), "utf8")).starts).toHaveLength(1);
    },
  );

  it("refuses a folder that another till holds, with exit code 3", async () => {
    using folder = temporaryFolder();
    await using first = startProcess(["--shell", "none", "--data", folder.path]);
    await first.ready;
    await using second = startProcess(["--shell", "none", "--data", folder.path]);
    expect(await second.exited).toBe(3);
    expect(second.stderr()).toContain("in use by another till");
  });

  it("recovers its payments after it was killed", async () => {
    await using setup = await prepareTillProcess();
    const args = setup.firstArguments;
    let posTid = "";
    {
      await using till = startProcess(args);
      await till.ready;
      const started = await till.call("payment.start", {
        action: "AUTH",
        amount: 4900,
        customer: { kind: "phone", value: CUSTOMER },
      });
      posTid = started.ok ? started.value.posTid : "";
      till.child.kill("SIGKILL");
      await till.exited;
    }
    await using again = startProcess(args);
    await again.ready;
    const found = await again.call("payment.get", { posTid });
    expect(found).toMatchObject({ ok: true, value: { posTid, amount: 4900 } });
  });

  it("needs no provisioning file at the second start", async () => {
    await using setup = await prepareTillProcess();
    for (const args of [setup.firstArguments, setup.arguments]) {
      await using till = startProcess(args);
      await till.ready;
      expect(await till.call("terminal.get", {})).toMatchObject({
        ok: true,
        value: { merchant: { id: "T001" }, demo: null },
      });
    }
  });

  it.each<[string, string[], string]>([
    ["an unknown option", ["--colour", "red"], "--colour"],
    ["an unknown shell", ["--shell", "tui"], "--shell"],
    ["an invalid port", ["--port", "70000"], "--port"],
    ["an option without its value", ["--data"], "--data"],
    ["both a demo and a configuration", ["--demo", "--config", "x.json"], "--demo"],
    ["a missing configuration", ["--config", "nowhere.json"], "nowhere.json"],
  ])("exits with 2 for %s, names it, and writes nothing", async (_what, args, field) => {
    using folder = temporaryFolder();
    const data = join(folder.path, "data");
    await using till = startProcess([...(args.includes("--data") ? [] : ["--data", data]), ...args]);
    expect(await till.exited).toBe(2);
    expect(till.stderr()).toContain(field);
    expect(till.stdout()).toBe("");
    expect(existsSync(data)).toBe(false);
  });

  it("exits with 2 and the reason when a named window cannot be opened, and writes nothing", async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, "data");
    const headless = { DISPLAY: "", WAYLAND_DISPLAY: "" };
    for (const shell of ["electron", "browser"]) {
      await using till = startProcess(["--shell", shell, "--demo", "--data", data], headless);
      expect(await till.exited).toBe(2);
      expect(till.stderr()).toContain(`--shell ${shell} is not possible here: this machine has no display`);
      const start = join(import.meta.dirname, "../../../scripts/start.mjs");
      const args = [start, "--shell", shell, "--demo", "--data", data];
      const started = spawnSync(process.execPath, args, { env: { ...process.env, ...headless }, encoding: "utf8" });
      expect([started.status, started.stdout]).toEqual([2, ""]);
      expect(started.stderr).toContain(`--shell ${shell} is not possible here`);
      expect(existsSync(data)).toBe(false);
    }
  });

  it("exits with 2 for a weak new passphrase, and still opens an existing vault with one", async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, "data");
    for (const TILL_PASSPHRASE of ["", "eleven char"]) {
      await using till = startProcess(["--demo", "--data", data], { TILL_PASSPHRASE });
      expect(await till.exited).toBe(2);
      expect(till.stderr()).toMatch(/TILL_PASSPHRASE: .*12 characters/);
      expect(existsSync(data)).toBe(false);
    }
    mkdirSync(data);
    openFileVault(data, { machineId: "", passphrase: "eleven char" }).put("secret", "s");
    await using till = startProcess(["--demo", "--data", data], { TILL_PASSPHRASE: "eleven char" });
    expect(await till.ready).toBeInstanceOf(URL);
  });

  it("exits with 2 for invalid provisioning, names every field, and writes nothing", async () => {
    await using setup = await prepareTillProcess({ currency: "kroner", pos: { id: "", name: "x", type: "shop" } });
    await using till = startProcess(setup.firstArguments);
    expect(await till.exited).toBe(2);
    for (const field of ["currency", "pos.id", "pos.type"]) expect(till.stderr()).toContain(field);
    expect(existsSync(setup.data)).toBe(false);
  });

  it("exits with 2 when its callbacks cannot be received as provisioned, and stays unchanged", async () => {
    await using setup = await prepareTillProcess();
    {
      await using till = startProcess(setup.firstArguments);
      await till.ready;
      till.child.kill("SIGTERM");
      await till.exited;
    }
    await using elsewhere = await prepareTillProcess({ callbacks: { listen: "192.0.2.1:9" } });
    const config = elsewhere.firstArguments.at(-1) ?? "";
    await using refused = startProcess([...setup.arguments, "--config", config]);
    expect(await refused.exited).toBe(2);
    expect(refused.stderr()).toContain("callbacks.listen");
    await using again = startProcess(setup.arguments);
    await again.ready;
    expect(await again.call("terminal.get", {})).toMatchObject({
      ok: true,
      value: { callbacks: { state: "receiving" } },
    });
  });

  it("keeps its files private from other users of the machine", async () => {
    await using setup = await prepareTillProcess();
    await using till = startProcess(setup.firstArguments);
    await till.ready;
    const files = globSync("**/*", { cwd: setup.data }).map((name) => join(setup.data, name));
    expect(files.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it("writes no key, secret, PIN, token or full customer identifier to its log or its files", async () => {
    await using setup = await prepareTillProcess();
    await using till = startProcess(setup.firstArguments);
    const url = await till.ready;
    const started = await till.call("payment.start", {
      action: "SALE",
      amount: 4900,
      customer: { kind: "phone", value: CUSTOMER },
    });
    const { posTid } = started.ok ? started.value : { posTid: "" };
    await till.call("staff.signIn", { pin: MANAGER_PIN });
    await waitFor(till, posTid, (payment) => payment.tid !== null);
    till.child.kill("SIGTERM");
    await till.exited;
    const token = url.hash.replace("#token=", "");
    const secrets = [token, ...setup.secrets];
    for (const secret of [...secrets, CUSTOMER, "Authorization"]) expect(till.stderr()).not.toContain(secret);
    const files = globSync("**/*", { cwd: setup.data })
      .map((name) => join(setup.data, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      const content = readFileSync(path, "latin1");
      for (const secret of secrets) expect(content.includes(secret), `${path} holds a secret`).toBe(false);
    }
  });

  it("reports a file that is not a database, and does not touch it", async () => {
    await using setup = await prepareTillProcess();
    {
      await using till = startProcess(setup.firstArguments);
      await till.ready;
      till.child.kill("SIGTERM");
      await till.exited;
    }
    const path = join(setup.data, "till.db");
    writeFileSync(path, "scrambled ".repeat(1000));
    await using again = startProcess(setup.arguments);
    expect(await again.exited).toBe(1);
    expect(again.stderr()).toContain("till.db");
    expect(readFileSync(path, "utf8")).toBe("scrambled ".repeat(1000));
  });
});

async function waitFor(
  till: ReturnType<typeof startProcess>,
  posTid: string,
  holds: (payment: Payment) => boolean,
): Promise<void> {
  const url = await till.ready;
  const headers = { authorization: `Bearer ${url.hash.replace("#token=", "")}` };
  const stop = new AbortController();
  const stream = await fetch(new URL("/bridge/events", url), { headers, signal: stop.signal });
  const now = await till.call("payment.get", { posTid });
  if (now.ok && holds(now.value)) return stop.abort();
  let text = "";
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString("utf8");
    const payments = [...text.matchAll(/^data: (.*)$/gm)].flatMap((match) => {
      const event = JSON.parse(match[1] ?? "null");
      return event?.type === "payment.changed" && event.payment.posTid === posTid ? [event.payment as Payment] : [];
    });
    if (payments.some(holds)) break;
  }
  stop.abort();
}
