/** Command line of `npm run office`. */
import { parseArgs } from "node:util";
import { readCa, readText, readUrl } from "../options.ts";

export const USAGE = `npm run office -- --url postgres://reader:password@host:5432/database [options]
  serves a read-only page of the chain's ledger on this machine; prints "office ready" and its address
options
  --url URL                ledger address (also TILL_LEDGER_URL), for a user with ledger_reader; TLS is required
                           except on this machine
  --ca-file FILE           PEM file with the server's certificate authorities (default: the system's)
  --port N                 port on 127.0.0.1 (default: any free port)
  --public-url URL         public address of the page, behind a proxy that authenticates people
  --token-file FILE        with --public-url: the proxy's bearer token, at least 32 characters`;

export interface OfficeOptions {
  help: boolean;
  url: string;
  /** PEM; null for the system's authorities */
  ca: string | null;
  /** 0: any free port */
  port: number;
  /** Proxy in front of the page; null if none exists, and the page has its own token */
  proxy: OfficeProxy | null;
}

export interface OfficeProxy {
  /** `https://office.example` */
  origin: string;
  /** Secret that authenticates the proxy */
  token: string;
}

/** Parses the command line. @throws Error that names the invalid option and what is expected */
export function readOfficeOptions(args: string[], env: Readonly<Record<string, string | undefined>>): OfficeOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", default: false },
      url: { type: "string" },
      "ca-file": { type: "string" },
      port: { type: "string", default: "0" },
      "public-url": { type: "string" },
      "token-file": { type: "string" },
    },
  });
  if (values.help) return { help: true, url: "", ca: null, port: 0, proxy: null };
  return {
    help: false,
    url: readUrl(values.url ?? env.TILL_LEDGER_URL),
    ca: readCa(values["ca-file"]),
    port: readPort(values.port),
    proxy: readProxy(values["public-url"], values["token-file"]),
  };
}

const MAX_PORT = 65_535;

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > MAX_PORT) throw new Error(`--port: expected 0 to ${MAX_PORT}`);
  return Number(text);
}

function readProxy(address: string | undefined, tokenFile: string | undefined): OfficeProxy | null {
  if (address === undefined && tokenFile === undefined) return null;
  if (address === undefined) throw new Error("--public-url: required with --token-file");
  if (tokenFile === undefined) throw new Error("--token-file: required with --public-url");
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "https:" || url.href !== `${url.origin}/`) {
    throw new Error("--public-url: expected an address like https://office.example/, without a path");
  }
  return { origin: url.origin, token: readToken(tokenFile) };
}

function readToken(path: string): string {
  const expected = "--token-file: expected a readable file with 32 characters or more, without spaces";
  const token = readText(path)?.trim() ?? "";
  if (!/^[\x21-\x7e]{32,}$/.test(token)) throw new Error(expected);
  return token;
}
