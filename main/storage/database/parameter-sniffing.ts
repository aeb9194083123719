/** Statements that are planned once, whatever is bound to them. */

/** Quoted text, names and comments, which are left alone, or a parameter. */
const QUOTED_OR_PARAMETER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|([?@]\w*)/g;

/**
 * SQLite looks at what is bound where a parameter is compared with an indexed column, and compiles the statement anew each
 * time that it is bound: ten times what the reading itself takes. It does not look behind a plus, which changes no value.
 * No plan here depends on a value: the tables are never analysed.
 */
export function withoutParameterSniffing(sql: string): string {
  return sql.replace(QUOTED_OR_PARAMETER, (all, parameter?: string) =>
    parameter === undefined ? all : `+${parameter}`,
  );
}
