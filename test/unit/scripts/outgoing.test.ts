import { join } from "node:path";
import { describe, expect, it } from "vitest";

const { outgoingProblems } = (await import(join(import.meta.dirname, "../../../scripts/outgoing.mjs"))) as {
  outgoingProblems(files: [path: string, text: string][]): string[];
};

const problemsIn = (text: string, path = "main/payments/a.ts") => outgoingProblems([[path, text]]);

describe("the check of outgoing connections", () => {
  it.each([
    'import { Pool } from "undici";',
    'import { type Dispatcher, Pool } from "undici";',
    'import Agent from "undici/lib/dispatcher/agent.js";',
    'import { connect } from "node:tls";',
    'import * as https from "https";',
    'import { request } from "node:https";',
    'import { connect } from "node:http2";',
    'const { createTransport } = await import("nodemailer");',
    'import pg from "pg";',
    'const { default: pg } = await import("pg");',
    'import * as openid from "openid-client";',
    'const updaters = createRequire(import.meta.url)("electron-updater");',
    'process.getBuiltinModule("node:tls").connect(443);',
    'const tls = require("node:tls");',
    'export { Pool } from "undici";',
    'import axios from "axios";',
    "const response = await fetch(url);",
    "await globalThis.fetch(url);",
    "await global.fetch(url);",
    'await globalThis["fetch"](url);',
    "const get = fetch;",
    "fetch (url);",
    "const { fetch } = globalThis;",
    "const { fetch: get } = globalThis;",
    "import(`undici`);",
    'await import("pg/lib/client.js");',
    'import Connection from "nodemailer/lib/smtp-connection";',
    'const a = "/*"; await fetch(url); // */',
    'connect({ "rejectUnauthorized": false });',
    "connect({ rejectUnauthorized });",
    "connect({ rejectUnauthorized: true });",
    "options.rejectUnauthorized = false;",
    'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";',
    'process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";',
    'new WebSocket("wss://a");',
    "https().request(url);",
    "const agent = new (https().Agent)();",
    "connect({ rejectUnauthorized: false });",
    "connect({ rejectUnauthorized: isStrict });",
    "connect({ checkServerIdentity: () => undefined });",
    'app.on("certificate-error", accept);',
    'app.commandLine.appendSwitch("ignore-certificate-errors");',
  ])("finds %s", (text) => {
    expect(problemsIn(text)).toHaveLength(1);
    for (const folder of ["contract", "ledger", "preload", "sandbox"])
      expect(problemsIn(text, `${folder}/a.ts`), folder).toHaveLength(1);
  });

  it("names the file and what it uses", () => {
    expect(problemsIn('import { Pool } from "undici";')).toEqual([
      "A connection outside the factory (main/service/api/connections.ts): main/payments/a.ts uses undici",
    ]);
  });

  it.each([
    'import type { Client } from "pg";',
    'import { type Dispatcher, type Pool } from "undici";',
    "await feed.fetch();",
    "const feed = { fetch: () => next() };",
    "// fetch(url)\n/** Like `fetch(url)`. */",
    "https().createServer(options);",
    'import { createServer } from "node:http";',
    'const address = "https://a"; // import "undici"',
  ])("lets pass %s", (text) => {
    expect(problemsIn(text)).toEqual([]);
  });

  it("lets the factory and what uses its options connect, each by its own means", () => {
    expect(problemsIn('import { Pool } from "undici";', "main/service/api/connections.ts")).toEqual([]);
    expect(problemsIn('await import("nodemailer");', "main/peripherals/mail/smtp.ts")).toEqual([]);
    expect(problemsIn("await fetch(url);", "main/shells/systemd/supervise.ts")).toEqual([]);
    expect(problemsIn("await fetch(url);", "main/peripherals/mail/smtp.ts")).toHaveLength(1);
    expect(problemsIn('import { Pool } from "undici";', "main/peripherals/mail/smtp.ts")).toHaveLength(1);
  });

  it("is not about the window, which connects as its browser does", () => {
    expect(problemsIn("await fetch(url);", "renderer/kit/a.ts")).toEqual([]);
  });
});
