/**
 * Rejects wording that outsiders cannot follow:
 * - phrases of a former house style in comments, test titles, messages, English texts and pages
 * - sentences of more than 30 words in pages
 * - commit subjects that are not conventional (https://www.conventionalcommits.org), or longer than 72 characters
 *
 * No npm linter takes phrases and reads all of these: cspell forbids single words, and textlint reads only pages. Not
 * read: comments in SQL, since released migrations stay, and other strings of tests and screens. commitlint would bring 71
 * packages for the one expression of a subject.
 */
import { execFileSync } from "node:child_process";
import { parseSync } from "oxc-parser";

/** Each phrase with what to write instead. */
const PHRASES = [
  [/\b(?:nobody|somebody|everybody|anybody|whoever|whomever)\b/i, "the person: user, operator, customer, caller"],
  [/\banew\b/i, "again"],
  [/\b(?:of theirs|of ours|of its own making|of before)\b/i, "a possessive, or the noun"],
  [/\b(?:say|says|said|tell|tells|told|hear|hears|heard) of\b/i, "reports, describes, is notified of"],
  [/\b(?:is|are|was|were|be) told\b/i, "receives, is notified"],
  [/\bgo(?:es|ing)? by\b/i, "uses, follows"],
  [/\bstands? (?:in|on|there|for its|where|at)\b/i, "is in, is shown, is listed"],
  [/\blooks? after\b/i, "manages"],
  [/\bby (?:itself|themselves|himself)\b/i, "automatically, alone"],
  [/\b(?:what became of|what (?:it )?comes of|came of it)\b/i, "outcome, result"],
  [/\bwhat (?:is|was|are) (?:to be|another's|left|due|under way|held|kept|said|given|known of)\b/i, "the noun"],
  [/\b(?:there is none|for so long|as it was|as they stand)\b/i, "the noun, the duration, unchanged"],
  [/\b(?:is|are|was|were) begun\b|\bbegun (?:with|under|by)\b/i, "started"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix, repair"],
  [/\bbesides?\b/i, "next to, in addition to"],
  [/\bin force\b/i, "active, current"],
  [/\bunder way\b/i, "in progress"],
  [/\b(?:taken|takes?|given|gives?) back\b/i, "undone, withdrawn, refunded"],
];
const MOST_WORDS = 30;
const MOST_CHARACTERS = 72;
const SUBJECT = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([a-z0-9,-]+\))?!?: \S/;

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TEXTS = /^renderer\/kit\/i18n\/(?:en|customer\/en|kiosk\/en)/;
/** Programs whose strings are messages, logs and descriptions for people. Shorter strings are codes and names. */
const WITH_MESSAGES = /^(?:contract|main|ledger|sandbox|scripts)\//;
const MIN_MESSAGE_WORDS = 3;
const SQL = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER TABLE|DROP|PRAGMA|WITH) \w/;
/** Functions whose first argument is a title; also their variants, such as `it.each` and `test.step`. */
const TITLED = new Set(["describe", "it", "test", "faultCase"]);

/**
 * @param {Iterable<[path: string, text: string]>} files code and pages
 * @returns {string[]} a sentence for each phrase or sentence to rewrite
 */
export function wordingProblems(files) {
  return [...files].flatMap(([path, text]) => {
    if (path.endsWith(".md")) return [...phrasesIn(path, [[0, withoutCode(text)]], text), ...longSentences(path, text)];
    const mayHavePhrases = CODE.test(path) && PHRASES.some(([phrase]) => phrase.test(text));
    return mayHavePhrases ? phrasesIn(path, proseOf(path, text), text) : [];
  });
}

function phrasesIn(path, parts, text) {
  return parts.flatMap(([start, prose]) =>
    PHRASES.flatMap(([phrase, instead]) => {
      const found = phrase.exec(prose);
      if (found === null) return [];
      const line = text.slice(0, start + found.index).split("\n").length;
      return [`Wording: ${path}:${line} has "${found[0]}"; write ${instead}`];
    }),
  );
}

/** Returns a file's comments, and its strings for people, each with its start. */
function proseOf(path, text) {
  const parsed = parseSync(path, text);
  const comments = parsed.comments.map(({ start, end }) => [start, text.slice(start, end)]);
  const isForPeople = stringsForPeople(path);
  if (isForPeople === null) return comments;
  const strings = nodesBelow(parsed.program)
    .map(({ node, parent }) => ({ node, parent, text: textOf(node) }))
    .filter(({ node, parent, text: prose }) => prose !== null && isForPeople(prose, node, parent));
  return [...comments, ...strings.map(({ node, text: prose }) => [node.start, prose])];
}

/** @returns {{ node: any, parent: any }[]} all nodes of a syntax tree with their parents, outer ones first */
function nodesBelow(node, parent = null) {
  if (typeof node !== "object" || node === null) return [];
  const isNode = typeof node.type === "string";
  const inner = Object.values(node).flatMap((child) => nodesBelow(child, isNode ? node : parent));
  return isNode ? [{ node, parent }, ...inner] : inner;
}

/** Returns which strings of a file people read; null: none. */
function stringsForPeople(path) {
  if (path.startsWith("test/")) return (_prose, node, parent) => isTitle(node, parent);
  if (TEXTS.test(path)) return () => true;
  if (WITH_MESSAGES.test(path)) return isMessage;
  return null;
}

function isMessage(prose) {
  return prose.trim().split(/\s+/).length >= MIN_MESSAGE_WORDS && !SQL.test(prose);
}

/** Returns the text of a string or template, with `…` for its values; null for other nodes. */
function textOf(node) {
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked ?? "").join("…");
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

function isTitle(node, parent) {
  if (parent?.type !== "CallExpression" || parent.arguments?.[0] !== node) return false;
  let callee = parent.callee;
  while (callee.type === "MemberExpression" || callee.type === "CallExpression")
    callee = callee.object ?? callee.callee;
  return TITLED.has(callee.name);
}

/** Blanks code in a page; offsets and lines stay the same. */
function withoutCode(page) {
  return page.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, "_"));
}

function longSentences(path, page) {
  const prose = withoutCode(page)
    .replace(/^#.*$|^\s*$/gm, ". ")
    .replace(/\||^\s*(?:[-*]|\d+\.) /gm, ". ");
  return prose.split(/(?<=[.!?:;])\s+/).flatMap((sentence) => {
    const words = sentence.trim().split(/\s+/);
    if (words.length <= MOST_WORDS) return [];
    return [`A sentence of ${words.length} words in ${path}: "${words.slice(0, 8).join(" ")} …"`];
  });
}

/** @param {string} root of a Git checkout @returns {string[]} a sentence for each bad subject since this check exists */
export function subjectProblems(root) {
  try {
    const git = (...words) =>
      execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const since = git("log", "--diff-filter=A", "--format=%H", "--", "scripts/plain-english.mjs").trim();
    if (since === "") return [];
    const subjects = git("log", "--no-merges", "--format=%s", `${since.split("\n").at(-1)}..HEAD`).trim();
    return subjects === "" ? [] : subjects.split("\n").flatMap(subjectProblem);
  } catch {
    // A source archive without Git history has no subjects to check.
    return [];
  }
}

/** Subjects that Dependabot and `git revert` write. */
const GENERATED = /^(?:(?:build|ci)\(deps(?:-dev)?\): bump |Revert ")/;

function subjectProblem(subject) {
  if (GENERATED.test(subject)) return [];
  if (subject.length > MOST_CHARACTERS) return [`A commit subject of ${subject.length} characters: ${subject}`];
  return SUBJECT.test(subject) ? [] : [`A commit subject that is not like "fix(payments): …": ${subject}`];
}
