/**
 * Reduces the start time and memory of the built program, at the cost of readability.
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
 * Escapes characters beyond ASCII. One such character would make V8 store the whole text with two bytes per character.
 * @throws if such a character follows a backslash, where an escape would change its meaning
 */
export function inOneByte(code) {
  const escaped = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(code);
  if (escaped) throw new Error(`a backslash before a character beyond ASCII, at ${escaped.index}: leave it out`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Delays libraries' imports of HTTPS, HTTP/2 and compression modules until first use. They take about 30 ms of each
 * start.
 */
export function withLaterModules(code) {
  return code.replace(
    /\b__require\((["'`])((?:node:)?(?:https|http2|zlib))\1\)/g,
    'new Proxy({},{get:(_,name)=>process.getBuiltinModule("$2")[name]})',
  );
}

/**
 * Delays undici's import of HTTP/2 until a service uses it.
 * @throws if undici's code has changed
 */
export function withLaterHttp2(code) {
  const later = code.replace(
    /\b(connectH2 ?= ?)require_client_h2\(\)/,
    "$1(...given) => require_client_h2()(...given)",
  );
  if (/= ?require_client_h2\(\)/.test(later) || (later === code && code.includes("require_client_h2")))
    throw new Error("undici's import of its HTTP/2 client has changed: update build/vite/lean-program.mjs");
  return later;
}

/**
 * Replaces `import { … }` of Node modules, which evaluates every export: node:http loads a WebSocket client,
 * node:crypto loads WebCrypto. Keeps imports of `default`.
 */
export function withoutLazyModules(code) {
  return code.replace(
    /\bimport\s*\{((?:(?!\bdefault\b)[^{}])*)\}\s*from\s*["'](node:[a-z0-9_/]+)["'];/g,
    (_import, names, module) => `const {${names.replace(/\s+as\s+/g, ":")}}=process.getBuiltinModule("${module}");`,
  );
}
