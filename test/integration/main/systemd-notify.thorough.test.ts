/** A real till's messages to systemd's notify socket, and when they stop. A small listener replaces systemd. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { missing } from "../../faults/storage/process.ts";
import { build } from "../../support/build.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startProcess } from "../../support/till-process.ts";

beforeAll(build, 120_000);

/**
 * Perl is always on Debian and drops a barrier's descriptor with the message, which systemd-notify waits for. A tool
 * that keeps it (socat does) delays every message.
 */
const LISTEN = `use Socket; $| = 1;
socket(my $socket, AF_UNIX, SOCK_DGRAM, 0); bind($socket, sockaddr_un($ARGV[0])) or die $!;
print "listening\\n"; while (defined recv($socket, my $text, 65536, 0)) { print "$text\\n" }`;

/** Opens a notify socket like systemd's. */
async function notifySocket(path: string) {
  const listener = spawn("perl", ["-e", LISTEN, path], { stdio: ["ignore", "pipe", "inherit"] });
  const output = { text: "" };
  listener.stdout.on("data", (chunk) => {
    output.text += chunk;
  });
  /** Resolves when the text arrived after `from` characters; @returns its end position */
  const until = (what: string, from = 0) =>
    waitForText(listener, () => output.text.indexOf(what, from) + what.length, what.length);
  await until("listening\n");
  return {
    text: () => output.text,
    until,
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => listener.once("exit", resolve));
      listener.kill();
      await gone;
    },
  };
}

function waitForText(listener: ReturnType<typeof spawn>, find: () => number, least: number): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const end = find();
      if (end < least) return;
      listener.stdout?.off("data", look);
      resolve(end);
    };
    listener.stdout?.on("data", look);
    look();
  });
}

const TOOLS = missing("perl", "systemd-notify");

describe("a till under systemd", () => {
  it.skipIf(TOOLS)(
    "notifies systemd with its ready line, while its database takes a payment, and when it stops",
    async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "notify");
      const data = join(folder.path, "data");
      await using socket = await notifySocket(path);
      const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: "1000000", WATCHDOG_PID: "1", TILL_SUPERVISED: "1" };
      await using till = startProcess(["--shell", "none", "--demo", "--data", data], env);
      const ready = await socket.until("READY=1");
      expect(till.stdout()).toContain("till ready");
      const fed = await socket.until("WATCHDOG=1", await socket.until("WATCHDOG=1", ready));
      const other = new Sqlite(join(data, "till.db"));
      other.exec("BEGIN IMMEDIATE");
      const sick = await socket.until("STATUS=Unhealthy", fed);
      other.exec("ROLLBACK");
      other.close();
      const well = await socket.until("STATUS=Ready", sick);
      expect(socket.text().slice(sick, well)).not.toContain("WATCHDOG=1");
      await socket.until("WATCHDOG=1", well);
      till.child.kill("SIGTERM");
      await socket.until("STOPPING=1", well);
      expect(await till.exited).toBe(0);
    },
    60_000,
  );

  it.skipIf(TOOLS)("started by hand within another service does not notify that service", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "notify");
    await using socket = await notifySocket(path);
    const args = ["--shell", "none", "--demo", "--data", join(folder.path, "data")];
    await using till = startProcess(args, { NOTIFY_SOCKET: path });
    await till.ready;
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(0);
    expect(socket.text()).toBe("listening\n");
  });
});
