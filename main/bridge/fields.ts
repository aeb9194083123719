import type { z } from "zod";
import { type FieldProblem, invalidField } from "../../contract/calls/errors.ts";
import { type Reason, reasonFor, unpackReason } from "../../contract/reasons/reasons.ts";

/** A cap that a hostile caller cannot exceed. */
const MAX_PROBLEMS = 50;
const MAX_KEY_LENGTH = 64;

type Issue = z.core.$ZodIssue;

/**
 * Flattens a zod error into one entry per wrong, missing or unknown field, with its dotted path (`lines[2].amount`).
 * Never repeats values: they may be a PIN, a key or a customer's.
 */
export function fieldProblems(error: z.ZodError, prefix = ""): FieldProblem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, prefix, [])).slice(0, MAX_PROBLEMS);
}

function problemsOf(issue: Issue, prefix: string, parents: readonly PropertyKey[]): FieldProblem[] {
  const path = [...parents, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => invalidField(fieldName(prefix, [...path, key]), reasonFor("field_unknown")));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    return closestBranch(issue.errors).flatMap((inner) => problemsOf(inner, prefix, path));
  }
  return [invalidField(fieldName(prefix, path), expectation(issue))];
}

function closestBranch(branches: readonly Issue[][]): Issue[] {
  return branches.reduce((nearest, branch) => (branch.length < nearest.length ? branch : nearest));
}

/** `["lines", 2, "amount"]` under `order` becomes `order.lines[2].amount`. */
export function fieldName(prefix: string, path: readonly PropertyKey[]): string {
  const name = path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const shown = String(key).slice(0, MAX_KEY_LENGTH);
    return text === "" ? shown : `${text}.${shown}`;
  }, prefix);
  return name === "" ? "input" : name;
}

/** Returns the schema's own message if it has one (`expectedReason`), else a general one. */
function expectation(issue: Issue): Reason {
  if (!isStandardMessage(issue.message)) return unpackReason(issue.message);
  switch (issue.code) {
    case "invalid_type":
      return typeName(issue.expected);
    case "too_small":
      return limit(issue.origin, "least", issue.minimum, issue.inclusive, issue.exact);
    case "too_big":
      return limit(issue.origin, "most", issue.maximum, issue.inclusive, issue.exact);
    case "invalid_format":
      return format(issue.format, issue.pattern);
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return "options" in issue && issue.options ? oneOf(issue.options) : reasonFor("field_other_kind");
    case "not_multiple_of":
      return reasonFor("field_multiple", { divisor: issue.divisor });
    default:
      return reasonFor("field_other");
  }
}

function isStandardMessage(message: string): boolean {
  return /^(Invalid |Too (small|big): |Unrecognized key)/.test(message);
}

const TYPE_CODES = {
  string: "field_text",
  number: "field_number",
  int: "field_integer",
  boolean: "field_boolean",
  array: "field_list",
  object: "field_object",
  null: "field_null",
} as const;

function typeName(expected: string): Reason {
  return Object.hasOwn(TYPE_CODES, expected)
    ? reasonFor(TYPE_CODES[expected as keyof typeof TYPE_CODES])
    : reasonFor("field_type", { type: expected });
}

const UNITS = {
  string: ["_character", "_characters"],
  array: ["_entry", "_entries"],
  set: ["_entry", "_entries"],
} as const;

function limit(
  origin: string,
  word: "least" | "most",
  bound: number | bigint,
  inclusive = true,
  exact = false,
): Reason {
  const values = { bound: String(bound) };
  const units = Object.hasOwn(UNITS, origin) ? UNITS[origin as keyof typeof UNITS] : null;
  const unit = units === null ? "" : units[Number(bound) === 1 ? 0 : 1];
  if (exact) return reasonFor(`field_exactly${unit}`, values);
  if (!inclusive) return reasonFor(word === "least" ? "field_more" : "field_less", values);
  return reasonFor(`field_${word}${unit}`, values);
}

function format(name: string, pattern: string | undefined): Reason {
  if (name === "regex") return reasonFor("field_pattern", { pattern: pattern ?? "" });
  if (name === "datetime") return reasonFor("field_time");
  return reasonFor("field_format", { format: name });
}

function oneOf(values: readonly unknown[]): Reason {
  return values.length === 1
    ? reasonFor("field_value", { value: String(values[0]) })
    : reasonFor("field_one_of", { values: values.map(String).join(", ") });
}
