/** `npm run ledger`: the chain's database. stdout has the result; the rest goes to stderr. */
import { join } from "node:path";
import type { TillLine } from "../contract/head-office/head-office.ts";
import { formatMoney } from "../contract/values/money.ts";
import { shortenText } from "../contract/values/plain-text.ts";
import { errorMessage, initLedger, type Ledger, ledgerVersion, missingLimits, openLedger } from "./database.ts";
import { type LedgerCommand, readOptions, USAGE } from "./options.ts";
import { type Reconciliation, reconcile, requestText, skippedText } from "./reconcile.ts";
import { readReport, reportText } from "./report.ts";
import { startServiceReader } from "./service-reader.ts";
import { acceptedRecipients, makeKeys, publishSettings } from "./settings.ts";
import { type ChainSettlement, matchForAll, type SettlementDifference } from "./settlement.ts";
import { acceptTill, addTill, listTills, Refusal, revokeTill } from "./tills.ts";
import { type Verdict, verifyLedger } from "./verify.ts";

/** @returns the exit code: 0 success; 1 a mismatch, or the ledger is unreachable; 2 invalid options */
async function main(args: string[]): Promise<number> {
  const command = readOptionsOrNull(args);
  if (command === null) return 2;
  if (command.help) {
    process.stderr.write(`${USAGE}\n`);
    return args.length === 0 ? 2 : 0;
  }
  if (command.name === "demo") {
    const { runDemo } = await import("./demo.ts");
    await runDemo(printLine, import.meta.dirname);
    return 0;
  }
  try {
    if (command.name === "settings keys") {
      printLine(makeKeys(command.ids[0] ?? ""));
      return 0;
    }
    return await withLedger(command);
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    return error instanceof Refusal ? 2 : 1;
  }
}

async function withLedger(command: LedgerCommand): Promise<number> {
  const ledger = openLedger(command.url, command.ca);
  try {
    return await run(ledger, command);
  } finally {
    await ledger.end();
  }
}

function readOptionsOrNull(args: string[]): LedgerCommand | null {
  try {
    return readOptions(args, process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nUse --help for usage.\n`);
    return null;
  }
}

const COMMANDS: Readonly<Record<string, (ledger: Ledger, command: LedgerCommand) => Promise<number>>> = {
  async init(ledger) {
    const added = await initLedger(ledger);
    printLine(added.length === 0 ? "the ledger is up to date" : `the ledger has version ${added.at(-1)}`);
    const missing = await missingLimits(ledger);
    if (missing.length > 0)
      process.stderr.write(`${missing.join(" ")} Run init once with the address of a superuser to limit them.\n`);
    return 0;
  },
  async "till add"(ledger, { ids: [id = ""], shop, replaces, renew, url }) {
    printLine(await addTill(ledger, { id, shop, replaces, renew }, url));
    return 0;
  },
  async "till list"(ledger, { json }) {
    const tills = await listTills(ledger);
    printLine(json ? JSON.stringify(tills, null, 2) : tills.map(tillText).join("\n"));
    return 0;
  },
  async "till revoke"(ledger, { ids: [id = ""] }) {
    await revokeTill(ledger, id);
    printLine(`${id} can no longer send; its data is kept`);
    return 0;
  },
  async "till accept"(ledger, { ids: [id = ""] }) {
    await acceptTill(ledger, id);
    printLine(`${id} is accepted: its next entries are verified against its new state`);
    return 0;
  },
  async verify(ledger, { ids, json }) {
    let wrong = 0;
    let seen = 0;
    for await (const verdict of verifyLedger(ledger, ids)) {
      seen += 1;
      wrong += Math.min(verdict.problems.length, 1);
      printLine(json ? JSON.stringify({ ...verdict, ok: verdict.problems.length === 0 }) : verdictText(verdict));
    }
    if (seen < ids.length) throw new Refusal(`<id>: this ledger does not have every till of ${ids.join(", ")}`);
    process.stderr.write(`${seen} tills verified, ${wrong} with problems\n`);
    return wrong > 0 ? 1 : 0;
  },
  async report(ledger, { day, json }) {
    const report = await readReport(ledger, day);
    printLine(json ? JSON.stringify(report, null, 2) : reportText(report));
    return 0;
  },
  async "settings publish"(ledger, { ids: [path = ""], to, key, newKey, json }) {
    const publication = { path, to: to ?? "", keyPath: key ?? "", isNewKey: newKey };
    const { version, otherKeyVersion, signed } = await publishSettings(ledger, publication);
    printLine(json ? JSON.stringify([signed]) : `version ${version} for ${to}`);
    process.stderr.write(
      "Tills with `centre` and the public key in their provisioning apply these settings. Their health page shows the version.\n",
    );
    if (otherKeyVersion !== null && !newKey)
      process.stderr.write(
        `Warning: this key did not sign version ${otherKeyVersion} for ${to}. A till accepts only the key in its provisioning (centre.publicKey), and rejects version ${version} if it is signed with another key. If you used the wrong key, publish the file again with the right one. If this key replaces another one, follow "Replace head office's key" in docs/chain.md.\n`,
      );
    const acceptedRecipientNames = await acceptedRecipients(ledger, to ?? "");
    if (acceptedRecipientNames !== null)
      process.stderr.write(
        `No till uses settings for ${to} yet. Tills of this ledger use settings for: ${shortenText(acceptedRecipientNames.join(", "), 500)}.\n`,
      );
    return 0;
  },
  async reconcile(ledger, { service, json }) {
    await using reader = startServiceReader(TILL_PROGRAM, service);
    const reconciliation = await reconcile(ledger, reader, Date.now, { onProgress: readingSoFar() });
    const { list, pages, added, askedAgain, leftOut, differences } = reconciliation;
    if (json) printLine(JSON.stringify(reconciliation, null, 2));
    else for (const difference of differences) printLine(requestText(difference));
    for (const request of leftOut) process.stderr.write(`${skippedText(request)}\n`);
    process.stderr.write(
      `the list is ${list.replace("_", " ")}: ${pages} pages, ${added} new requests, ${askedAgain} checked again, ${differences.length} differences\n`,
    );
    return list === "partly_read" || differences.length > 0 ? 1 : 0;
  },
  async settlement(ledger, { ids: [path = ""], currency, json }) {
    await using reader = startServiceReader(TILL_PROGRAM, null);
    const match = await matchForAll(ledger, reader, { path, currency });
    const { name, lines, matched, differences, net, payout, unsigned } = match;
    const money = (amount: number) => formatMoney(amount, match.currency, "en");
    if (json) printLine(JSON.stringify(match, null, 2));
    else {
      for (const { till, ...own } of match.tills) {
        printLine(
          `${till ?? "no till"}: ${money(own.gross)} gross, ${money(own.others)} others, ${money(own.fee)} fee, ${money(own.net)} net, ${own.lines} lines`,
        );
      }
      for (const difference of differences) printLine(settlementText(difference, money));
    }
    process.stderr.write(
      `${name}: ${lines} lines with an amount, ${matched} matched, ${differences.length} differences\n`,
    );
    if (match.guessedEncoding)
      process.stderr.write(`${name}: read as ${match.guessedEncoding}: the file does not state its text encoding\n`);
    process.stderr.write(`${name}: ${payoutText(match, money)}\n`);
    return differences.some(({ atEdge }) => !atEdge) || unsigned > 0 || (payout ?? net) !== net ? 1 : 0;
  },
};

const SAY_MS = 5000;

function readingSoFar(): (counts: Pick<Reconciliation, "pages" | "added" | "askedAgain">) => void {
  let saidAt = performance.now();
  return ({ pages, added, askedAgain }) => {
    if (performance.now() - saidAt < SAY_MS) return;
    saidAt = performance.now();
    process.stderr.write(`so far ${pages} pages, ${added} new requests, ${askedAgain} checked again\n`);
  };
}

/** The till's maintenance program, built next to this one. */
const TILL_PROGRAM = join(import.meta.dirname, "maintenance.js");

async function run(ledger: Ledger, command: LedgerCommand): Promise<number> {
  if (command.name !== "init" && (await ledgerVersion(ledger)) === null) {
    throw new Refusal("--url: expected a database that `npm run ledger -- init` was run on");
  }
  const act = COMMANDS[command.name];
  if (!act) throw new Refusal(`"${command.name}" is not a command`);
  return await act(ledger, command);
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

function tillText({ till, shop, state, lastSeen, version, lastNumber, behind, error, refused }: TillLine): string {
  const facts = [
    shop,
    state,
    lastSeen === null ? "never seen" : `seen ${lastSeen}`,
    ...(version === null ? [] : [`version ${version}`]),
    `${lastNumber} entries`,
    ...(behind ? [`${behind} behind`] : []),
    ...(error === null ? [] : [error]),
    ...(refused === null ? [] : [`REFUSED: ${refused}`]),
  ];
  return `${till}: ${facts.join(", ")}`;
}

function verdictText({ till, entries, signedTo, keys, problems }: Verdict): string {
  if (problems.length > 0) return problems.map((problem) => `${till}: ${problem}`).join("\n");
  const signed = signedTo === null ? "none signed" : `signed to ${signedTo} by ${keys.join(", then ")}`;
  return `${till}: intact, ${entries} entries, ${signed}`;
}

function payoutText({ net, payout, unsigned }: ChainSettlement, money: (amount: number) => string): string {
  if (unsigned > 0) return `payout not checked: the sign of ${unsigned} rows is unknown`;
  if (payout === null) return `states no payout; its lines total ${money(net)}`;
  if (payout === net) return `pays out ${money(net)}, the sum of its lines`;
  return `pays out ${money(payout)}, but its lines total ${money(net)}: ${money(payout - net)} differs`;
}

function settlementText(settlementDifference: SettlementDifference, money: (amount: number) => string): string {
  const { kind, till, tid, posTid, line, action, inFile, booked, atEdge } = settlementDifference;
  const place = line === null ? `booked at ${settlementDifference.at}` : `line ${line}`;
  const what = `${till ?? "no till"}, ${place}: ${action} ${posTid ?? tid}`;
  const amounts = `${inFile === null ? "not in the file" : `${money(inFile)} in the file`}, ${booked === null ? "not booked" : `${money(booked)} booked`}`;
  return `${what}: ${kind.replaceAll("_", " ")}, ${amounts}${atEdge ? " (at the edge of the file: it may be in another file)" : ""}`;
}

process.exitCode = await main(process.argv.slice(2));
