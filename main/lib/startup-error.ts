import type { FieldProblem } from "../../contract/calls/errors.ts";
import type { ExitCode } from "../../contract/values/exit-codes.ts";

/** 2: invalid options or provisioning; 3: the data folder is in use; 1: anything else */
export type FailureExitCode = Exclude<ExitCode, 0>;

/** Reason why the till does not start, as a message for its operator. */
export class StartupError extends Error {
  override readonly name = "StartupError";
  readonly exitCode: FailureExitCode;
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

export function explain(message: string, problems: readonly FieldProblem[]): string {
  return [message, ...problems.map(({ field, expected }) => `  ${shown(field)}: expected ${shown(expected)}`)].join(
    "\n",
  );
}

/** Hides multi-line texts and keys from terminals and logs. */
function shown(text: string): string {
  return /[\r\n]|-----/.test(text) ? "(not shown)" : text;
}
