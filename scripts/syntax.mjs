/** The syntax trees of the project's files, for the checks of `scripts/structure.mjs`. */
import { parseSync } from "oxc-parser";

const CODE = /\.(?:[cm]?ts|tsx|[cm]js)$/;

/**
 * Every node of a file's syntax tree with its parent, the outer ones first; none where it is no code.
 * @returns {{ node: any, parent: any }[]}
 */
export function nodesOf(path, text) {
  return CODE.test(path) ? below(parseSync(path, text, { preserveParens: false }).program, null) : [];
}

function below(node, parent) {
  if (typeof node !== "object" || node === null) return [];
  const isNode = typeof node.type === "string";
  const inner = Object.values(node).flatMap((child) => below(child, isNode ? node : parent));
  return isNode ? [{ node, parent }, ...inner] : inner;
}

/** The text of a string that is written whole in one place; undefined for everything else. */
export function stringOf(node) {
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** The name of a property, a specifier or a variable, however it is written. */
export function nameOf(node) {
  return node?.name ?? stringOf(node);
}

/**
 * What a file takes from other modules by any form of import, types apart; "everything" stands for a module as a whole.
 * @returns {{ from: string, name: string }[]}
 */
export function importsIn(nodes) {
  return nodes.flatMap(({ node }) => {
    const from = stringOf(node.source ?? node.moduleReference?.expression ?? loaded(node));
    if (from === undefined || node.importKind === "type" || node.exportKind === "type") return [];
    if (!node.specifiers?.length) return [{ from, name: "everything" }];
    return node.specifiers
      .filter(({ importKind, exportKind }) => importKind !== "type" && exportKind !== "type")
      .map(({ type, imported, local }) => ({ from, name: importedName(type, imported ?? local) }));
  });
}

function importedName(type, name) {
  return type === "ImportSpecifier" || type === "ExportSpecifier" ? nameOf(name) : "everything";
}

/** `require("a")`, `process.getBuiltinModule("a")`, `createRequire(…)("a")`, also by other names. */
function loaded({ type, callee, arguments: given }) {
  const loads =
    type === "CallExpression" &&
    (callee.type !== "MemberExpression" || /^(?:require|getBuiltinModule)$/.test(nameOf(callee.property)));
  return loads ? given[0] : undefined;
}
