/**
 * Rejects wording that outsiders cannot follow: phrases of a former house style in comments, test titles, texts and
 * pages, sentences of more than 30 words in pages, and commit subjects of more than 72 characters. No npm linter takes
 * phrases and reads comments, texts and pages alike: cspell forbids single words, and textlint reads pages alone.
 */
import { execFileSync } from "node:child_process";
import { parseSync } from "oxc-parser";
import { nodesOf, stringOf } from "./syntax.mjs";

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

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TEXTS = /^renderer\/kit\/i18n\/(?:en|customer\/en|kiosk\/en)/;
const TITLED = new Set(["describe", "it", "test"]);

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

/** Returns the comments of a file, the titles of its tests and its texts for people, each with where it starts. */
function proseOf(path, text) {
  const parts = parseSync(path, text).comments.map(({ start, end }) => [start, text.slice(start, end)]);
  if (!path.startsWith("test/") && !TEXTS.test(path)) return parts;
  const strings = nodesOf(path, text).filter(({ node, parent }) => isTitle(node, parent) || TEXTS.test(path));
  return [...parts, ...strings.map(({ node }) => [node.start, stringOf(node) ?? ""])];
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

/** @param {string} root of a Git checkout @returns {string[]} a sentence for each long subject since this check exists */
export function subjectProblems(root) {
  try {
    const git = (...words) =>
      execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const since = git("log", "--diff-filter=A", "--format=%H", "--", "scripts/plain-english.mjs").trim();
    if (since === "") return [];
    const subjects = git("log", "--format=%s", `${since.split("\n").at(-1)}..HEAD`)
      .trim()
      .split("\n");
    return subjects
      .filter((subject) => subject.length > MOST_CHARACTERS)
      .map((subject) => `A commit subject of ${subject.length} characters: ${subject}`);
  } catch {
    // A source archive without Git history has no subjects to check.
    return [];
  }
}
