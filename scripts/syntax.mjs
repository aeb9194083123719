/** Syntax trees of the project's files, for the checks of `scripts/structure.mjs`. */
import { parseSync } from "oxc-parser";

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/**
 * Returns all nodes of a file's syntax tree with their parents, outer ones first; none if it is not code.
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

/** @param {[path: string, text: string][]} files @returns {string[]} a sentence for each file that cannot be parsed */
export function syntaxProblems(files) {
  return files
    .filter(([path]) => CODE.test(path))
    .flatMap(([path, text]) => {
      const [error] = parseSync(path, text).errors;
      return error ? [`A file that cannot be parsed: ${path}: ${error.message}`] : [];
    });
}

/** Returns the value of a constant string; otherwise undefined. */
function stringOf(node) {
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Returns the name of a property, specifier or variable. */
export function nameOf(node) {
  return node?.name ?? stringOf(node);
}

/**
 * Returns a file's imports in any form, without types; "everything" stands for a whole module.
 * @returns {{ from: string, name: string }[]}
 */
export function importsIn(nodes) {
  return nodes.flatMap(({ node }) => {
    const source = node.source ?? node.moduleReference?.expression;
    if (!source || [node.type, node.importKind, node.exportKind].some((kind) => /^(?:TSImportType|type)$/.test(kind)))
      return [];
    const from = stringOf(source) ?? "import(computed)";
    if (!node.specifiers?.length) return [{ from, name: "everything" }];
    return node.specifiers
      .filter(({ importKind, exportKind }) => importKind !== "type" && exportKind !== "type")
      .map(({ type, imported, local }) => ({ from, name: importedName(type, imported ?? local) }));
  });
}

function importedName(type, name) {
  return type === "ImportSpecifier" || type === "ExportSpecifier" ? nameOf(name) : "everything";
}
