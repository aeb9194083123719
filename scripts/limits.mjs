/** Limits the length of files and functions, in non-blank lines. */
import { nodesOf } from "./syntax.mjs";

const MOST_LINES = 400;
const MOST_LINES_OF_A_FUNCTION = 60;

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "StaticBlock"]);

/** Returns a sentence for each violation. @param {Iterable<[path: string, text: string]>} files */
export function limitProblems(files) {
  return [...files].flatMap(([path, text]) => [...longFile(path, text), ...longFunctions(path, text)]);
}

function longFile(path, text) {
  const lines = linesOf(text);
  return lines > MOST_LINES ? [`A file of more than ${MOST_LINES} lines: ${path} has ${lines}`] : [];
}

/** Test functions are lists of cases or whole scenarios, so only the file's limit applies. */
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
