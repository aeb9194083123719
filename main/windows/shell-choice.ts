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
  shell: ShellName;
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
 * Chooses: what was asked for when it is possible, else electron, else browser, else none.
 * @param requested what `--shell` said, or null
 */
export function chooseShell(requested: ShellName | null, machine: Machine): ShellChoice {
  const problems = { electron: electronProblem(machine), browser: browserProblem(machine), none: null };
  if (requested !== null && problems[requested] === null) {
    return { shell: requested, sentence: `shell ${requested}: as asked` };
  }
  const shell = problems.electron === null ? "electron" : problems.browser === null ? "browser" : "none";
  // Without a display both fail for the one reason, which is said once.
  const reasons = new Set(
    [requested === "browser" ? null : problems.electron, shell === "none" ? problems.browser : null, requestedProblem()]
      .filter((reason) => reason !== null)
      .map(String),
  );
  return { shell, sentence: `shell ${shell}: ${[...reasons].join(", and ") || "Electron's runtime is installed"}` };

  function requestedProblem(): string | null {
    return requested === null ? null : problems[requested];
  }
}

function electronProblem({ electron, electronProblem, display }: Machine): string | null {
  if (!display) return NO_DISPLAY;
  return electron === "ready" ? null : electronProblem;
}

function browserProblem({ browser, display }: Machine): string | null {
  if (!display) return NO_DISPLAY;
  return browser === null ? NO_BROWSER : null;
}
