/**
 * Finds clients of the network that are made outside the factory of outgoing connections (`main/service/api/connections.ts`),
 * which verifies certificates whatever the environment says. Part of `scripts/structure.mjs`.
 */
import { importsIn, nameOf, nodesOf } from "./syntax.mjs";

const FACTORY = ["main/service/api/connections.ts"];

/** What makes a connection, and the files that may use it, each with the reason why its connections are safe. */
const CLIENTS = [
  {
    what: "undici",
    pattern: /^undici(?:\/|$)/,
    may: [...FACTORY, "sandbox/callbacks/sender.ts"], // The sandbox's own callbacks, to a till under test
  },
  {
    what: "node:tls, node:https or node:http2",
    pattern: /^(?:node:)?(?:_tls_\w+|tls|https|http2)$/,
    may: [
      ...FACTORY,
      "main/lib/later-modules.ts", // Servers
      "sandbox/http/server.ts", // A server
    ],
  },
  { what: "nodemailer", pattern: /^nodemailer(?:\/|$)/, may: ["main/peripherals/mail/smtp.ts"] }, // Options of the factory
  {
    what: "pg",
    pattern: /^pg(?:-pool|-native)?(?:\/|$)/,
    may: ["main/integration/ledger/client.ts", "ledger/database.ts"], // Options of contract/ledger.ts
  },
  { what: "openid-client", pattern: /^openid-client(?:\/|$)/, may: ["main/customers/browser/identity.ts"] }, // Over the transport
  {
    what: "electron-updater",
    pattern: /^electron-updater(?:\/|$)/,
    may: ["main/shells/electron/start-updater.ts"], // Chromium's connections, which no environment loosens
  },
  {
    what: "another library of requests",
    pattern: /^(?:axios|got|ky|node-fetch|ws|superagent|request)(?:\/|$)/,
    may: [],
  },
];

/** What connects, or loosens a connection, without an import. */
const USES = [
  {
    what: "fetch, WebSocket or EventSource",
    isUsed: isGlobalClient,
    may: [
      "main/shells/systemd/supervise.ts", // Its own till, over loopback
      "ledger/demo.ts", // Its own tills and sandbox, over loopback
    ],
  },
  { what: "a client of node:https", isUsed: isHttpsClient, may: [] },
  {
    what: "an unverified certificate",
    isUsed: isNamed(/^(?:rejectUnauthorized|checkServerIdentity)$/),
    may: [...FACTORY, "contract/secure-tls.ts"], // What the factory requires
  },
  {
    what: "NODE_TLS_REJECT_UNAUTHORIZED",
    isUsed: isNamed(/NODE_TLS_REJECT_UNAUTHORIZED/),
    may: ["main/operations/health/config-checks.ts"], // Reports it
  },
  {
    what: "Chromium's certificate errors",
    isUsed: isNamed(/^(?:setCertificateVerifyProc|certificate-error|ignore-certificate-errors)/),
    may: [],
  },
];

/**
 * @param {readonly (readonly [path: string, text: string])[]} files
 * @returns {string[]} a sentence for each client that is made elsewhere
 */
export function outgoingProblems(files) {
  return files
    .filter(([path]) => /^(?:contract|ledger|main|preload|sandbox)\//.test(path))
    .flatMap(([path, text]) => {
      const nodes = nodesOf(path, text);
      const imports = importsIn(nodes);
      return [
        ...CLIENTS.filter(({ pattern }) => imports.some(({ from }) => pattern.test(from))),
        ...USES.filter(({ isUsed }) => nodes.some(isUsed)),
      ]
        .filter(({ may }) => !may.includes(path))
        .map(({ what }) => `A connection outside the factory (${FACTORY}): ${path} uses ${what}`);
    });
}

/** A name of the global object, in whatever way it is reached; a property of another object may have the same name. */
function isGlobalClient({ node, parent }) {
  const isClient = (one) => /^(?:fetch|WebSocket|EventSource)$/.test(nameOf(one) ?? "");
  if (node.type === "ObjectPattern") return node.properties.some(({ key }) => isClient(key));
  if (node.type === "MemberExpression" && isClient(node.property))
    return node.computed || /^(?:globalThis|global|window|self)$/.test(nameOf(node.object) ?? "");
  const isKey = parent?.property === node || (parent?.key === node && !parent.shorthand);
  return node.type === "Identifier" && isClient(node) && !isKey;
}

/** `https()` of main/lib/later-modules.ts, for anything but a server. */
function isHttpsClient({ node, parent }) {
  const isHttps = node.type === "CallExpression" && /^(?:https|http2|tls)$/.test(node.callee.name ?? "");
  return isHttps && !/^(?:create)?Server$/.test(nameOf(parent.property) ?? "");
}

function isNamed(pattern) {
  return ({ node }) => pattern.test((node.type === "TemplateElement" ? node.value.cooked : nameOf(node)) ?? "");
}
