/** `npm start -- [options]`: builds if outdated, chooses the shell, and runs the till. stdout belongs to the till. */
import { constants } from "node:os";
import { join } from "node:path";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";

const USAGE = `npm start -- [options]
  --shell electron|browser|none   where the window opens (default: the first one available)
  --data DIR                      data folder (also TILL_DATA; default: the platform's application data)
  --config FILE                   provisioning file, applied at start
  --port N                        loopback port of the bridge (default: any free port)
  --kiosk                         start in kiosk mode
  --demo                          use the embedded sandbox (default with an empty data folder)
`;
const STOP_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];
const ENTRIES = { electron: "electron.js", browser: "browser.js", none: "browser.js" };

let tillRuns = false;

await onProjectNode(import.meta.url, async () => {
  for (const signal of STOP_SIGNALS) process.on(signal, stopEarly);
  const { ensureBuilt } = await import("./build.mjs");
  const { readShellOption, withShell } = await import("../main/shells/browser/shell-option.ts");
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stderr.write(USAGE);
    return 0;
  }
  await ensureBuilt();
  const { requested, wellFormed } = readShellOption(args);
  // The till itself reports invalid options, with its exit code.
  if (!wellFormed) return await runNode(args);
  const { choice, electron } = await chooseHere(requested);
  process.stderr.write(`${choice.sentence}\n`);
  if (choice.shell === null) return 2;
  const shellArgs = withShell(args, choice.shell);
  return choice.shell === "electron" ? await runElectron(electron, shellArgs) : await runNode(shellArgs);
});

async function chooseHere(requested) {
  const { chooseShell, needsElectron } = await import("../main/shells/browser/shell-choice.ts");
  const { findBrowser, hasDisplay } = await import("../main/shells/browser/browsers.ts");
  const display = hasDisplay(process.platform, process.env);
  const electron = needsElectron(requested, display)
    ? await (await import("./electron-runtime.mjs")).electronRuntime()
    : { problem: "Electron was not asked for" };
  const choice = chooseShell(requested, {
    electron: "path" in electron ? "ready" : "missing",
    electronProblem: electron.problem ?? "",
    browser: findBrowser(),
    display,
  });
  return { choice, electron };
}

function entry(shell) {
  return join(ROOT, "out", "main", ENTRIES[shell]);
}

async function runNode(args) {
  const { MALLOC_SETTINGS } = await import("../main/lib/malloc.ts");
  return await runTill(process.execPath, [entry("none"), ...args], projectEnvironment(MALLOC_SETTINGS));
}

function runElectron({ path }, args) {
  // Chromium's sandbox does not start for root on Linux.
  const flags = process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const env = projectEnvironment();
  delete env.ELECTRON_RUN_AS_NODE;
  return runTill(path, [...flags, entry("electron"), ...args], env);
}

async function runTill(program, args, env) {
  tillRuns = true;
  const code = await runChild(program, args, { env });
  // A signal before the till listens counts as a normal stop.
  return STOP_SIGNALS.some((signal) => code === 128 + constants.signals[signal]) ? 0 : code;
}

/**
 * Handles signals until the till runs. The listener stays, because removing it could lose a signal; afterwards the
 * signal reaches the till through runChild.
 */
function stopEarly() {
  if (!tillRuns) process.exit(0);
}
