/** The one option that `npm start` itself must understand: pure. */
import type { ShellName } from "./shell-choice.ts";

const SHELLS: readonly ShellName[] = ["electron", "browser", "none"];

/**
 * Finds `--shell X` or `--shell=X`; the last one counts.
 * @returns what it says (null: it is not there), and whether that can be understood
 */
export function readShellOption(args: readonly string[]): { requested: ShellName | null; wellFormed: boolean } {
  const at = args.findLastIndex((argument) => argument === "--shell" || argument.startsWith("--shell="));
  const option = args[at];
  if (option === undefined) return { requested: null, wellFormed: true };
  const word = option === "--shell" ? args[at + 1] : option.slice("--shell=".length);
  const requested = SHELLS.find((shell) => shell === word) ?? null;
  return { requested, wellFormed: requested !== null };
}

/** The same arguments with the chosen shell; arguments must be well formed. */
export function withShell(args: readonly string[], shell: ShellName): string[] {
  const others = args.filter(
    (argument, index) => argument !== "--shell" && !argument.startsWith("--shell=") && args[index - 1] !== "--shell",
  );
  return [`--shell=${shell}`, ...others];
}
