import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";

const { subjectProblems, wordingProblems } = (await import(
  join(import.meta.dirname, "../../../scripts/plain-english.mjs")
)) as {
  subjectProblems(root: string): string[];
  wordingProblems(files: Iterable<[path: string, text: string]>): string[];
};

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

describe("wording", () => {
  it("reports the place of a phrase in a comment, and its replacement", () => {
    expect(wordingProblems([["main/a.ts", "const a = 1;\n/** What became of it. */\nconst b = a;"]])).toEqual([
      'Wording: main/a.ts:2 has "What became of"; write outcome, result',
    ]);
  });

  it("reads the titles of tests, also of those with parameters and templates", () => {
    const test = 'describe("told of", () => {\n  it.each([1])("is begun %s", () => {});\n  test(`mends`, f);\n});';
    expect(wordingProblems([["test/unit/a.test.ts", test]]).map((problem) => problem.split(";")[0])).toEqual([
      'Wording: test/unit/a.test.ts:1 has "told of"',
      'Wording: test/unit/a.test.ts:2 has "is begun"',
      'Wording: test/unit/a.test.ts:3 has "mends"',
    ]);
  });

  it.each([
    ["fault cases", 'faultCase("what was left of a sale", run);', "what was left"],
    ["steps of a test", 'await test.step("nobody signs in", run);', "nobody"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: The source of a test.
    ["tests with values", "it(`with ${count} sales under way`, run);", "under way"],
  ])("reads the titles of %s", (_what, test, phrase) => {
    expect(wordingProblems([["test/a.test.ts", test]])).toEqual([
      expect.stringContaining(`test/a.test.ts:1 has "${phrase}"`),
    ]);
  });

  it("reads the English texts of screens, and no other strings of screens and tests", () => {
    const text = 'export const a = { b: "Nobody is signed in" };';
    for (const folder of ["en", "customer/en", "kiosk/en"])
      expect(wordingProblems([[`renderer/kit/i18n/${folder}/a.ts`, text]])).toHaveLength(1);
    for (const path of ["renderer/kit/i18n/nb/a.ts", "renderer/a.ts", "test/a.test.ts"])
      expect(wordingProblems([[path, text]])).toEqual([]);
  });

  it.each(["contract", "main", "ledger", "sandbox", "scripts"])("reads the messages in %s/", (folder) => {
    const path = `${folder}/a.mjs`;
    const code = 'log.warn("the printer is gone");\nthrow new Error("the file goes by another name");';
    expect(wordingProblems([[path, code]])).toEqual([`Wording: ${path}:2 has "goes by"; write uses, follows`]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: The source of a message.
    const template = "say(`${file}: somebody changed it`);";
    expect(wordingProblems([[path, template]])).toEqual([expect.stringContaining('has "somebody"')]);
  });

  it.each([
    ["a code", 'const a = "nobody";'],
    ["two words", 'const a = "Taken back";'],
    ["a name", 'import { nobody as a } from "./by-itself/nobody.ts";'],
    ["SQL", "run(`SELECT x FROM vend WHERE state = 'under way' AND actor = 'Nobody'`);"],
    ["a regular expression", "const a = /the sale that is told of/;"],
  ])("does not take %s for a message", (_what, code) => {
    expect(wordingProblems([["main/a.ts", code]])).toEqual([]);
  });

  it("reads pages without their code", () => {
    expect(wordingProblems([["docs/a.md", "# A\n\n`mended`\n\n```sh\nmended\n```\n"]])).toEqual([]);
    expect(wordingProblems([["docs/a.md", "# A\n\nThis is mended.\n"]])).toEqual([
      'Wording: docs/a.md:3 has "mended"; write fix, repair',
    ]);
  });

  it("rejects a sentence of more than 30 words, and counts lines, cells and headings apart", () => {
    expect(
      wordingProblems([["docs/a.md", `# ${words(31)}\n\n${words(30)}.\n\n- ${words(20)}\n- ${words(20)}\n`]]),
    ).toEqual([]);
    expect(wordingProblems([["docs/a.md", `| ${words(20)} | ${words(20)} |\n`]])).toEqual([]);
    expect(wordingProblems([["docs/a.md", `${words(15)}\n${words(16)}.\n`]])).toEqual([
      `A sentence of 31 words in docs/a.md: "${words(8)} …"`,
    ]);
  });
});

describe("commit subjects", () => {
  const LONG = `fix: ${"a".repeat(68)}`;

  it("must be conventional and have at most 72 characters, from the commit that added the check", () => {
    using folder = temporaryFolder();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: folder.path });
    const commit = (subject: string) => git("commit", "-q", "--allow-empty", "-m", subject);
    git("init", "-q");
    commit("before the check ".repeat(6));
    expect(subjectProblems(folder.path)).toEqual([]);
    mkdirSync(join(folder.path, "scripts"));
    writeFileSync(join(folder.path, "scripts/plain-english.mjs"), "");
    git("add", "-A");
    commit("Add the check");
    expect(subjectProblems(folder.path)).toEqual([]);
    for (const sound of ["feat!: rename a field", "fix(main,kiosk): sell", LONG.slice(0, 72)]) commit(sound);
    expect(subjectProblems(folder.path)).toEqual([]);
    for (const bad of ["Fix a bug", "feature: sell", "fix(Kit): sell", "fix:sell", LONG]) commit(bad);
    expect(subjectProblems(folder.path)).toEqual([
      `A commit subject of 73 characters: ${LONG}`,
      ...["fix:sell", "fix(Kit): sell", "feature: sell", "Fix a bug"].map(
        (bad) => `A commit subject that is not like "fix(payments): …": ${bad}`,
      ),
    ]);
  });

  it("are not checked without a history", () => {
    using folder = temporaryFolder();
    expect(subjectProblems(folder.path)).toEqual([]);
  });
});
