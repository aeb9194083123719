/** `npm run till -- service …`: installs a systemd user unit that starts and restarts the till. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { FieldProblem } from "../../../contract/calls/errors.ts";
import { type LaunchOptions, readLaunchOptions } from "../../app/options.ts";
import { explain } from "../../lib/startup-error.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { readShellOption } from "../browser/shell-option.ts";
import { type ProgramPorts, serviceProgram } from "./programs.ts";
import { TARGETS, type UnitRequest, unitText } from "./unit.ts";

const UNIT = "till.service";
const TASKS = ["install", "uninstall", "status", "print"] as const;

/** Output of a program; null if it is not installed */
export type ProgramOutput = { code: number; text: string } | null;

export interface ServicePorts extends ProgramPorts {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  platform: NodeJS.Platform;
  run(program: string, args: string[]): ProgramOutput;
}

export function runSystemProgram(program: string, args: string[]): ProgramOutput {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  return error ? null : { code: status ?? 1, text: stdout + stderr };
}

type Read = { ok: true; value: UnitRequest; sentence: string | null } | { ok: false; problems: FieldProblem[] };

/**
 * Runs a service task.
 * @param argv the arguments after `service`
 * @returns 0 done, also if a person must run systemctl; 1 failed; 2 invalid command
 */
export function serviceTask([word = "", ...options]: string[], ports: ServicePorts): 0 | 1 | 2 {
  const task = TASKS.find((known) => known === word);
  if (task === undefined) return refuse(ports, `service: expected ${TASKS.join(", ")}`);
  if (ports.platform !== "linux")
    return refuse(ports, "systemd exists only on Linux. For Windows and macOS, see docs/operating.md.");
  if (task === "uninstall" || task === "status") {
    if (options.length > 0) return refuse(ports, `service ${task} takes no options: ${options[0]}`);
    return task === "status" ? status(ports) : uninstall(ports);
  }
  const read = readRequest(options, ports);
  if (!read.ok) return refuse(ports, explain("The service was not installed: wrong options.", read.problems));
  const text = unitText(read.value);
  if (task === "install") return install(text, read, ports);
  ports.stdout.write(text);
  return 0;
}

function refuse({ stderr }: ServicePorts, words: string): 2 {
  stderr.write(`${words}\n`);
  return 2;
}

function readRequest(argv: string[], ports: ServicePorts): Read {
  const read = readLaunchOptions(argv, ports.env);
  if (!read.ok) return read;
  const found = serviceProgram(readShellOption(argv).requested, ports);
  if (!found.ok) return found;
  const { program, shell, sentence } = found.value;
  const options = { ...read.value, shell };
  const problems = wrongPaths(options, program);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { program, options }, sentence };
}

function wrongPaths({ dataDir, configFile }: LaunchOptions, program: readonly string[]): FieldProblem[] {
  // A control character would end the unit's line.
  const isOneLine = (text: string) => !/\p{Cc}/u.test(text);
  return [
    ...(isOneLine(dataDir) ? [] : [{ field: "--data", expected: "a path without control characters" }]),
    // systemd rejects these characters in a program's path, even quoted (string_is_safe).
    ...(program.every(isOneLine) && !/["'\\]/.test(program[0] ?? "")
      ? []
      : [
          {
            field: "program",
            expected: "an installation path without quotes, backslashes and control characters",
          },
        ]),
    ...(configFile === null || (isOneLine(configFile) && isReadable(configFile))
      ? []
      : [{ field: "--config", expected: "a file that is readable now and at every start" }]),
  ];
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function unitPath({ env }: ServicePorts): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "systemd", "user", UNIT);
}

function install(text: string, { value, sentence }: Read & { ok: true }, ports: ServicePorts): 0 | 1 {
  const { stdout } = ports;
  const path = unitPath(ports);
  const previousText = readOrNull(path);
  if (previousText !== text) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileDurably(path, text, 0o644);
  }
  if (sentence !== null) stdout.write(`${sentence}\n`);
  stdout.write(previousText === text ? `Unchanged: ${path}\n` : `Written: ${path}\n`);
  const code = runSystemctl([["daemon-reload"], ["enable", "--now", UNIT]], ports);
  if (previousText !== null && previousText !== text)
    stdout.write(`A running till keeps its old options until: systemctl --user restart ${UNIT}\n`);
  stdout.write(describeStart(value.options));
  return code;
}

function describeStart({ shell }: LaunchOptions): string {
  if (shell === "none")
    return `To start it with the machine, without a log-in: loginctl enable-linger ${userInfo().username}\n`;
  return "It starts with this user's graphical session: set the machine to log in automatically. (loginctl enable-linger is for a till without a window.)\n";
}

function uninstall(ports: ServicePorts): 0 | 1 {
  const { stdout } = ports;
  const path = unitPath(ports);
  if (!existsSync(path)) {
    stdout.write(`There is no ${path}: nothing was changed.\n`);
    return 0;
  }
  // Disable first, while systemd knows the unit. The till stops in order, and payments are on disk.
  if (runSystemctl([["disable", "--now", UNIT]], ports) === 1) return 1;
  // Without systemd, remove the links that enable the unit.
  for (const target of TARGETS) rmSync(join(dirname(path), `${target}.wants`, UNIT), { force: true });
  rmSync(path);
  stdout.write(`Removed: ${path}. The till's data was kept.\n`);
  return runSystemctl([["daemon-reload"]], ports);
}

function status(ports: ServicePorts): 0 | 1 {
  const { stdout } = ports;
  const path = unitPath(ports);
  if (!existsSync(path)) {
    stdout.write(`No service is installed: there is no ${path}.\n`);
    return 1;
  }
  stdout.write(`Installed: ${path}\n`);
  if (!isReachable(ports)) {
    stdout.write(`${UNREACHABLE}.\n`);
    return 1;
  }
  const output = ports.run("systemctl", ["--user", "status", "--no-pager", UNIT]);
  stdout.write(output?.text ?? "");
  return output?.code === 0 ? 0 : 1;
}

const UNREACHABLE = "This user's systemd cannot be reached from here";

function isReachable({ run }: ServicePorts): boolean {
  return run("systemctl", ["--user", "show-environment"])?.code === 0;
}

/** Runs systemctl, or prints the commands if systemd is unreachable. Returns 1 if systemd refused. */
function runSystemctl(calls: string[][], ports: ServicePorts): 0 | 1 {
  const { stdout, stderr, run } = ports;
  if (!isReachable(ports)) {
    const commands = calls.map((words) => `  systemctl --user ${words.join(" ")}\n`);
    stdout.write(`${UNREACHABLE}. When it is reachable, run:\n${commands.join("")}`);
    return 0;
  }
  for (const call of calls) {
    const output = run("systemctl", ["--user", ...call]);
    if (output?.code === 0) continue;
    stderr.write(`systemctl --user ${call.join(" ")} failed:\n${output?.text ?? ""}`);
    return 1;
  }
  return 0;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
