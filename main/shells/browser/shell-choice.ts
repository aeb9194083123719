/** Which shell `npm start` opens: pure, from what was asked for and what this machine has. */

export type ShellName = "electron" | "browser" | "none";

/** What is known of Electron's runtime; `unknown` means that nobody has tried to get it yet. */
export type ElectronState = "ready" | "unknown" | "missing";

export interface Machine {
  electron: ElectronState;
  /** Why there is no runtime, as a clause: `its runtime could not be downloaded` */
  electronProblem: string;
  browser: string | null;
  display: boolean;
}

export interface ShellChoice {
  /** Null: the one that was asked for by name is impossible here, and the start ends with 2 */
  shell: ShellName | null;
  /** One line for stderr */
  sentence: string;
}

const NO_DISPLAY = "this machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set)";
const NO_BROWSER = "no Chromium-family browser is installed";

/**
 * Whether it is worth finding out about Electron's runtime: only then may a download be tried.
 * @param requested what `--shell` said, or null
 */
export function needsElectron(requested: string | null, display: boolean): boolean {
  return display && (requested === null || requested === "electron");
}

/**
 * Chooses: what was asked for, or nothing where that is impossible; without a wish electron, else browser, else none.
 * @param requested what `--shell` said, or null
 */
export function chooseShell(requested: ShellName | null, machine: Machine): ShellChoice {
  const problems = { electron: electronProblem(machine), browser: browserProblem(machine), none: null };
  if (requested !== null) {
    const problem = problems[requested];
    return problem === null
      ? { shell: requested, sentence: `shell ${requested}: as asked` }
      : { shell: null, sentence: `--shell ${requested} is not possible here: ${problem}` };
  }
  if (problems.electron === null)
    return { shell: "electron", sentence: "shell electron: Electron's runtime is installed" };
  if (problems.browser === null) return { shell: "browser", sentence: `shell browser: ${problems.electron}` };
  // Without a display both fail for the one reason, which is said once.
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
