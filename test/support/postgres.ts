/** A PostgreSQL for tests: an installed one in a temporary folder on a free port, else PGlite in this process. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startEmbedded } from "../../ledger/embedded.ts";
import { temporaryFolder } from "./folder.ts";
import { onFreePort } from "./free-port.ts";

export interface TestPostgres extends AsyncDisposable {
  /** `PostgreSQL 15`, or `PGlite`, which has one user and no access rights */
  is: string;
  hasRoles: boolean;
  /** URL of the superuser */
  url: string;
  /** Kills the server at once, like a power cut. */
  kill(): Promise<void>;
  /** Restarts it on the same files and port. */
  start(): Promise<void>;
}

const PROGRAMS = ["/usr/lib/postgresql/*/bin/postgres", "/usr/local/pgsql/bin/postgres", "/opt/homebrew/bin/postgres"];

/**
 * Starts a server, and prints its kind on stderr. `TILL_TEST_POSTGRES=PGlite` ignores an installed one. @param
 * options.tls PEM files: it then accepts TLS too
 */
export async function startPostgres(options: { tls?: { cert: string; key: string } } = {}): Promise<TestPostgres> {
  const isWanted = process.env.TILL_TEST_POSTGRES !== "PGlite";
  const program = (isWanted ? PROGRAMS : [])
    .flatMap((pattern) => globSync(pattern))
    .sort()
    .at(-1);
  const started = program === undefined ? await startInProcess() : await startInstalled(program, options.tls ?? null);
  process.stderr.write(`the ledger's tests run on ${started.is}\n`);
  return started;
}

const PASSWORD = "for-tests-on-loopback";

async function startInstalled(program: string, tls: { cert: string; key: string } | null): Promise<TestPostgres> {
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  const user = systemUser();
  const passwordFile = join(folder.path, "password");
  writeFileSync(passwordFile, `${PASSWORD}\n`);
  mkdirSync(data);
  for (const path of [folder.path, passwordFile, data]) {
    if (user !== null) chownSync(path, user.uid, user.gid);
  }
  const own = { cwd: folder.path, ...(user ?? {}), env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } };
  const init = [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
    "--no-sync",
  ];
  const made = spawnSync(program.replace(/postgres$/, "initdb"), init, { ...own, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = [
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=400",
  ];
  if (tls)
    settings.push(
      "ssl=on",
      `ssl_cert_file=${copied(tls.cert, data, user)}`,
      `ssl_key_file=${copied(tls.key, data, user)}`,
    );
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  let server: ChildProcess | null = null;
  const startAt = async (port: number) => {
    server = spawn(program, [...args, "-p", String(port)], { ...own, stdio: ["ignore", "ignore", "pipe"] });
    await isReady(server);
    return port;
  };
  const port = await onFreePort(startAt);
  const stop = async (signal: NodeJS.Signals) => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server?.once("exit", resolve));
    server.kill(signal);
    await ended;
  };
  return {
    is: `PostgreSQL ${readFileSync(join(data, "PG_VERSION"), "utf8").trim()}`,
    hasRoles: true,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    // SIGQUIT ends the server and its children without a checkpoint: it recovers from its log as after a power cut.
    kill: () => stop("SIGQUIT"),
    start: async () => void (await startAt(port)),
    async [Symbol.asyncDispose]() {
      await stop("SIGQUIT");
      folder[Symbol.dispose]();
    },
  };
}

/** PostgreSQL does not run as root, so this returns its package's user. */
function systemUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = existsSync("/etc/passwd")
    ? /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"))
    : null;
  if (line === null) throw new Error("PostgreSQL is installed, and its user postgres is missing");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function copied(path: string, data: string, user: { uid: number; gid: number } | null): string {
  const copy = join(data, path.split("/").at(-1) ?? "pem");
  writeFileSync(copy, readFileSync(path));
  chmodSync(copy, 0o600);
  if (user) chownSync(copy, user.uid, user.gid);
  return copy;
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const lines = createInterface({ input: server.stderr as NodeJS.ReadableStream });
    lines.on("line", (line) => {
      said.push(line);
      if (line.includes("database system is ready to accept connections")) resolve();
    });
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${said.slice(-10).join("\n")}`)));
    server.once("error", reject);
  });
}

/** In-memory: killing it ends its connections. */
async function startInProcess(): Promise<TestPostgres> {
  const database = await onFreePort((port) => startEmbedded(null, port));
  return {
    is: "PGlite",
    hasRoles: false,
    url: database.url,
    kill: async () => database.hangUp(),
    start: database.open,
    [Symbol.asyncDispose]: () => database.close(),
  };
}
