/** Reading files at paths where others can write. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFolder, readNamedBytes } from "../../../../main/lib/plain-file.ts";
import { temporaryFolder } from "../../../support/folder.ts";

const MOST = 100;

function sparse(path: string) {
  writeFileSync(path, "");
  truncateSync(path, 2 ** 30);
}

describe.runIf(process.platform !== "win32")("a file chosen by a person", () => {
  it("is read through a link, up to its limit", () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "ca.pem"), "x".repeat(MOST));
    symlinkSync("ca.pem", join(folder.path, "current.pem"));
    expect(readNamedBytes(join(folder.path, "current.pem"), MOST)).toHaveLength(MOST);
  });

  it.each([
    ["a FIFO", (path: string) => spawnSync("mkfifo", [path]), "expected a regular file"],
    ["an endless device", (path: string) => symlinkSync("/dev/zero", path), "expected a regular file"],
    ["a folder", (path: string) => mkdirSync(path), "expected a regular file"],
    [
      "one byte too long",
      (path: string) => writeFileSync(path, "x".repeat(MOST + 1)),
      "expected a file of at most 100",
    ],
    ["a gigabyte", sparse, "expected a file of at most"],
    ["missing", () => undefined, "ENOENT"],
  ])("is refused immediately when it is %s, with its name", (_what, make, message) => {
    using folder = temporaryFolder();
    const path = join(folder.path, "named");
    make(path);
    expect(() => readNamedBytes(path, MOST)).toThrow(message);
    expect(() => readNamedBytes(path, MOST)).toThrow(path);
  });
});

/** Such a file reports size 0 but has content, like one that grows while it is read. */
describe.runIf(process.platform === "linux")("a file that grows after it was opened", () => {
  it("is read up to its limit", async () => {
    await using folder = await openFolder(`/proc/${process.pid}`);
    expect(await folder.read("status", MOST)).toMatchObject({ is: "too_large", stat: { size: 0 } });
    expect(() => readNamedBytes("/proc/self/status", MOST)).toThrow("expected a file of at most 100");
  });
});

describe("a folder that others can write to", () => {
  it.runIf(process.platform !== "win32")("is refused when a link or a FIFO is in its place", async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "elsewhere"));
    symlinkSync("elsewhere", join(folder.path, "link"));
    spawnSync("mkfifo", [join(folder.path, "fifo")]);
    for (const name of ["link", "fifo"]) {
      await expect(openFolder(join(folder.path, name)), name).rejects.toThrow("expected a folder");
    }
  });
});
