/** Describes what does not match a schema: the fields and what they need, never their content. */
import { KeyObject } from "node:crypto";
import { z } from "zod";

export const keyObject = z.custom<KeyObject>((value) => value instanceof KeyObject, "a KeyObject wanted");

const MAX_FIELDS = 3;
const MAX_NAME = 60;

/** Lists the first invalid fields: `amount: at least 1; wrong_field: unknown`. `rootName` names the value itself. */
export function fieldsOf(error: z.ZodError, rootName = "body"): string {
  const problems = error.issues.flatMap((issue) => problemsOf(issue, rootName));
  // When a field exceeds two limits, the last one is the narrower.
  return [...new Map(problems)]
    .slice(0, MAX_FIELDS)
    .map(([field, expected]) => `${field}: ${expected}`)
    .join("; ");
}

function problemsOf(issue: z.core.$ZodIssue, rootName: string): [field: string, wanted: string][] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => [fieldName([...issue.path, key], rootName), "unknown"]);
  return [[fieldName(issue.path, rootName), expectationOf(issue)]];
}

function fieldName(path: readonly PropertyKey[], rootName: string): string {
  return path.map(String).join(".").slice(0, MAX_NAME) || rootName;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " entries" };

function expectationOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${TYPES[issue.expected] ?? issue.expected} wanted`;
    case "too_small":
      return `at least ${issue.minimum}${UNITS[issue.origin] ?? ""}`;
    case "too_big":
      return `at most ${issue.maximum}${UNITS[issue.origin] ?? ""}`;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ")} wanted`;
    case "custom":
    case "invalid_union":
      return issue.message;
    default:
      return "not of its form";
  }
}
