/** Command line of `npm run ledger`. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ledgerAddressProblem } from "../contract/integration/ledger.ts";
import { FIELD_REASONS } from "../contract/reasons/fields.ts";
import { decodeText } from "../contract/values/text-files.ts";

export const USAGE = `npm run ledger -- <command> --url postgres://user:password@host:5432/database [options]
  init                     migrate the database and create the partitions of the next months
  till add <id>            add a till and print its address and password for provisioning
      --shop NAME          shop for reports and settings (default: reports use the till's own name, no shop settings)
      --replaces ID        replace this till and exclude it from reports
      --renew              give an existing till a new password
  till list                list the tills and their status
  till revoke <id>         stop a till from sending
  till accept <id>         accept a refused till and its signing key
  verify [<id> …]          verify the chains, seals and signatures of tills; exit code 1 on any mismatch
  reconcile                compare the service's payment requests and results with all tills; exit code 1 on any
                           difference
      --service FILE       provisioning file with the merchant's credentials
  settlement FILE          match a settlement file of the service with the bookings of all tills; exit code 1 on any
      --currency CODE      difference (default: the currency of the bookings)
  settings keys FILE       create head office's key: write the private key to FILE, print the public key
  settings publish FILE    sign and publish settings; --json prints the settings allowed for each address
      --for WHOM           all, shop:NAME or till:ID
      --key FILE           the private key
      --new-key            replace the previous key; its first version may follow any version in the ledger
  demo                     run a chain on this machine: embedded PostgreSQL, three selling tills, head office
  report [--day DATE]      sales, tills, money at risk, late payments, Z reports that differ
options
  --url URL                ledger address (also TILL_LEDGER_URL); TLS is required except on this machine
  --ca-file FILE           PEM file with the server's certificate authorities (default: the system's)
  --json                   print JSON for programs (verify: one value per line)`;

export interface LedgerCommand {
  help: boolean;
  /** `init`, `till add`, … */
  name: string;
  ids: string[];
  url: string;
  /** PEM; null for the system's authorities */
  ca: string | null;
  shop: string | null;
  replaces: string | null;
  renew: boolean;
  day: string | null;
  /** Provisioning file with the merchant's credentials */
  service: string | null;
  currency: string | null;
  to: string | null;
  key: string | null;
  /** True if the key replaces another one */
  newKey: boolean;
  json: boolean;
}

const COMMANDS: Readonly<Record<string, { min: number; max: number; argumentName?: string }>> = {
  init: { min: 0, max: 0 },
  "till add": { min: 1, max: 1 },
  "till list": { min: 0, max: 0 },
  "till revoke": { min: 1, max: 1 },
  "till accept": { min: 1, max: 1 },
  verify: { min: 0, max: Number.POSITIVE_INFINITY },
  report: { min: 0, max: 0 },
  reconcile: { min: 0, max: 0 },
  "settings keys": { min: 1, max: 1, argumentName: "the file" },
  "settings publish": { min: 1, max: 1, argumentName: "the file" },
  settlement: { min: 1, max: 1, argumentName: "the file" },
  demo: { min: 0, max: 0 },
};

/** Parses the command line. @throws Error that names the invalid option and what is expected */
export function readOptions(args: string[], env: Readonly<Record<string, string | undefined>>): LedgerCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", default: false },
      url: { type: "string" },
      "ca-file": { type: "string" },
      shop: { type: "string" },
      replaces: { type: "string" },
      renew: { type: "boolean", default: false },
      day: { type: "string" },
      service: { type: "string" },
      currency: { type: "string" },
      for: { type: "string" },
      key: { type: "string" },
      "new-key": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const help = values.help || positionals[0] === undefined;
  const words = positionals[0] === "till" || positionals[0] === "settings" ? 2 : 1;
  const name = positionals.slice(0, words).join(" ");
  const ids = positionals.slice(words);
  const { shop = null, replaces = null, day = null, service = null, currency = null, renew, json } = values;
  const { for: to = null, key = null, "new-key": newKey } = values;
  const plain = { help, name, ids, shop, replaces, renew, day, service, currency, to, key, newKey, json };
  if (help) return { ...plain, url: "", ca: null };
  const takes = COMMANDS[name];
  if (!takes) throw new Error(`"${name}": expected one of ${Object.keys(COMMANDS).join(", ")}`);
  if (ids.length < takes.min) throw new Error(`${name}: expected ${takes.argumentName ?? "the till's id"} after it`);
  if (ids.length > takes.max) throw new Error(`${name}: unexpected argument "${ids[takes.max]}"`);
  if (day !== null && !isDay(day)) throw new Error("--day: expected a day like 2026-03-02");
  // The demo creates its own ledger.
  if (name === "demo" || name === "settings keys") return { ...plain, url: "", ca: null };
  if (name === "settings publish" && to === null) throw new Error("--for: expected all, shop:NAME or till:ID");
  if (name === "settings publish" && key === null) throw new Error("--key: expected the file of the private key");
  if (name === "reconcile" && service === null) throw new Error("--service: expected a provisioning file");
  return { ...plain, url: readUrl(values.url ?? env.TILL_LEDGER_URL), ca: readCa(values["ca-file"]) };
}

function isDay(text: string): boolean {
  const timestamp = Date.parse(`${text}T00:00:00Z`);
  return (
    /^2\d{3}-\d\d-\d\d$/.test(text) && Number.isFinite(timestamp) && new Date(timestamp).toISOString().startsWith(text)
  );
}

/** Parses the ledger's URL. @throws Error that explains `--url` */
export function readUrl(text: string | undefined): string {
  if (text === undefined) throw new Error(`--url: expected ${FIELD_REASONS.field_ledger_address}`);
  const problem = ledgerAddressProblem(text);
  if (problem !== null) throw new Error(`--url: expected ${FIELD_REASONS[`field_ledger_${problem}`]}`);
  return text;
}

/** Reads `--ca-file`; null if not given. @throws Error if it contains no certificate */
export function readCa(path: string | undefined): string | null {
  if (path === undefined) return null;
  const text = readText(path);
  if (text === null || !text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new Error(`--ca-file: expected a readable PEM file with certificates, got ${path}`);
  }
  return text;
}

/** Reads a text file in any common encoding. Returns null if unreadable. */
export function readText(path: string): string | null {
  try {
    return decodeText(readFileSync(path), "en").text;
  } catch {
    return null;
  }
}
