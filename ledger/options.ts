/** Command line of `npm run ledger`. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ledgerAddressProblem } from "../contract/ledger.ts";
import { FIELD_REASONS } from "../contract/reasons-fields.ts";
import { decodeText } from "../contract/text-files.ts";

export const USAGE = `npm run ledger -- <command> --url postgres://user:password@host:5432/database [options]
  init                     bring the database up to this program, and make the partitions of the next months
  till add <id>            add a till; prints the address with its password for that till's provisioning
      --shop NAME          the shop it stands in, for figures and settings (default: for figures as the till says, for settings none)
      --replaces ID        it takes that till's place, whose figures count no more
      --renew              a till that is there already gets another password
  till list                the tills, and how each is
  till revoke <id>         take a till's right to send away
  till accept <id>         take back that a till was refused, and the key that it signs with
  verify [<id> …]          recompute what tills chained, sealed and signed; ends with 1 where anything does not fit
  reconcile                read the service's list of payment requests for all tills, and what became of each; ends with 1
                           where something differs from what the tills told
      --service FILE       a provisioning file, as a till's, with the merchant's credentials
  settlement FILE          match a settlement file of the service with what all tills have booked; ends with 1 where
      --currency CODE      something differs (default: the currency that the tills' bookings are in)
  settings keys FILE       make head office's key: the private half into FILE, the public one is printed for provisioning
  settings publish FILE    sign settings, and put them where tills read them; --json prints what an address may have
      --for WHOM           all, shop:NAME or till:ID
      --key FILE           the private key
      --new-key            it replaces another key: its first version may follow any version in the ledger
  demo                     the chain on this machine: PostgreSQL embedded, three tills that sell, head office
  report [--day DATE]      sales, tills, money at risk, late money, Zs that differ
options
  --url URL                the ledger (also TILL_LEDGER_URL); TLS but to this machine
  --ca-file FILE           PEM of the authorities by which the server's certificate is verified (default: the system's)
  --json                   for programs: one JSON value (verify: one a line)`;

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
  /** Whether the key replaces another one */
  newKey: boolean;
  json: boolean;
}

const COMMANDS: Readonly<Record<string, { least: number; most: number; what?: string }>> = {
  init: { least: 0, most: 0 },
  "till add": { least: 1, most: 1 },
  "till list": { least: 0, most: 0 },
  "till revoke": { least: 1, most: 1 },
  "till accept": { least: 1, most: 1 },
  verify: { least: 0, most: Number.POSITIVE_INFINITY },
  report: { least: 0, most: 0 },
  reconcile: { least: 0, most: 0 },
  "settings keys": { least: 1, most: 1, what: "the file" },
  "settings publish": { least: 1, most: 1, what: "the file" },
  settlement: { least: 1, most: 1, what: "the file" },
  demo: { least: 0, most: 0 },
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
  if (ids.length < takes.least) throw new Error(`${name}: expected ${takes.what ?? "the till's id"} after it`);
  if (ids.length > takes.most) throw new Error(`${name}: expected nothing like "${ids[takes.most]}" after it`);
  if (day !== null && !isDay(day)) throw new Error("--day: expected a day like 2026-03-02");
  // The demo creates its own ledger.
  if (name === "demo" || name === "settings keys") return { ...plain, url: "", ca: null };
  if (name === "settings publish" && to === null) throw new Error("--for: expected all, shop:NAME or till:ID");
  if (name === "settings publish" && key === null) throw new Error("--key: expected the file of the private key");
  if (name === "reconcile" && service === null) throw new Error("--service: expected a provisioning file, as a till's");
  return { ...plain, url: readUrl(values.url ?? env.TILL_LEDGER_URL), ca: readCa(values["ca-file"]) };
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^2\d{3}-\d\d-\d\d$/.test(text) && Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
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
    throw new Error(`--ca-file: expected a readable file with certificates in PEM, and got ${path}`);
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
