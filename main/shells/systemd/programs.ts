/** Finds the program that a service starts: the installed till, or the project's build on the project's Node. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FieldProblem } from "../../../contract/calls/errors.ts";
import type { LaunchOptions } from "../../app/options.ts";
import { findBrowser, hasDisplay } from "../browser/browsers.ts";
import { chooseShell } from "../browser/shell-choice.ts";

export interface ProgramPorts {
  /** Path of the installed till; null in the project */
  installed: string | null;
  entries: string;
  env: NodeJS.ProcessEnv;
}

type Found =
  | { ok: true; value: { program: string[]; shell: LaunchOptions["shell"]; sentence: string | null } }
  | { ok: false; problems: FieldProblem[] };

/**
 * Finds the program.
 * @param requested value of `--shell`; null chooses like `npm start`
 */
export function serviceProgram(requested: LaunchOptions["shell"] | null, ports: ProgramPorts): Found {
  const { installed } = ports;
  if (installed === null) return projectProgram(requested, ports);
  if (requested !== null && requested !== "electron")
    return problem("--shell", "electron, or no --shell: the installed till has no other window");
  return { ok: true, value: { program: [installed], shell: "electron", sentence: null } };
}

function projectProgram(requested: LaunchOptions["shell"] | null, { entries, env }: ProgramPorts): Found {
  const root = join(entries, "..", "..");
  const electron = electronIn(root);
  const browser = findBrowser(process.platform, env);
  const machine = {
    electron: electron === null ? ("missing" as const) : ("ready" as const),
    electronProblem: 'Electron\'s runtime is not installed ("npx install-electron" does it)',
    browser,
    // A requested shell runs in a session with a display, wherever this command is typed.
    display: requested !== null || hasDisplay(process.platform, env),
  };
  const { shell, sentence } = chooseShell(requested, machine);
  if (shell === null) return problem("--shell", `a shell that works on this machine (${sentence})`);
  if (shell === "electron" && electron !== null) {
    if (process.getuid?.() === 0)
      return problem("--shell", "browser or none for root: Chromium's sandbox does not start for root");
    return { ok: true, value: { program: [electron, join(entries, "electron.js")], shell, sentence } };
  }
  return { ok: true, value: { program: [nodeIn(root), join(entries, "browser.js")], shell, sentence } };
}

function problem(field: string, expected: string): Found {
  return { ok: false, problems: [{ field, expected }] };
}

/** The Node that `npm ci` installed; the machine's own may change. */
function nodeIn(root: string): string {
  const projectNode = join(root, "node_modules", "node", "bin", "node");
  return existsSync(projectNode) ? projectNode : process.execPath;
}

/** Returns Electron's executable if the runtime was downloaded. `path.txt` is written last. */
function electronIn(root: string): string | null {
  const folder = join(root, "node_modules", "electron");
  try {
    const program = join(folder, "dist", readFileSync(join(folder, "path.txt"), "utf8"));
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}
