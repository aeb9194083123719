/**
 * Rejects network access outside the listed files. TLS connections of those files use the factory
 * `main/service/api/connections.ts`, which always verifies certificates. Part of `scripts/structure.mjs`. Limits: a
 * listed file can re-export its imports; child processes and code in strings are not checked.
 */
import { importsIn, nameOf, nodesOf } from "./syntax.mjs";

/** Modules and packages that make no network connection. Other imports need a line in {@link ALLOWED}. */
const LOCAL = new RegExp(
  `^(?:\\.{1,2}/(?!.*node_modules)|(?:${[
    "node:(?:async_hooks|child_process|crypto|events|fs|os|path|readline|stream|timers|url|util|v8)",
    "@fastify/(?:multipart|static)|@fontsource-variable/inter|@internationalized/date|@peculiar/asn1-(?:schema|x509)",
    "@point-of-sale/receipt-printer-encoder|better-sqlite3|csv-parse|fastify|jsonc-parser|libphonenumber-js|pino",
    "qrcode|rotating-file-stream|semver|serialport|standardwebhooks|yazl|zod",
  ].join("|")})(?:/|$))`,
);

/** Exports without connections, of modules that can connect. */
const HARMLESS = /^node:(?:https?|net) (?:BlockList|createServer|isIP(?:v[46])?)$/;

/** Globals that connect or load modules without an import, or that change TLS verification. */
const NAMES =
  /^(?:fetch|WebSocket|EventSource|XMLHttpRequest|global|globalThis|require|createRequire|getBuiltinModule|binding|_linkedBinding|dlopen|eval|Function|rejectUnauthorized|checkServerIdentity|setCertificateVerifyProc|certificate-error|ignore-certificate-errors.*|.*NODE_TLS_REJECT_UNAUTHORIZED.*)$/s;

/** Permitted files and imports, with reasons. */
const ALLOWED = [
  ["The factory", "undici getBuiltinModule", "main/service/api/connections.ts"],
  ["What the factory requires", "rejectUnauthorized", "contract/values/secure-tls.ts"],
  ["Options of the factory", "nodemailer", "main/peripherals/mail/smtp.ts"],
  ["Options of contract/integration/ledger.ts", "pg node:net", "main/integration/ledger/client.ts"],
  ["Options of contract/integration/ledger.ts", "pg", "ledger/database.ts"],
  ["Over the factory's transport", "openid-client", "main/customers/browser/identity.ts"],
  ["Verifies tokens with keys that it is given", "jose", "main/service/api/id-token.ts"],
  ["Receipt printers, which have no TLS", "node:net", "main/peripherals/printing/connection.ts"],
  ["Servers, and a type without clients", "getBuiltinModule", "main/lib/lazy-modules.ts"],
  ["Reports the variable", "NODE_TLS_REJECT_UNAUTHORIZED", "main/operations/health/config-checks.ts"],
  ["Its own till, over loopback", "fetch", "main/shells/systemd/supervise.ts"],
  ["Its own tills and sandbox, over loopback", "fetch", "ledger/demo.ts"],
  ["Its own database, over loopback", "node:net @electric-sql", "ledger/embedded.ts"],
  ["A sandbox's callbacks, to a till under test", "undici", "sandbox/callbacks/sender.ts"],
  ["A page in a browser", "fetch EventSource", "sandbox/phone/page/phone.js"],
  ["A page in a browser", "fetch", "sandbox/phone/page/texts.js"],
  ["Garbage collection and compiled code", "node:module node:vm", "main/browser.ts"],
  [
    "A worker that checks a database",
    "node:module node:worker_threads createRequire eval",
    "main/storage/database/integrity.ts",
  ],
  ["Updates, over Chromium's own TLS", "electron node:module createRequire", "main/shells/electron/start-updater.ts"],
  ["Windows and the keyring", "electron", "main/electron.ts", "main/shells/electron/safe-storage-vault.ts"],
  ["Messages between a window and main", "electron", "preload/customer.ts", "preload/preload.ts"],
];

/**
 * @param {readonly (readonly [path: string, text: string])[]} files
 * @returns {string[]} a sentence for each use outside the list
 */
export function outgoingProblems(files) {
  return files
    .filter(([path]) => /^(?:contract|ledger|main|preload|sandbox)\//.test(path))
    .flatMap(([path, text]) => {
      const nodes = nodesOf(path, text);
      const imported = importsIn(nodes)
        .filter(({ from, name }) => !LOCAL.test(from) && !HARMLESS.test(`${from} ${name}`))
        .map(({ from }) => from);
      const named = nodes.map(({ node }) => nameOf(node)).filter((name) => NAMES.test(name ?? ""));
      const allowed = ALLOWED.flatMap(([, uses, ...paths]) => (paths.includes(path) ? uses.split(" ") : []));
      return [...new Set([...imported, ...named])]
        .filter((use) => !allowed.some((prefix) => use === prefix || use.startsWith(`${prefix}/`)))
        .map((use) => `A connection outside the list of scripts/outgoing.mjs: ${path} uses ${use}`);
    });
}
