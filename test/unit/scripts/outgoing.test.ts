import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { https } from "../../../main/lib/lazy-modules.ts";

const { outgoingProblems } = (await import(join(import.meta.dirname, "../../../scripts/outgoing.mjs"))) as {
  outgoingProblems(files: [path: string, text: string][]): string[];
};

const problemsIn = (text: string, path = "main/payments/a.ts") => outgoingProblems([[path, text]]);

describe("the check of outgoing connections", () => {
  it.each([
    'import { Pool } from "undici";',
    'import Agent from "undici/lib/dispatcher/agent.js";',
    'import Agent from "../../node_modules/undici/index.js";',
    'import "undici";',
    'import { connect } from "node:tls";',
    'import { connect as open } from "node:net";',
    'import { Socket, isIP } from "node:net";',
    'import { request as post } from "node:http";',
    'import http from "node:http";',
    'import * as https from "https";',
    'import { request } from "node:https";',
    'import { connect } from "node:http2";',
    'import { createSocket } from "node:dgram";',
    'import { Worker } from "node:worker_threads";',
    'import { net } from "electron";',
    'import * as electron from "electron";',
    'const { createTransport } = await import("nodemailer");',
    'import pg from "pg";',
    'const { default: pg } = await import("pg");',
    'import * as openid from "openid-client";',
    'export { Pool } from "undici";',
    'export * from "undici";',
    'import axios from "axios";',
    'import mqtt from "mqtt";',
    'import fs from "fs-extra";',
    "import(`undici`);",
    "await import(name);",
    'await import("pg" + name);',
    'import { createRequire } from "node:module";',
    'const updaters = createRequire(import.meta.url)("electron-updater");',
    'process.getBuiltinModule("node:tls").connect(443);',
    'process["getBuiltinModule"]("fs").openSync(path);',
    "const { getBuiltinModule: load } = process;",
    'const tls = require("node:tls");',
    "const load = require;",
    'process.binding("tcp_wrap");',
    'eval("a");',
    "const response = await fetch(url);",
    "await globalThis.connect(url);",
    "const all = globalThis;",
    "await global.connect(url);",
    'await window["fetch"](url);',
    "const get = fetch;",
    "const { fetch } = window;",
    "const { fetch: get } = window;",
    "await feed.fetch();",
    'new WebSocket("wss://a");',
    'new EventSource("https://a");',
    'const a = "/*"; await fetch(url); // */',
    'connect({ "rejectUnauthorized": false });',
    "connect({ rejectUnauthorized });",
    "options.rejectUnauthorized = false;",
    'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";',
    'process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";',
    "connect({ checkServerIdentity: () => undefined });",
    "session.setCertificateVerifyProc(accept);",
    'app.on("certificate-error", accept);',
    'app.commandLine.appendSwitch("ignore-certificate-errors");',
  ])("finds %s", (text) => {
    for (const path of ["main/payments/a.ts", "contract/a.js", "ledger/a.mts", "preload/a.tsx", "sandbox/a.jsx"])
      expect(problemsIn(text, path), path).not.toEqual([]);
  });

  it.each(['import pg = require("pg");', 'import { type Dispatcher, Pool } from "undici";'])("finds %s", (text) => {
    expect(problemsIn(text)).toHaveLength(1);
  });

  it("names the file and the use", () => {
    expect(problemsIn('import { Pool } from "undici";')).toEqual([
      "A connection outside the list of scripts/outgoing.mjs: main/payments/a.ts uses undici",
    ]);
    expect(problemsIn("await import(name);")).toEqual([
      "A connection outside the list of scripts/outgoing.mjs: main/payments/a.ts uses import(computed)",
    ]);
  });

  it.each([
    'import type { Client } from "pg";',
    'import { type Dispatcher, type Pool } from "undici";',
    'let client: import("pg").Client;',
    'let http: typeof import("node:http");',
    "// fetch(url)\n/** Like `fetch(url)`. */",
    'import { createServer } from "node:http";',
    'import { BlockList, isIP } from "node:net";',
    'import { createHash } from "node:crypto";',
    'import { writeFile } from "node:fs/promises";',
    'import { z } from "zod";',
    'import { later } from "./later.ts";',
    'await import("../later.ts");',
    'const address = "https://a"; // import "undici"',
  ])("allows %s", (text) => {
    expect(problemsIn(text)).toEqual([]);
  });

  it("allows each file in the list only its listed uses", () => {
    expect(problemsIn('import { Pool } from "undici";', "main/service/api/connections.ts")).toEqual([]);
    expect(problemsIn('await import("nodemailer");', "main/peripherals/mail/smtp.ts")).toEqual([]);
    expect(problemsIn("await fetch(url);", "main/shells/systemd/supervise.ts")).toEqual([]);
    expect(problemsIn("await fetch(url);", "main/peripherals/mail/smtp.ts")).toHaveLength(1);
    expect(problemsIn('import { Pool } from "undici";', "main/peripherals/mail/smtp.ts")).toHaveLength(1);
  });

  it("does not cover the window, which connects as its browser does", () => {
    expect(problemsIn("await fetch(url);", "renderer/kit/a.ts")).toEqual([]);
  });

  it("leaves only servers in the module that many files import lazily", () => {
    // @ts-expect-error The type has no client.
    expect(https().request).toBeTypeOf("function");
  });
});
