/**
 * Finds clients of the network that are made outside the factory of outgoing connections (`main/service/api/connections.ts`),
 * which verifies certificates whatever the environment says. Part of `scripts/structure.mjs`.
 */

/** What makes a connection, and the files that may use it, each with the reason why its connections are safe. */
const CLIENTS = [
  {
    what: "undici",
    pattern: /\bundici\b/,
    may: ["main/service/api/connections.ts"], // The factory
  },
  {
    what: "node:tls, node:https or node:http2",
    pattern: /^(?:node:)?(?:tls|https|http2)$/,
    may: [
      "main/service/api/connections.ts", // The factory
      "main/lib/later-modules.ts", // Servers
    ],
  },
  { what: "nodemailer", pattern: /^nodemailer$/, may: ["main/peripherals/mail/smtp.ts"] }, // Options of the factory
  {
    what: "pg",
    pattern: /^pg$/,
    may: ["main/integration/ledger/client.ts", "ledger/database.ts"], // Options of contract/ledger.ts
  },
  { what: "openid-client", pattern: /^openid-client$/, may: ["main/customers/browser/identity.ts"] }, // Over the transport
  {
    what: "electron-updater",
    pattern: /^electron-updater$/,
    may: ["main/shells/electron/start-updater.ts"], // Chromium's connections, which no environment loosens
  },
  { what: "another library of requests", pattern: /^(?:axios|got|ky|node-fetch|ws|superagent|request)$/, may: [] },
];

const IMPORTED =
  /(?:\b(?:import|export)\s(?!type\b)[^"';]*?\bfrom\s*|\bimport\s*\(?\s*|\b(?:require|getBuiltinModule|createRequire\([^)]*\))\(\s*)["']([^"']+)["']/g;

/** What connects, or loosens a connection, without an import. */
const USES = [
  { what: "fetch", pattern: /(?<![.\w])fetch\(/, unless: /function fetch\(/ },
  {
    what: "globalThis.fetch, WebSocket or EventSource",
    pattern: /\bglobalThis\.fetch\b|\bnew (?:WebSocket|EventSource)\(/,
  },
  { what: "a client of node:https or node:tls", pattern: /\b(?:https|tls)\(\)\.(?:request|get|connect|Agent)\b/ },
  { what: "an unverified certificate", pattern: /rejectUnauthorized:(?!\s*true\b)|\bcheckServerIdentity\b/ },
  {
    what: "Chromium's certificate errors",
    pattern: /setCertificateVerifyProc|"certificate-error"|ignore-certificate-errors/,
  },
];
const MAY_FETCH = [
  "main/shells/systemd/supervise.ts", // Its own till, over loopback
  "ledger/demo.ts", // Its own tills and sandbox, over loopback
];

/**
 * @param {readonly (readonly [path: string, text: string])[]} files
 * @returns {string[]} a sentence for each client that is made elsewhere
 */
export function outgoingProblems(files) {
  return files
    .filter(([path]) => /^(?:main|ledger)\/.*\.(?:ts|mjs)$/.test(path))
    .flatMap(([path, text]) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");
      return [...importedClients(path, code), ...usedClients(path, code)];
    })
    .map(([path, what]) => `A connection outside the factory (main/service/api/connections.ts): ${path} uses ${what}`);
}

function importedClients(path, code) {
  const names = [...code.matchAll(IMPORTED)].filter(([all]) => !isTypesOnly(all)).map(([, name]) => name);
  return CLIENTS.filter(({ pattern, may }) => !may.includes(path) && names.some((name) => pattern.test(name))).map(
    ({ what }) => [path, what],
  );
}

/** `import { type A, type B } from …` */
function isTypesOnly(statement) {
  const named = /\{([^}]*)\}/.exec(statement)?.[1];
  return named?.split(",").every((name) => /^\s*(?:type\s.*)?$/.test(name));
}

function usedClients(path, code) {
  return USES.filter(({ what, pattern, unless }) => {
    if (what === "fetch" && MAY_FETCH.includes(path)) return false;
    return pattern.test(code) && !unless?.test(code);
  }).map(({ what }) => [path, what]);
}
