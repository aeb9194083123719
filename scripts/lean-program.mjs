/**
 * What the built program costs a machine that runs it, and nobody who reads it.
 * @returns {import("vite").Plugin}
 */
export function leanProgram() {
  return {
    name: "lean-program",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === "chunk")
          part.code = inOneByte(withLaterHttp2(withLaterModules(withoutLazyModules(part.code))));
    },
  };
}

/**
 * A text with one character beyond ASCII is kept with two bytes for each: in a program of megabytes, as many more.
 * @throws where such a character follows a backslash of its own: written out it would be something else
 */
export function inOneByte(code) {
  const escaped = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(code);
  if (escaped) throw new Error(`a backslash before a character beyond ASCII, at ${escaped.index}: leave it out`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Libraries require what servers of HTTPS and HTTP/2 and compression are made of, whether a till uses them or not: some 30 ms
 * of each start. They are loaded when something of them is asked for.
 */
export function withLaterModules(code) {
  return code.replace(
    /\b__require\((["'`])((?:node:)?(?:https|http2|zlib))\1\)/g,
    'new Proxy({},{get:(_,name)=>process.getBuiltinModule("$2")[name]})',
  );
}

/**
 * undici's client of HTTP/2 reads that module's constants when it is loaded: it is loaded when a service speaks HTTP/2.
 * @throws where undici asks for it otherwise than it did
 */
export function withLaterHttp2(code) {
  const later = code.replace(
    /\b(connectH2 ?= ?)require_client_h2\(\)/,
    "$1(...given) => require_client_h2()(...given)",
  );
  if (/= ?require_client_h2\(\)/.test(later) || (later === code && code.includes("require_client_h2")))
    throw new Error("undici loads its client of HTTP/2 otherwise");
  return later;
}

/**
 * An `import { … }` of a module of Node's asks it for everything that it exports: of node:http a whole client of web sockets,
 * of node:crypto that of browsers. (Such a module has no `default` of its own: where that is meant, the import stays.)
 */
export function withoutLazyModules(code) {
  return code.replace(
    /\bimport\s*\{((?:(?!\bdefault\b)[^{}])*)\}\s*from\s*["'](node:[a-z0-9_/]+)["'];/g,
    (_import, names, module) => `const {${names.replace(/\s+as\s+/g, ":")}}=process.getBuiltinModule("${module}");`,
  );
}
