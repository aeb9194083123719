/** Reads the command line and environment. See "Start" in the contract. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { FieldProblem } from "../../contract/calls/errors.ts";
import { defaultDataFolder, type ProcessEnvironment } from "../lib/default-data-folder.ts";

export interface LaunchOptions {
  shell: "electron" | "browser" | "none";
  dataDir: string;
  configFile: string | null;
  /** 0: any free port; null: only if the window needs one */
  port: number | null;
  kiosk: boolean;
  /** Explicit. An empty data folder without a configuration is a demo too */
  demo: boolean;
}

export type LaunchResult = { ok: true; value: LaunchOptions } | { ok: false; problems: FieldProblem[] };

const SHELLS = ["electron", "browser", "none"] as const;

export function readLaunchOptions(argv: string[], env: ProcessEnvironment): LaunchResult {
  const { values, tokens } = parseArgs({
    args: argv,
    strict: false,
    tokens: true,
    options: {
      shell: { type: "string" },
      data: { type: "string" },
      config: { type: "string" },
      port: { type: "string" },
      kiosk: { type: "boolean" },
      demo: { type: "boolean" },
    },
  });
  const problems = tokens.flatMap(tokenProblem);
  const text = (name: "shell" | "data" | "config" | "port") => (typeof values[name] === "string" ? values[name] : null);
  const shell = SHELLS.find((known) => known === (text("shell") ?? "none"));
  const port = portOf(text("port"));
  if (!shell) problems.push({ field: "--shell", expected: "electron, browser or none" });
  if (port !== null && !(port <= 65_535)) problems.push({ field: "--port", expected: "a number from 0 to 65535" });
  if (values.demo && values.config !== undefined)
    problems.push({ field: "--demo", expected: "either --demo or --config" });
  if (problems.length > 0 || !shell) return { ok: false, problems };
  const dataDir = text("data") ?? env.TILL_DATA ?? defaultDataFolder(process.platform, env);
  const configFile = text("config");
  return {
    ok: true,
    value: {
      shell,
      dataDir: resolve(dataDir),
      configFile: configFile && resolve(configFile),
      port,
      kiosk: values.kiosk === true,
      demo: values.demo === true,
    },
  };
}

function portOf(text: string | null): number | null {
  if (text === null) return null;
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}

const KNOWN = new Map([
  ["shell", true],
  ["data", true],
  ["config", true],
  ["port", true],
  ["kiosk", false],
  ["demo", false],
]);

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];

function tokenProblem(token: Token): FieldProblem[] {
  if (token.kind === "positional") return [{ field: token.value, expected: "only options" }];
  if (token.kind !== "option") return [];
  const wantsValue = KNOWN.get(token.name);
  if (wantsValue === undefined)
    return [{ field: token.rawName, expected: `one of ${[...KNOWN.keys()].map((name) => `--${name}`).join(", ")}` }];
  if (wantsValue && (token.value === undefined || token.value === ""))
    return [{ field: token.rawName, expected: "a value" }];
  if (!wantsValue && token.value !== undefined) return [{ field: token.rawName, expected: "no value" }];
  return [];
}
