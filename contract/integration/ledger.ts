import { isLoopback } from "../values/identifiers.ts";
import { SECURE_TLS } from "../values/secure-tls.ts";

export interface LedgerConnection {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** False only for this machine; otherwise verified TLS */
  ssl: false | ({ host: string; servername: string | undefined; ca: string | undefined } & typeof SECURE_TLS);
}

/** Problems of a ledger address; the matching `field_ledger_…` in `reasons/fields.ts` says what is expected. */
export type LedgerAddressProblem = "address" | "user" | "database" | "parameter" | "plain";

const SCHEMES = new Set(["postgres:", "postgresql:"]);

export function ledgerAddressProblem(text: string): LedgerAddressProblem | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !SCHEMES.has(url.protocol) || url.hostname === "" || url.hash !== "") return "address";
  if (url.username === "") return "user";
  if (!/^\/[^/]+$/.test(url.pathname)) return "database";
  const names = [...url.searchParams.keys()];
  if (names.length > 1 || names.some((name) => name !== "sslmode")) return "parameter";
  const mode = url.searchParams.get("sslmode");
  if (mode === "disable") return isLoopback(url) ? null : "plain";
  return mode === null || mode === "verify-full" ? null : "parameter";
}

/** Returns the connection for a valid address. `ca`: PEM, null: system; `password`: if the address lacks one. */
export function ledgerConnection(text: string, ca: string | null, password: string | null = null): LedgerConnection {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPlain = isLoopback(url) && ca === null && url.searchParams.get("sslmode") !== "verify-full";
  // IP addresses have no SNI name (RFC 6066, section 3), and are verified all the same.
  const servername = /^[\d.]+$|:/.test(host) ? undefined : host;
  return {
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: password ?? decodeURIComponent(url.password),
    ssl: isPlain ? false : { host, servername, ca: ca ?? undefined, ...SECURE_TLS },
  };
}

/** Splits a ledger address into the address without password and the password, if any. */
export function withoutPassword(text: string): { url: string; password: string | null } {
  const url = new URL(text);
  const password = url.password === "" ? null : decodeURIComponent(url.password);
  url.password = "";
  return { url: url.href, password };
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** Builds a parameterised statement (`$1`, `$2` …) from a template. Values never become part of the text. */
export function statement(parts: TemplateStringsArray, values: unknown[]): Statement {
  return { text: parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join(""), values };
}
