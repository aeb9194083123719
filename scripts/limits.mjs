/** How long a file and a function may be, in lines that are not blank: what is longer is about more than one thing. */
import { nodesOf } from "./syntax.mjs";

const MOST_LINES = 400;
const MOST_LINES_OF_A_FUNCTION = 60;

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "StaticBlock"]);

/** What is too long, a sentence each. @param {Iterable<[path: string, text: string]>} files */
export function limitProblems(files) {
  return [...files].flatMap(([path, text]) => [...longFile(path, text), ...longFunctions(path, text)]);
}

function longFile(path, text) {
  const lines = linesOf(text);
  return lines > MOST_LINES ? [`A file of more than ${MOST_LINES} lines: ${path} has ${lines}`] : [];
}

/** In a test a function is a list of cases, or the whole of a story: there the file's own limit is enough. */
function longFunctions(path, text) {
  if (path.startsWith("test/")) return [];
  const functions = nodesOf(path, text).filter(({ node }) => FUNCTIONS.has(node.type));
  return functions.flatMap(({ node: { start, end } }) => {
    const lines = linesOf(text.slice(start, end));
    if (lines <= MOST_LINES_OF_A_FUNCTION) return [];
    const line = text.slice(0, start).split("\n").length;
    return [`A function of more than ${MOST_LINES_OF_A_FUNCTION} lines: ${path}:${line} has ${lines}`];
  });
}

function linesOf(text) {
  return text.split("\n").filter((line) => line.trim() !== "").length;
}
