/** The position of a JSON syntax error, without any of the text: V8's own message repeats what it found there. */

/** Both from 1, as editors count. */
interface Place {
  line: number;
  column: number;
}

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may come next. */
type Wanted = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "nothing";

/** The place of the first character that JSON does not allow there; null when all of the text is JSON. */
export function placeOfJsonError(text: string): Place | null {
  const index = errorIndex(text);
  if (index === null) return null;
  const lines = text.slice(0, index).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

function errorIndex(text: string): number | null {
  const open: ("{" | "[")[] = [];
  let wanted: Wanted = "value";
  for (let at = 0; ; ) {
    at = endOf(SPACE, text, at) ?? at;
    if (at === text.length) return wanted === "nothing" ? null : at;
    const end = endOf(TOKEN, text, at);
    const next: Wanted | null = end === null ? null : after(text.slice(at, end), wanted, open);
    if (end === null || next === null) return at;
    wanted = next;
    at = end;
  }
}

/** Where a match that begins here ends; null when there is none. */
function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** What may follow a token; null when the token itself may not be there. @param open the brackets around it, kept here */
function after(token: string, wanted: Wanted, open: ("{" | "[")[]): Wanted | null {
  const around = open.at(-1);
  switch (token) {
    case "{":
    case "[":
      if (!wanted.startsWith("value")) return null;
      open.push(token);
      return token === "{" ? "key or }" : "value or ]";
    case "}":
    case "]":
      if (around !== (token === "}" ? "{" : "[")) return null;
      if (wanted !== ", or end" && !wanted.endsWith(token)) return null;
      open.pop();
      return open.length === 0 ? "nothing" : ", or end";
    case ",":
      if (wanted !== ", or end") return null;
      return around === "{" ? "key" : "value";
    case ":":
      return wanted === ":" ? "value" : null;
    default:
      if (wanted.startsWith("key")) return token.startsWith('"') ? ":" : null;
      if (!wanted.startsWith("value")) return null;
      return open.length === 0 ? "nothing" : ", or end";
  }
}
