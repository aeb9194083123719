/**
 * The installed program: the real `npm run dist` up to the unpacked program, around a stand-in for Electron's runtime.
 * Everything else is what a shop gets.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as undici from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fuseProblems, listArchive, ROOT, readConfiguration, readFuses } from "../../support/builder.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { extractArchive, type PackedTill, packTill } from "../../support/packed-till.ts";
import { startProcess } from "../../support/till-process.ts";

const PRELOADS = ["out/preload/preload.cjs", "out/preload/customer.cjs"];
const PAGES = ["out/renderer/index.html", "out/renderer/customer.html"];

// A runtime for another platform also has resources and bundles. Linux stands for them.
describe.runIf(process.platform === "linux")("an installed till", () => {
  const world = temporaryFolder();
  let packed: PackedTill;
  let app = "";
  let files: ReturnType<typeof listArchive> = [];
  const paths = () => files.map(({ path }) => path);

  beforeAll(() => {
    packed = packTill(world.path);
    files = listArchive(packed.archive);
    app = extractArchive(packed.archive, join(world.path, "extracted"));
  }, 180_000);

  afterAll(() => world[Symbol.dispose]());

  it("has the main file from its package.json, and the three bundles", () => {
    const { main, scripts } = JSON.parse(readFileSync(join(app, "package.json"), "utf8"));
    expect(main).toBe("out/main/electron.js");
    expect(scripts).toBeUndefined();
    expect(paths()).toEqual(expect.arrayContaining(["package.json", main, ...PRELOADS, ...PAGES]));
    for (const path of PAGES) {
      const page = readFileSync(join(app, path), "utf8");
      const assets = [...page.matchAll(/(?:src|href)="\.\/(.+?)"/g)].map(([, asset]) => `out/renderer/${asset}`);
      expect(assets.length).toBeGreaterThan(1);
      expect(paths()).toEqual(expect.arrayContaining(assets));
    }
  });

  it("has two preloads, each a single CommonJS file that requires only electron", () => {
    expect(
      paths()
        .filter((path) => path.startsWith("out/preload/"))
        .sort(),
    ).toEqual([...PRELOADS].sort());
    for (const path of PRELOADS) {
      const preload = readFileSync(join(app, path), "utf8");
      expect([...preload.matchAll(/require\((.*?)\)/g)].map(([, what]) => what)).toEqual(['"electron"']);
      expect(preload).not.toMatch(/^\s*(import|export)\b|\bimport\(/m);
    }
  });

  it("gives its customer's window only that window's functions", () => {
    const preload = readFileSync(join(app, "out/preload/customer.cjs"), "utf8");
    expect([...preload.matchAll(/"((?:till|display):\w+)"/g)].map(([, channel]) => channel)).toEqual([
      "display:get",
      "display:picture",
      "display:chooseTip",
      "display:answer",
      "display:changed",
      "display:changed",
    ]);
  });

  it("runs its own maintenance, because it has no Node for scripts", () => {
    const { status, stdout } = spawnSync(process.execPath, [join(app, "out/main/maintenance.js"), "--help"], {
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(stdout).toContain("journal verify");
    expect(readFileSync(join(app, "out/main/electron.js"), "utf8")).toContain("--maintenance");
  });

  it("has this platform's native modules, alone outside of the archive", () => {
    const target = `${process.platform}-${process.arch}`;
    const addons = files.filter(({ unpacked }) => unpacked).map(({ path }) => path);
    expect(addons).toHaveLength(2);
    expect(addons).toContain(`node_modules/better-sqlite3/prebuilds/${target}.node`);
    expect(addons.find((path) => path.includes("/@serialport/"))).toContain(`/prebuilds/${target}/`);
    expect(paths().filter((path) => path.endsWith(".node"))).toEqual(addons);
    for (const addon of addons) expect(existsSync(join(`${packed.archive}.unpacked`, addon))).toBe(true);
  });

  it("can open serial ports", () => {
    const script = `import("serialport").then(({ SerialPort }) =>
      new SerialPort({ path: "/dev/no-such-port", baudRate: 9600 }, (error) => console.log(error.message)))`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      encoding: "utf8",
      cwd: app,
    });
    expect(stdout).toBe("Error: No such file or directory, cannot open /dev/no-such-port\n");
  });

  it("speaks HTTP/2 with a server that supports it, and loads it only then", async () => {
    const [certificate, key] = ["localhost.pem", "localhost-key.pem"].map((name) =>
      readFileSync(join(ROOT, "test/support/tls", name), "utf8"),
    );
    const server = createSecureServer({ cert: certificate, key, allowHTTP1: true }, (request, response) => {
      response.end(request.httpVersion);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const chunk = paths().find((path) => path.startsWith("out/main/chunks/undici-parts"));
      const address = pathToFileURL(join(app, chunk ?? "")).href;
      const loads = `await import("${address}"); console.log(process.moduleLoadList.includes("NativeModule http2"))`;
      expect(spawnSync(process.execPath, ["-e", loads], { encoding: "utf8" }).stdout).toBe("false\n");
      const exported: unknown[] = Object.values(await import(address));
      const Pool = exported
        .flatMap((one) => [one, (one as { default?: unknown }).default])
        .find((one): one is typeof undici.Pool => typeof one === "function" && one.name === "Pool");
      const { port } = server.address() as AddressInfo;
      for (const [allowH2, version] of [
        [true, "2.0"],
        [false, "1.1"],
      ] as const) {
        const pool = new (Pool ?? expect.fail("no pool"))(`https://127.0.0.1:${port}`, {
          allowH2,
          connect: { ca: certificate, servername: "localhost" },
        });
        const { body } = await pool.request({ path: "/", method: "GET" });
        expect(await body.text()).toBe(version);
        await pool.destroy();
      }
    } finally {
      server.close();
    }
  });

  it("has no browser builds of libraries", () => {
    expect(paths().filter((path) => /xmlbuilder2\/.*\.min\.js$|\/dist\/(umd|iife)\//.test(path))).toEqual([]);
    expect(existsSync(join(ROOT, "node_modules/csv-parse/dist/umd/index.js"))).toBe(true);
  });

  it("has no native sources, no tests, no source maps and no TypeScript", () => {
    expect(paths().filter((path) => /\.(c|cc|cpp|h|hpp|gyp|gypi|map|ts|mts|cts|tsx)$/.test(path))).toEqual([]);
    expect(paths().filter((path) => /(^|\/)(__tests__|tests?)\/|\.(test|spec)\.\w+$/.test(path))).toEqual([]);
    const bundles = paths().filter((path) => /^out\/.*\.c?js$/.test(path));
    const mapped = bundles.filter((path) => readFileSync(join(app, path), "utf8").includes("sourceMappingURL="));
    expect(bundles.length).toBeGreaterThan(4);
    expect(mapped).toEqual([]);
  });

  it("has only its bundles from the project, and no development dependency", () => {
    const own = paths().filter((path) => !path.startsWith("node_modules/"));
    expect(own.filter((path) => !/^(package\.json|out\/(main|preload|renderer)\/.+)$/.test(path))).toEqual([]);
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    // A shipped library may bring another version of a package with the same name.
    const versionOf = (name: string) => {
      const description = join(app, "node_modules", name, "package.json");
      return existsSync(description) ? JSON.parse(readFileSync(description, "utf8")).version : null;
    };
    expect(Object.keys(devDependencies).filter((name) => versionOf(name) === devDependencies[name])).toEqual([]);
    expect(versionOf("better-sqlite3")).not.toBeNull();
  });

  it("includes the licence of every module that has one", () => {
    const missing = [...new Set(paths().map((path) => /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? ""))]
      .filter((folder) => folder !== "")
      .filter((folder) => existsSync(join(ROOT, folder, "LICENSE")) || existsSync(join(ROOT, folder, "LICENSE.md")))
      .filter((folder) => !paths().some((path) => path.startsWith(`${folder}/LICENSE`)));
    expect(missing).toEqual([]);
  });

  it("has no key, certificate, credential or personal data", () => {
    const names = /\.(pem|key|crt|p12|pfx|db|sqlite3?)$|(^|\/)(credentials|provisioning|vault)\.json$|\.env$/;
    expect(paths().filter((path) => names.test(path))).toEqual([]);
    // A key has base64 after its first line; code that searches for keys does not.
    const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)+[A-Za-z0-9+/=]{40}/;
    const texts = files.filter(({ unpacked }) => !unpacked).map(({ path }) => path);
    expect(texts.filter((path) => key.test(readFileSync(join(app, path), "latin1")))).toEqual([]);
  });

  it("has the configured fuses, read back from the program", async () => {
    const found = await readFuses(join(packed.installed, "till"));
    expect(found).toEqual(readConfiguration().electronFuses);
    expect(found.runAsNode).toBe(false);
    const untouched = await readFuses(join(packed.runtime, "electron"));
    expect(fuseProblems(readConfiguration().electronFuses, untouched)).toContain(
      "runAsNode should be false and is true.",
    );
  });

  it("has no sample app", () => {
    expect(existsSync(join(packed.runtime, "resources/default_app.asar"))).toBe(true);
    expect(existsSync(join(packed.installed, "resources/default_app.asar"))).toBe(false);
    expect(existsSync(join(packed.installed, "resources/app"))).toBe(false);
  });

  it("stays small", ({ annotate }) => {
    const inside = statSync(packed.archive).size;
    const outside = files.filter(({ unpacked }) => unpacked).reduce((sum, { size }) => sum + size, 0);
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    void annotate(`${files.length} files: ${megabytes(inside)} in the archive, ${megabytes(outside)} next to it`);
    expect(inside).toBeLessThan(17.5e6);
    expect(outside).toBeLessThan(4e6);
  });

  it("starts from only the packed files and accepts a command, also without serial ports", async () => {
    // Only a serial dispenser loads the library: without one a till does not depend on it.
    for (const name of ["serialport", "@serialport"]) rmSync(join(app, "node_modules", name), { recursive: true });
    await using till = startProcess(
      ["--shell", "none", "--demo", "--data", join(world.path, "data")],
      {},
      join(app, "out/main/browser.js"),
    );
    await till.ready;
    expect(await till.call("terminal.get", {})).toMatchObject({ ok: true, value: { currency: "NOK" } });
  });
});
