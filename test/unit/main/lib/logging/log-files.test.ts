import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listLogFiles, openLogFiles } from "../../../../../main/lib/logging/log-files.ts";
import { createLogging } from "../../../../../main/lib/logging/logging.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const ROOT = join(import.meta.dirname, "../../../../..");

function world(open?: (folder: string) => Writable) {
  const folder = temporaryFolder();
  const clock = createManualClock();
  const room = { enough: true };
  const files = openLogFiles(folder.path, { clock, mayWrite: () => room.enough, ...(open && { open }) });
  const stderr: string[] = [];
  const logging = createLogging({ write: (line) => stderr.push(line) });
  logging.alsoTo(files);
  return { folder, clock, room, files, stderr, log: logging.log, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Returns the content of all log files in the folder, oldest first. */
function written(folder: string): string[] {
  return listLogFiles(join(folder, "logs"))
    .reverse()
    .flatMap(({ name, path }) => {
      const bytes = readFileSync(path);
      return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString().split("\n").filter(Boolean);
    });
}

describe("the log files", () => {
  it("contain the lines of stderr, readable by their owner only", async () => {
    using made = world();
    made.log.info({ posTid: "p1" }, "the first");
    made.log.warn({ pin: "481516" }, "the second");
    await made.files.close();
    expect(written(made.folder.path)).toEqual(made.stderr.map((line) => line.trim()));
    expect(written(made.folder.path)[1]).not.toContain("481516");
    expect(statSync(join(made.folder.path, "logs/till.log")).mode & 0o777).toBe(0o600);
    expect(statSync(join(made.folder.path, "logs")).mode & 0o777).toBe(0o700);
  });

  it("are at most ten compressed files of ten megabytes and the current one; the newest lines stay", async () => {
    using made = world();
    const folder = join(made.folder.path, "logs");
    mkdirSync(folder);
    for (let age = 1; age <= 10; age += 1)
      writeFileSync(join(folder, `till.log.${age}.gz`), `old ${age}`, { mode: 0o600 });
    writeFileSync(join(folder, "till.log"), "x".repeat(10 * 1024 * 1024 - 10), { mode: 0o600 });
    made.log.info("over the limit");
    made.log.info("in the new file");
    await made.files.close();
    const names = listLogFiles(folder).map(({ name }) => name);
    expect(names).toEqual(["till.log", ...Array.from({ length: 10 }, (_, age) => `till.log.${age + 1}.gz`)]);
    expect(readFileSync(join(folder, "till.log.2.gz"), "utf8")).toBe("old 1");
    expect(gunzipSync(readFileSync(join(folder, "till.log.1.gz"))).toString()).toContain("over the limit");
    expect(readFileSync(join(folder, "till.log"), "utf8")).toContain("in the new file");
    for (const { path } of listLogFiles(folder)) expect(statSync(path).mode & 0o077).toBe(0);
    expect(made.files.state().files).toBe(11);
  });

  it("continue the file of an earlier run", async () => {
    using made = world();
    made.log.info("before");
    await made.files.close();
    const again = openLogFiles(made.folder.path, { clock: made.clock, mayWrite: () => true });
    again.write("after\n");
    await again.close();
    expect(written(made.folder.path).map((line) => /before|after/.exec(line)?.[0])).toEqual(["before", "after"]);
  });
});

/** A disk that is full until the test frees space. */
function fullDisk() {
  const disk = { full: true, lines: [] as string[] };
  const open = () =>
    new Writable({
      write(chunk, _encoding, done) {
        if (disk.full) return done(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
        disk.lines.push(String(chunk));
        done();
      },
    });
  return { disk, open };
}

describe("log files that cannot be written", () => {
  it("drop and count lines, and are retried a minute later", async () => {
    const { disk, open } = fullDisk();
    using made = world(open);
    for (const word of ["one", "two", "three"]) made.log.info(word);
    await new Promise(setImmediate);
    made.log.info("four");
    expect(made.stderr).toHaveLength(4);
    expect(made.files.state()).toMatchObject({ lost: 4, failing: { because: "ENOSPC", since: made.clock.now() } });
    disk.full = false;
    made.log.info("too early");
    expect(disk.lines).toEqual([]);
    await made.clock.advance(60_000);
    made.log.info("five");
    await new Promise(setImmediate);
    expect(disk.lines.map((line) => JSON.parse(line))).toMatchObject([{ lost: 5 }, { msg: "five" }]);
    expect(made.files.state()).toMatchObject({ lost: 5, failing: null });
    await made.files.close();
  });

  it("do not fill the memory when the disk is too slow", async () => {
    const pending: (() => void)[] = [];
    using made = world(() => new Writable({ write: (_chunk, _encoding, done) => void pending.push(done) }));
    const line = `${"x".repeat(100_000)}\n`;
    for (let count = 0; count < 50; count += 1) made.files.write(line);
    const { lost } = made.files.state();
    expect(lost).toBeGreaterThan(35);
  });

  it("are not written while the remaining disk space is reserved for payments", async () => {
    using made = world();
    made.room.enough = false;
    made.log.info("no room");
    await made.files.close();
    expect(existsSync(join(made.folder.path, "logs"))).toBe(false);
    expect(made.files.state().lost).toBe(1);
  });

  it("do not end the till when their folder is a file", async () => {
    using made = world();
    writeFileSync(join(made.folder.path, "logs"), "in the way");
    made.log.info("nowhere");
    await new Promise(setImmediate);
    expect(made.files.state()).toMatchObject({
      lost: 1,
      failing: { because: expect.stringMatching(/EEXIST|ENOTDIR/) },
    });
    await made.files.close();
  });

  it.runIf(process.platform === "linux")("do not end the till when stderr itself is on a full disk", () => {
    const script = `
      const { createLogging } = await import(${JSON.stringify(join(ROOT, "main/lib/logging/logging.ts"))});
      const { log } = createLogging();
      for (let count = 0; count < 100; count += 1) log.info("into the void");
      setTimeout(() => console.log("still here"), 20);`;
    const command = `exec "$0" --input-type=module -e "$1" 2>/dev/full`;
    const { stdout, status } = spawnSync("/bin/sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
    expect({ stdout, status }).toEqual({ stdout: "still here\n", status: 0 });
  });
});
