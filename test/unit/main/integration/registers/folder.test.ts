/** The registers' folder: its batch size, and hostile files from other users. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import type { ChangeRequest } from "../../../../../main/integration/registers/changes.ts";
import { followFolder } from "../../../../../main/integration/registers/folder.ts";
import type { RegisterResponse } from "../../../../../main/integration/registers/idempotency.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

/** Watches a folder with a manual clock: the test triggers each poll. */
function followed(path: string, change: (asked: ChangeRequest) => RegisterResponse) {
  const clock = createManualClock();
  const reads = { payment: vi.fn(() => DONE), screen: () => DONE };
  const { log } = readableLog();
  const settings = { locale: "nb-NO" };
  const following = followFolder({
    clock,
    log,
    folder: path,
    settings,
    change: (_client, asked) => change(asked),
    reads,
  });
  const [into, out] = [join(path, "in"), join(path, "out")];
  return {
    reads,
    answers: () => (existsSync(out) ? readdirSync(out).sort() : []),
    answer: (name: string) => JSON.parse(readFileSync(join(out, name), "utf8")),
    /** Polls until these are the answers. */
    async answersAre(names: string[]) {
      await expect
        .poll(
          async () => {
            await clock.advance(1000);
            return existsSync(out) ? readdirSync(out).sort() : [];
          },
          { interval: 5 },
        )
        .toEqual(names);
    },
    place: (name: string) => join(into, name),
    look: () => clock.advance(1000),
    [Symbol.asyncDispose]: () => following.close(),
  };
}

const DONE = { status: 200, body: "{}" };
const SALE = JSON.stringify({ do: "start", reference: "r", action: "SALE", amount: 100 });
const SECRET = JSON.stringify({ do: "status", reference: "secret" });

function fifo(path: string) {
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
}

it("the folder reads many files in one poll, one by one, so that the till stays responsive", async () => {
  using folder = temporaryFolder();
  const into = join(folder.path, "in");
  mkdirSync(into);
  for (let number = 0; number < 50; number += 1) writeFileSync(join(into, `1-${number}.json`), SALE);
  const steps: number[] = [];
  let isAlive = true;
  let step = 0;
  const turn = () => {
    step += 1;
    if (isAlive) setImmediate(turn);
  };
  turn();
  await using till = followed(folder.path, () => {
    steps.push(step);
    return DONE;
  });
  await expect.poll(() => till.answers().length).toBe(50);
  isAlive = false;
  expect(new Set(steps).size).toBe(50);
});

/** Swaps files of `in` as fast as possible; finally it checks for a reader blocked at the FIFO, and releases it. */
const SWAPPING = `
  const fs = require("node:fs");
  process.chdir(process.argv[1]);
  const until = Date.now() + 3000;
  for (let turn = 0; Date.now() < until; turn += 1) {
    const fresh = "aside/fresh";
    const kind = ["sale", "fifo", "sale", "link"][turn % 4];
    if (kind === "link") fs.symlinkSync("../aside/secret", fresh);
    else fs.linkSync("aside/" + kind, fresh);
    fs.renameSync(fresh, "in/" + (turn >> 2) % 2 + ".json");
  }
  for (const name of fs.readdirSync("in")) fs.rmSync("in/" + name, { force: true });
  try {
    const end = fs.openSync("aside/fifo", fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    setTimeout(() => {
      // EPIPE: the reader has already closed the FIFO.
      try { fs.writeSync(end, "{}"); process.exit(3); } catch {}
    }, 500);
  } catch {}
`;

describe("a folder that another user can write to", () => {
  it.runIf(process.platform !== "win32").each([
    ["a FIFO", fifo],
    ["a link to a file that only the till can read", (path: string) => symlinkSync(`${path}.secret`, path)],
    ["a link to an endless device", (path: string) => symlinkSync("/dev/zero", path)],
    ["a dangling link", (path: string) => symlinkSync("/nowhere", path)],
    ["a folder", (path: string) => mkdirSync(path)],
  ])("containing %s never reads it, and answers the other files", async (_what, plant) => {
    using folder = temporaryFolder();
    const into = join(folder.path, "in");
    mkdirSync(into);
    writeFileSync(join(into, "0.json.secret"), SECRET);
    plant(join(into, "0.json"));
    writeFileSync(join(into, "1.json"), SALE);
    await using till = followed(folder.path, () => DONE);
    await till.answersAre(["1.json"]);
    await till.look();
    expect(till.answers()).toEqual(["1.json"]);
    expect(till.reads.payment).not.toHaveBeenCalled();
  });

  it.runIf(process.platform !== "win32").each([
    ["a FIFO", fifo],
    ["a link to another file", (path: string) => symlinkSync(`${path}.secret`, path)],
  ])("is safe when a file becomes %s after it was listed", async (_what, plant) => {
    using folder = temporaryFolder();
    const into = join(folder.path, "in");
    mkdirSync(into);
    writeFileSync(join(into, "1.json.secret"), SECRET);
    for (const name of ["0", "1", "2"]) writeFileSync(join(into, `${name}.json`), SALE);
    await using till = followed(folder.path, () => {
      // This poll has made its list: the next file is swapped before it is opened.
      const next = till.place("1.json");
      if (lstatSync(next).isFile()) {
        rmSync(next);
        plant(next);
      }
      return DONE;
    });
    await till.answersAre(["0.json", "2.json"]);
    expect(till.reads.payment).not.toHaveBeenCalled();
  });

  it.runIf(process.platform !== "win32")(
    "is safe while another program keeps replacing files by a FIFO and a link",
    async () => {
      using folder = temporaryFolder();
      for (const name of ["in", "aside"]) mkdirSync(join(folder.path, name));
      writeFileSync(join(folder.path, "aside", "sale"), SALE);
      writeFileSync(join(folder.path, "aside", "secret"), SECRET);
      fifo(join(folder.path, "aside", "fifo"));
      await using till = followed(folder.path, () => DONE);
      const swapping = spawn(process.execPath, ["-e", SWAPPING, folder.path], { stdio: "inherit" });
      const ended = once(swapping, "exit");
      while (swapping.exitCode === null) await till.look();
      // 3: a reader is blocked at the FIFO.
      expect(await ended).toEqual([0, null]);
      expect(till.reads.payment).not.toHaveBeenCalled();
    },
  );

  it("rejects a gigabyte file as too long without reading it", async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "in"));
    await using till = followed(folder.path, () => DONE);
    writeFileSync(till.place("0.json"), "");
    truncateSync(till.place("0.json"), 2 ** 30);
    await till.answersAre(["0.json"]);
    expect(till.answer("0.json")).toMatchObject({ status: 400, body: { details: { fields: [{ field: "0.json" }] } } });
  });

  it.runIf(process.platform === "linux")(
    "writes an answer into the folder that was opened, even if its path changed",
    async () => {
      using folder = temporaryFolder();
      const elsewhere = join(folder.path, "elsewhere");
      mkdirSync(elsewhere);
      mkdirSync(join(folder.path, "in"));
      writeFileSync(join(folder.path, "in", "0.json"), SALE);
      await using _till = followed(folder.path, () => {
        renameSync(join(folder.path, "out"), join(folder.path, "opened"));
        symlinkSync(elsewhere, join(folder.path, "out"));
        return DONE;
      });
      await expect.poll(() => existsSync(join(folder.path, "opened", "0.json"))).toBe(true);
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );
});

it("a poll leaves requests for the next one when the printer is busy, and answers all others", async () => {
  using folder = temporaryFolder();
  const [into, out] = [join(folder.path, "in"), join(folder.path, "out")];
  mkdirSync(into);
  writeFileSync(join(into, "slip.json"), JSON.stringify({ do: "lines", lines: [{ kind: "rule" }] }));
  const sale = { do: "start", reference: "r", action: "SALE", amount: 100 };
  writeFileSync(join(into, "sale.json"), JSON.stringify(sale));
  let isFull = true;
  const change = () => ({ status: isFull ? 422 : 202, body: "{}" });
  const reads = { payment: change, screen: change };
  const looks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slept = Promise.withResolvers<void>();
  const sleep = async (_: number, signal?: AbortSignal) => {
    looks.shift()?.resolve();
    if (looks.length === 0) return aborted(signal);
    await slept.promise;
  };
  const clock = { now: () => 0, monotonic: () => 0, sleep };
  const [first, second] = looks.map(({ promise }) => promise);
  const following = followFolder({
    clock,
    log: pino({ level: "silent" }),
    folder: folder.path,
    settings: { locale: "nb" },
    change,
    reads,
  });
  await first;
  expect([readdirSync(into), readdirSync(out)]).toEqual([["slip.json"], ["sale.json"]]);
  isFull = false;
  slept.resolve();
  await second;
  expect([readdirSync(into), readdirSync(out)]).toEqual([[], ["sale.json", "slip.json"]]);
  await following.close();
});

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  while (signal?.aborted === false) await nextTurn();
}

describe("the encoding of a register's file", () => {
  const line = { name: "Blåbær på rødgrøt", quantity: 1, unitAmount: 100 };
  const request = JSON.stringify({ ...JSON.parse(SALE), lines: [line] });

  it.each([
    ["UTF-8 with a byte-order mark", Buffer.from(`\ufeff${request}`)],
    ["UTF-16", Buffer.from(`\ufeff${request}`, "utf16le")],
    ["the code page of the till's locale", Buffer.from(request, "latin1")],
  ])("may be %s", async (_, bytes) => {
    using folder = temporaryFolder();
    const change = vi.fn((_asked: ChangeRequest) => DONE);
    await using till = followed(folder.path, change);
    mkdirSync(join(folder.path, "in"), { recursive: true });
    writeFileSync(till.place("1.json"), bytes);
    await till.answersAre(["1.json"]);
    expect(change.mock.calls).toMatchObject([[{ body: { lines: [line] } }]]);
  });

  it("is not guessed: an unreadable byte is refused with its position", async () => {
    using folder = temporaryFolder();
    const change = vi.fn(() => DONE);
    await using till = followed(folder.path, change);
    mkdirSync(join(folder.path, "in"), { recursive: true });
    const [before = "", after = ""] = request.split("lå");
    writeFileSync(till.place("1.json"), Buffer.concat([Buffer.from(before), Buffer.of(0xe5), Buffer.from(after)]));
    await till.answersAre(["1.json"]);
    const because = { code: "file_encoding_place", values: { line: 1, column: before.length + 1 } };
    expect(till.answer("1.json")).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: "1.json", because }] } },
    });
    expect(change).not.toHaveBeenCalled();
  });
});
