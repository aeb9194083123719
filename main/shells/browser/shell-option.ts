/** Parses the only option of `npm start` itself. */
import type { ShellName } from "./shell-choice.ts";

const SHELLS: readonly ShellName[] = ["electron", "browser", "none"];

/**
 * Finds `--shell X` or `--shell=X`; the last one wins.
 * @returns the value (null if absent), and whether it is valid
 */
export function readShellOption(args: readonly string[]): { requested: ShellName | null; wellFormed: boolean } {
  const optionIndex = args.findLastIndex((argument) => argument === "--shell" || argument.startsWith("--shell="));
  const option = args[optionIndex];
  if (option === undefined) return { requested: null, wellFormed: true };
  const word = option === "--shell" ? args[optionIndex + 1] : option.slice("--shell=".length);
  const requested = SHELLS.find((shell) => shell === word) ?? null;
  return { requested, wellFormed: requested !== null };
}

/** Returns the arguments with the chosen shell. The input must be well formed. */
export function withShell(args: readonly string[], shell: ShellName): string[] {
  const others = args.filter(
    (argument, index) => argument !== "--shell" && !argument.startsWith("--shell=") && args[index - 1] !== "--shell",
  );
  return [`--shell=${shell}`, ...others];
}
