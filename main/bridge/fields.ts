/** What was wrong with an input, field by field, in words for the person or the program that sent it. */
import type { z } from "zod";
import type { FieldProblem } from "../../contract/errors.ts";

/** More than this helps nobody, and a hostile caller would choose the number. */
const MAX_PROBLEMS = 50;
const MAX_KEY_LENGTH = 64;

type Issue = z.core.$ZodIssue;

/**
 * Flattens a zod error: one entry per wrong, missing or unknown field, with its dotted path (`lines[2].amount`).
 * Values that were received are never repeated: they may be a PIN, a key or a customer.
 * @param prefix where the checked value itself stands, like `service`; without one the value is called `input`
 */
export function fieldProblems(error: z.ZodError, prefix = ""): FieldProblem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, prefix, [])).slice(0, MAX_PROBLEMS);
}

function problemsOf(issue: Issue, prefix: string, parents: readonly PropertyKey[]): FieldProblem[] {
  const path = [...parents, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: fieldName(prefix, [...path, key]), expected: "no such field" }));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    return closestBranch(issue.errors).flatMap((inner) => problemsOf(inner, prefix, path));
  }
  return [{ field: fieldName(prefix, path), expected: expectation(issue) }];
}

/** Of the forms that a value could have had, the one it came nearest to. */
function closestBranch(branches: readonly Issue[][]): Issue[] {
  return branches.reduce((nearest, branch) => (branch.length < nearest.length ? branch : nearest));
}

/** `["lines", 2, "amount"]` under `order` is `order.lines[2].amount`. */
export function fieldName(prefix: string, path: readonly PropertyKey[]): string {
  const name = path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const shown = String(key).slice(0, MAX_KEY_LENGTH);
    return text === "" ? shown : `${text}.${shown}`;
  }, prefix);
  return name === "" ? "input" : name;
}

/** The schema author's own words where there are some; otherwise the rule in plain ones. */
function expectation(issue: Issue): string {
  if (!isStandardMessage(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return typeName(issue.expected);
    case "too_small":
      return limit(issue.origin, "at least", issue.minimum, issue.inclusive, issue.exact);
    case "too_big":
      return limit(issue.origin, "at most", issue.maximum, issue.inclusive, issue.exact);
    case "invalid_format":
      return format(issue.format, issue.pattern);
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return "options" in issue && issue.options ? oneOf(issue.options) : "another kind of value";
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    default:
      return "another value";
  }
}

function isStandardMessage(message: string): boolean {
  return /^(Invalid |Too (small|big): |Unrecognized key)/.test(message);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function typeName(expected: string): string {
  return Object.hasOwn(TYPE_NAMES, expected) ? (TYPE_NAMES[expected] ?? expected) : expected;
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
};

function limit(origin: string, word: string, bound: number | bigint, inclusive = true, exact = false): string {
  const units = UNITS[origin];
  const unit = units ? ` ${Number(bound) === 1 ? units[0] : units[1]}` : "";
  if (exact) return `exactly ${bound}${unit}`;
  if (!inclusive) return word === "at least" ? `more than ${bound}${unit}` : `less than ${bound}${unit}`;
  return `${word} ${bound}${unit}`;
}

function format(name: string, pattern: string | undefined): string {
  if (name === "regex") return `a text of the form ${pattern ?? "described"}`;
  if (name === "datetime") return "a time in ISO 8601, like 2026-01-31T12:00:00Z";
  return `a valid ${name}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(", ")}`;
}
