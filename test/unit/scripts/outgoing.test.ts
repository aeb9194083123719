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
    expect(problemsIn(text, "ledger/a.ts")).toHaveLength(1);
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
    "async function fetch(reader) {}\nawait fetch(reader);",
    "// fetch(url)\n/** Like `fetch(url)`. */",
    "https().createServer(options);",
    'import { createServer } from "node:http";',
    "connect({ rejectUnauthorized: true });",
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

  it("is about the till and the ledger's programs alone", () => {
    expect(problemsIn("await fetch(url);", "renderer/kit/a.ts")).toEqual([]);
    expect(problemsIn("await fetch(url);", "sandbox/a.ts")).toEqual([]);
  });
});
