import type { FieldProblem } from "../../contract/errors.ts";
import type { ExitCode } from "../../contract/exit-codes.ts";

/** 2: bad options or provisioning · 3: the data folder is in use by another till · 1: anything else */
export type FailureExitCode = Exclude<ExitCode, 0>;

/** Why the till does not start, in words for the person who started it. */
export class StartupError extends Error {
  override readonly name = "StartupError";
  readonly exitCode: FailureExitCode;
  /** Each wrong option or provisioning field; empty when none is to blame */
  readonly problems: readonly FieldProblem[];

  constructor(
    exitCode: FailureExitCode,
    message: string,
    { problems = [], cause }: { problems?: readonly FieldProblem[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.problems = problems;
  }
}

/** The lines that stderr gets: the sentence, then one line for each field. */
export function explain(message: string, problems: readonly FieldProblem[]): string {
  return [message, ...problems.map(({ field, expected }) => `  ${shown(field)}: expected ${shown(expected)}`)].join(
    "\n",
  );
}

/** One line for each problem: what has several lines, or looks like a key, is not for a terminal or a log. */
function shown(text: string): string {
  return /[\r\n]|-----/.test(text) ? "(not shown)" : text;
}
