/**
 * Writes the reference pages that the build generates from tables: error codes, journal events, security controls and
 * coverage of the specification. `node scripts/reference-docs.mjs FOLDER`; `npm run build` writes them to `out/docs/`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ERRORS, failed } from "../contract/calls/errors.ts";
import { KEYS_FINDINGS } from "../contract/configuration/keys.ts";
import { SETUP_FINDINGS } from "../contract/configuration/setup.ts";
import { FINDINGS } from "../contract/health/findings.ts";
import { JOURNAL_EVENTS } from "../contract/journal/events.ts";
import { REASONS } from "../contract/reasons/reasons.ts";
import { EXIT_CODES, START_FINDINGS } from "../contract/values/exit-codes.ts";
import { UPDATE_REASONS } from "../contract/values/updates.ts";
import { enFindings } from "../renderer/kit/i18n/en/findings.ts";
import { enJournal } from "../renderer/kit/i18n/en/journal.ts";
import { enKeys } from "../renderer/kit/i18n/en/keys.ts";
import { CONTROLS } from "../test/security/index.ts";
import { SPECIFICATION } from "../test/specification/index.ts";

export function writeReferences(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "errors.md"), errorsPage());
  writeFileSync(join(folder, "journal.md"), journalPage());
  writeFileSync(join(folder, "security-controls.md"), controlsPage());
  writeFileSync(join(folder, "specification.md"), specificationPage());
}

export function errorsPage() {
  return `# Error codes

Every code that a screen, a program at the bridge or a log can show, with its message and the next step. The till fills in values in
\`{{…}}\`.

## Errors of commands

Source: \`contract/calls/errors.ts\`. \`details.reason\` has the details of a case. Retryable: the same call can succeed later
without any change.

${table(
  ["code", "retryable", "what happened", "next step"],
  Object.entries(ERRORS).map(([code, { next }]) => {
    const { message, retryable } = failed(code).error;
    return [quoted(code), retryable ? "yes" : "no", message, next];
  }),
)}

## Reasons

Source: \`contract/reasons/reasons.ts\`. An error has its reason as \`details.because\` (code and values) and, in English, as
\`details.reason\`. A wrong field has \`because\` and \`expected\`, a payment \`attentionReason\`, an operation
\`lastErrorReason\`. Some reasons are parts of others.

${table(
  ["code", "in English"],
  Object.entries(REASONS).map(([code, text]) => [quoted(code), text]),
)}

## Exit codes

Source: \`contract/values/exit-codes.ts\`.

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

function findings() {
  return `## Findings of the health page

Source: \`contract/health/findings.ts\`.

${table(
  ["code", "status", "meaning", "next step"],
  Object.entries(FINDINGS).map(([code, { status, staff, next }]) => [quoted(code), status, staff, next ?? "–"]),
)}

## Findings of the set-up's tests

Source: \`contract/configuration/setup.ts\` and \`renderer/kit/i18n/en/findings.ts\`.

${table(
  ["code", "meaning and next step"],
  SETUP_FINDINGS.map((code) => [quoted(code), sentence(enFindings, code)]),
)}

## Findings of the test of a new key or secret

Source: \`contract/configuration/keys.ts\` and \`renderer/kit/i18n/en/keys.ts\`.

${table(
  ["code", "meaning and next step"],
  KEYS_FINDINGS.map((code) => [quoted(`key.${code}`), enKeys.rotation.finding[code]]),
)}

## Why an update is not installed

Source: \`contract/values/updates.ts\`.

${table(
  ["code", "kind", "meaning", "next step"],
  Object.entries(UPDATE_REASONS).map(([code, { kind, staff, next }]) => [quoted(code), kind, staff, next ?? "–"]),
)}
`;
}

const STORIES = { own: "yes", some: "if it names one", near: "at about the same time", none: "no" };

export function journalPage() {
  return `# Journal events

Every event that the till writes into its journal, with the type of its data in the source: \`contract/journal/events.ts\`.
Staff activity is the journal's default filter.

${table(
  ["event", "in English", "staff activity", "in a payment's history"],
  Object.entries(JOURNAL_EVENTS).map(([event, { people, story }]) => {
    return [quoted(event), sentence(enJournal.journal.events, event), people ? "yes" : "no", STORIES[story]];
  }),
)}
`;
}

export function controlsPage() {
  return `# Security controls

The attacks that Till defends against, with the code and tests of each control and the risk that remains. Source: \`test/security/\`.

${TITLES}

${CONTROLS.map(controlSection).join("\n\n")}
`;
}

function controlSection({ title, intro, controls }) {
  const rows = controls.map(({ id, against, by, code, tests, untested, residual }) => [
    id,
    against,
    by,
    code.map(quoted).join(", "),
    tests.length === 0 ? `none: ${untested}` : testList(tests),
    residual,
  ]);
  return section(title, intro, table(["id", "against", "control", "code", "tests", "remaining risk"], rows));
}

export function specificationPage() {
  return `# The specification, field by field

Every endpoint, field and event of the Merchant Payments API (sections 2 to 6), with the code that uses it and the tests that show it.
\`docs/protocol.md\` has the decisions (G1, G2, …) for what the specification leaves open. Source: \`test/specification/\`.

${TITLES}

${SPECIFICATION.map(specificationSection).join("\n\n")}
`;
}

function specificationSection({ title, intro, requirements }) {
  const rows = requirements.map(({ what, code, tests, note }) => [
    what,
    `${code.map(quoted).join(", ")}${note === undefined ? "" : `. ${note}`}`,
    testList(tests),
  ]);
  return section(title, intro, table(["what", "code", "tests"], rows));
}

const TITLES = `A test's title follows its file, as in the source: \`%s\` stands for a case. Files named \`*.thorough.test.ts\` run with
\`npm test -- thorough\`.`;

function section(title, intro, content) {
  return [`## ${title}`, ...(intro === "" ? [] : [intro]), content].join("\n\n");
}

function testList(tests) {
  const shown = ({ file, name }, index) =>
    tests[index - 1]?.file === file ? escaped(name) : `${quoted(file)} › ${escaped(name)}`;
  return tests.map(shown).join("; ");
}

function escaped(title) {
  return title.replaceAll(/[<*_`]/g, "\\$&");
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeReferences(process.argv[2] ?? "out/docs");
