import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { https } from "../../../main/lib/lazy-modules.ts";
import { temporaryFolder } from "../../support/folder.ts";

const ROOT = join(import.meta.dirname, "../../..");
const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");

/** Runs the project's linter on files. @returns each finding as `path: message`, without repetitions */
function lint(files: Record<string, string>): string[] {
  using folder = temporaryFolder();
  for (const name of ["biome.json", "scripts/lint"])
    cpSync(join(ROOT, name), join(folder.path, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [BIOME, "lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json"],
    { cwd: folder.path, encoding: "utf8" },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string; location: { path: string } }[] };
  return [
    ...new Set(diagnostics.map(({ message, location }) => `${location.path.replaceAll("\\", "/")}: ${message}`)),
  ].sort();
}

const lines = (count: number, line = "a();") => Array.from({ length: count }, () => line).join("\n");

describe("the limit of a file", () => {
  const tooLong = (path: string) => `${path}: This file has too many lines (401). Maximum allowed is 400.`;

  it("does not count blank lines, and applies to programs, stylesheets and tests", () => {
    expect(
      lint({
        "main/a.ts": `${lines(399)}\n\n\na();\n`,
        "main/b.ts": lines(401),
        "renderer/c.module.css": lines(401, ".a {}"),
        "test/unit/d.test.ts": lines(401),
      }).filter((finding) => finding.includes("too many lines")),
    ).toEqual(["main/b.ts", "renderer/c.module.css", "test/unit/d.test.ts"].map(tooLong));
  });
});

describe("the limit of a function", () => {
  const tooLong = (path: string) => `${path}: This function has more than 60 lines.`;
  const longFunctions = (files: Record<string, string>) =>
    lint(files).filter((finding) => finding.includes("60 lines"));

  it("applies to every kind of function, also in elements, templates and comments", () => {
    const long = {
      "main/a.ts": `function a() {\n${lines(59)}\n}`,
      "main/b.ts": `function b() {\n${lines(59, "// b")}\n}`,
      "main/c.ts": `function c() {\n  return \`\n${lines(57)}\n\`;\n}`,
      "renderer/d.tsx": `export const D = () => (\n<div>\n${lines(58, "<p />")}\n</div>\n);`,
      "sandbox/e.js": `export class E {\n  static {\n${lines(59)}\n  }\n}`,
      "sandbox/f.js": `export const f = { get a() {\n${lines(59)}\n  } };`,
      "scripts/g.mjs": `class G {\n  constructor() {\n${lines(59)}\n  }\n}`,
    };
    expect(longFunctions(long)).toEqual(Object.keys(long).map(tooLong));
  });

  it("does not count blank lines, and does not apply to tests", () => {
    const a = `function a() {\n${lines(58, "a();\n\n")}\n}`;
    expect(longFunctions({ "main/a.ts": a, "test/unit/b.test.ts": `function b() {\n${lines(90)}\n}` })).toEqual([]);
  });
});

it("an import cycle is an error, also one of types, and in tests and scripts", () => {
  const cycle = (path: string) => `${path}: This import is part of a cycle.`;
  expect(
    lint({
      "contract/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
      "contract/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;',
      "scripts/c.mjs": 'export * from "../test/d.tsx";',
      "test/d.tsx": 'export const d = () => import("../scripts/c.mjs");',
    }).filter((finding) => finding.endsWith("cycle.")),
  ).toEqual(["contract/a.ts", "contract/b.ts", "scripts/c.mjs", "test/d.tsx"].map(cycle));
});

describe("access to files", () => {
  const problems = (files: Record<string, string>) =>
    lint(files).filter((finding) => /: (?:Other users|This import can) /.test(finding));

  it("is an error in main and the ledger, in any form of import", () => {
    const forms = [
      'import fs from "fs";',
      'import * as fs from "node:fs";',
      'import { promises } from "node:fs";',
      'import { existsSync as there, openSync as rm } from "node:fs";',
      'import { type FileHandle, open } from "node:fs/promises";',
      'export { readFile } from "node:fs/promises";',
      'export * from "node:fs";',
      'const fs = await import("node:fs");',
      "const fs = await import(`node:fs`);",
      'import fs = require("fs");',
      'const a = "/*";\nimport { writeFileSync } from "node:fs";',
      'import { createWriteStream } from "node:fs";',
      'import { "chmodSync" as change } from "node:fs";',
    ];
    const files = ["ledger", "main/payments"].flatMap((folder) =>
      forms.map((text, index) => [`${folder}/${index}.ts`, text] as const),
    );
    const paths = problems(Object.fromEntries(files)).map((finding) => finding.split(": ")[0]);
    expect(paths).toEqual(files.map(([path]) => path).sort());
  });

  it("is allowed without opening, in the helper, in the till's own folders and in the sandbox", () => {
    const open = 'import { readFileSync } from "node:fs";';
    const own = ["ledger/options.ts", "main/lib/plain-file.ts", "main/storage/vault/files.ts", "sandbox/keys.ts"];
    const harmless = 'import { existsSync } from "node:fs";\nimport type { Stats } from "node:fs";';
    expect(problems({ "main/a.ts": harmless, ...Object.fromEntries(own.map((path) => [path, open])) })).toEqual([]);
  });
});

const CONNECTIONS = [
  'import { Pool } from "undici";',
  'import Agent from "undici/lib/dispatcher/agent.js";',
  'import Agent from "../../node_modules/undici/index.js";',
  'import "undici";',
  'import { connect } from "node:tls";',
  'import { connect as open } from "node:net";',
  'import { Socket, isIP } from "node:net";',
  'import { request as post } from "node:http";',
  'import http from "node:http";',
  'import type from "node:http";',
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
  'import { type Dispatcher, Pool } from "undici";',
  'import pg = require("pg");',
];
const NO_CONNECTIONS = [
  'import type { Client } from "pg";',
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
];

describe("connections outside the factory", () => {
  const FOLDERS = ["contract/a.js", "ledger/a.mts", "preload/a.tsx", "sandbox/a.jsx"];
  const EXCEPTION = "// biome-ignore lint/plugin/connections: a reason\n";
  let found: string[] = [];
  const isFound = (path: string) => found.some((finding) => finding.startsWith(`${path}: This `));

  beforeAll(() => {
    const named = (folder: string, texts: string[]) => texts.map((text, index) => [`${folder}/${index}.ts`, text]);
    found = lint({
      ...Object.fromEntries([...named("main/bad", CONNECTIONS), ...named("main/good", NO_CONNECTIONS)]),
      ...Object.fromEntries([...FOLDERS, "renderer/a.ts"].map((path) => [path, "await fetch(url);"])),
      "main/one.ts": `${EXCEPTION}await fetch(url);`,
      "main/two.ts": `${EXCEPTION}await fetch(url);\nawait fetch(url);`,
    }).filter((finding) => /connect/.test(finding));
  });

  it.each(CONNECTIONS.map((text, index) => [text, index]))("are found in %s", (_text, index) => {
    expect(isFound(`main/bad/${index}.ts`)).toBe(true);
  });

  it.each(NO_CONNECTIONS.map((text, index) => [text, index]))("are not found in %s", (_text, index) => {
    expect(isFound(`main/good/${index}.ts`)).toBe(false);
  });

  it("are found in every kind of file of the programs, but not in the window, which connects as its browser does", () => {
    expect(FOLDERS.filter((path) => !isFound(path))).toEqual([]);
    expect(isFound("renderer/a.ts")).toBe(false);
  });

  it("are allowed by an exception with its reason, one use at a time", () => {
    expect(isFound("main/one.ts")).toBe(false);
    expect(isFound("main/two.ts")).toBe(true);
  });

  it("are not in the module that many files import lazily: it has servers alone", () => {
    // @ts-expect-error The type has no client.
    expect(https().request).toBeTypeOf("function");
  });
});
