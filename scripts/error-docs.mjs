/**
 * Writes docs/errors.md from the tables in contract/, and the sentences of the screens for what tests find:
 * `node scripts/error-docs.mjs`. A test fails when the two differ.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ERRORS, failed } from "../contract/errors.ts";
import { EXIT_CODES, START_FINDINGS } from "../contract/exit-codes.ts";
import { FINDINGS } from "../contract/findings.ts";
import { KEYS_FINDINGS } from "../contract/keys.ts";
import { REASONS } from "../contract/reasons.ts";
import { SETUP_FINDINGS } from "../contract/setup.ts";
import { UPDATE_REASONS } from "../contract/updates.ts";
import { enFindings } from "../renderer/kit/i18n/en/findings.ts";
import { enKeys } from "../renderer/kit/i18n/en/keys.ts";

export const ERRORS_PAGE = join(import.meta.dirname, "../docs/errors.md");

/** The page, from the tables as they are. */
export function errorsPage() {
  return `# What the till says when something is not as it should be

Every code that a screen, a program at the bridge or a log may name, with its sentence for staff and the next step.
This page is made from the tables in [contract/](../contract/) by \`node scripts/error-docs.mjs\`; a test compares the two,
and both with the texts of the screens. Values in \`{{…}}\` come with the finding.

## Errors of commands

Source: [contract/errors.ts](../contract/errors.ts). \`details.reason\` says more of the very case. Retryable: the same call
may succeed later without anything being changed.

${table(
  ["code", "retryable", "what happened", "next step"],
  Object.entries(ERRORS).map(([code, { next }]) => {
    const { message, retryable } = failed(code).error;
    return [quoted(code), yes(retryable), message, next];
  }),
)}

## What is said of the very case

Source: [contract/reasons.ts](../contract/reasons.ts) and the tables beside it. An error carries it as \`details.because\`
(code and raw values) and, in English, as \`details.reason\`; a wrong field as \`because\` and \`expected\`; a payment as
\`attentionReason\`, an operation as \`lastErrorReason\`. Some are words within others.

${table(
  ["code", "in English"],
  Object.entries(REASONS).map(([code, text]) => [quoted(code), text]),
)}

## How a till ends

Source: [contract/exit-codes.ts](../contract/exit-codes.ts).

${table(
  ["exit code", "meaning", "next step"],
  Object.entries(EXIT_CODES).map(([code, { meaning, next }]) => [code, meaning, next ?? "–"]),
)}

### Why a till does not start on its data (exit code 1)

${table(
  ["found", "meaning", "next step"],
  Object.entries(START_FINDINGS).map(([code, { meaning, next }]) => [quoted(code), meaning, next]),
)}

${findings()}`;
}

/** What its tests and its health page find. */
function findings() {
  return `## What the health page finds

Source: [contract/findings.ts](../contract/findings.ts).

${table(
  ["code", "status", "what it means", "next step"],
  Object.entries(FINDINGS).map(([code, { status, staff, next }]) => [quoted(code), status, staff, next ?? "–"]),
)}

## What the tests of the set-up find

Source: [contract/setup.ts](../contract/setup.ts) and [renderer/kit/i18n/en/findings.ts](../renderer/kit/i18n/en/findings.ts). The
sentence says what it means and, where something is wrong, what to do.

${table(
  ["code", "what it means, and the next step"],
  SETUP_FINDINGS.map((code) => [quoted(code), sentence(enFindings, code)]),
)}

## What the test of a new key or secret finds

Source: [contract/keys.ts](../contract/keys.ts) and [renderer/kit/i18n/en/keys.ts](../renderer/kit/i18n/en/keys.ts).

${table(
  ["code", "what it means, and the next step"],
  KEYS_FINDINGS.map((code) => [quoted(`key.${code}`), enKeys.rotation.finding[code]]),
)}

## Why an update is not installed

Source: [contract/updates.ts](../contract/updates.ts).

${table(
  ["code", "kind", "what it means", "next step"],
  Object.entries(UPDATE_REASONS).map(([code, { kind, staff, next }]) => [quoted(code), kind, staff, next ?? "–"]),
)}
`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** @param {string} code `group.name` of the catalogue */
function sentence(catalogue, code) {
  return code.split(".").reduce((texts, part) => texts[part], catalogue);
}

function quoted(code) {
  return `\`${code}\``;
}

function yes(value) {
  return value ? "yes" : "no";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(ERRORS_PAGE, errorsPage());
