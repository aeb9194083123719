/** Where the chain's ledger is, and how it is reached: pure, for the till and for the ledger's own program. */
import { isLoopback } from "./identifiers.ts";
import { SECURE_TLS } from "./secure-tls.ts";

/** A PostgreSQL address as the driver takes it. */
export interface LedgerConnection {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** False only to this machine; else TLS, with the server's certificate verified for the host's name */
  ssl: false | ({ host: string; servername: string | undefined; ca: string | undefined } & typeof SECURE_TLS);
}

/** What may be wrong with an address of the ledger; `field_ledger_…` of `reasons-fields.ts` says what is expected instead. */
export type LedgerAddressProblem = "address" | "user" | "database" | "parameter" | "plain";

const SCHEMES = new Set(["postgres:", "postgresql:"]);

/** @returns what is wrong with an address of the ledger; null when nothing is */
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

/**
 * The address for the driver.
 * @param text one that {@link ledgerAddressProblem} finds nothing wrong with
 * @param ca   PEM; null: the system's authorities
 * @param password that of the address where it is left out
 */
export function ledgerConnection(text: string, ca: string | null, password: string | null = null): LedgerConnection {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPlain = isLoopback(url) && ca === null && url.searchParams.get("sslmode") !== "verify-full";
  // An address of numbers has no name to ask for (RFC 6066, section 3), and is verified all the same.
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

/** The same address without its password, which is kept apart; and the password, null where there is none. */
export function withoutPassword(text: string): { url: string; password: string | null } {
  const url = new URL(text);
  const password = url.password === "" ? null : decodeURIComponent(url.password);
  url.password = "";
  return { url: url.href, password };
}

/** A statement for PostgreSQL, its values apart from its text. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** What a template says, with `$1`, `$2` … where its values are: no value is ever part of a text. */
export function statement(parts: TemplateStringsArray, values: unknown[]): Statement {
  return { text: parts.map((part, at) => (at === 0 ? part : `$${at}${part}`)).join(""), values };
}
