/** Chooses the shell that `npm start` opens, from the option and the machine's abilities. */

export type ShellName = "electron" | "browser" | "none";

/** State of Electron's runtime; `unknown` means that no download was tried yet. */
export type ElectronState = "ready" | "unknown" | "missing";

export interface Machine {
  electron: ElectronState;
  /** Why the runtime is missing, as a clause: `its runtime could not be downloaded` */
  electronProblem: string;
  browser: string | null;
  display: boolean;
}

export interface ShellChoice {
  /** Null: the requested shell is not available; exit with code 2 */
  shell: ShellName | null;
  sentence: string;
}

const NO_DISPLAY = "this machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set)";
const NO_BROWSER = "no Chromium-family browser is installed";

/**
 * Returns whether Electron's runtime matters; only then may it be downloaded.
 * @param requested value of `--shell`, or null
 */
export function needsElectron(requested: string | null, display: boolean): boolean {
  return display && (requested === null || requested === "electron");
}

/**
 * Chooses the requested shell, or none of them if it is unavailable. Without a request: Electron, then the browser,
 * then `none`.
 * @param requested value of `--shell`, or null
 */
export function chooseShell(requested: ShellName | null, machine: Machine): ShellChoice {
  const problems = { electron: electronProblem(machine), browser: browserProblem(machine), none: null };
  if (requested !== null) {
    const problem = problems[requested];
    return problem === null
      ? { shell: requested, sentence: `shell ${requested}: as requested` }
      : { shell: null, sentence: `--shell ${requested} is not possible here: ${problem}` };
  }
  if (problems.electron === null)
    return { shell: "electron", sentence: "shell electron: Electron's runtime is installed" };
  if (problems.browser === null) return { shell: "browser", sentence: `shell browser: ${problems.electron}` };
  // Without a display both have the same reason; state it once.
  const reasons = new Set([problems.electron, problems.browser]);
  return { shell: "none", sentence: `shell none: ${[...reasons].join(", and ")}` };
}

function electronProblem({ electron, electronProblem, display }: Machine): string | null {
  if (!display) return NO_DISPLAY;
  return electron === "ready" ? null : electronProblem;
}

function browserProblem({ browser, display }: Machine): string | null {
  if (!display) return NO_DISPLAY;
  return browser === null ? NO_BROWSER : null;
}
