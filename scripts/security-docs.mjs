/**
 * Writes docs/security-controls.md from the tables in test/security/: `node scripts/security-docs.mjs`.
 * A test fails when the page and the tables differ.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { basename } from "node:path/posix";
import { pathToFileURL } from "node:url";
import { CONTROLS } from "../test/security/index.ts";

export const CONTROLS_PAGE = join(import.meta.dirname, "../docs/security-controls.md");

/** Returns the page as Markdown. */
export function controlsPage() {
  return `# Security controls

The attacks that Till defends against, with the code and tests of each control and the risk that remains.
[SECURITY.md](../SECURITY.md) is the summary. \`node scripts/security-docs.mjs\` writes this page from the tables in
[test/security/](../test/security/). A test checks that each file and each named test exists.

A test's title follows its file, as in the source: \`%s\` stands for a case. Files named \`*.thorough.test.ts\` run with
\`npm test -- thorough\`.

${CONTROLS.map(section).join("\n\n")}
`;
}

function section({ title, intro, controls }) {
  const head = ["id", "against", "control", "code", "tests", "remaining risk"];
  const rows = controls.map(({ id, against, by, code, tests, untested, residual }) => [
    `<a id="${id.toLowerCase()}"></a>${id}`,
    against,
    by,
    code.map((path) => link(path)).join(", "),
    tests.length === 0 ? `none: ${untested}` : tests.map(shown).join("; "),
    residual,
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  return [`## ${title}`, ...(intro === "" ? [] : [intro]), lines.join("\n")].join("\n\n");
}

/** A test with a link to its file, unless the test before it has the link. */
function shown({ file, name }, index, tests) {
  return tests[index - 1]?.file === file ? text(name) : `${link(file)} › ${text(name)}`;
}

function link(path) {
  return `[${path.endsWith("/") ? path : basename(path)}](../${path})`;
}

/** A test's title, so that Markdown shows its characters. */
function text(name) {
  return name.replaceAll(/[<*_`]/g, "\\$&");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(CONTROLS_PAGE, controlsPage());
