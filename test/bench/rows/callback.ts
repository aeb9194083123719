import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { enableWriteAheadLog } from "../../../main/storage/database/database.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { type CallbackRequest, signedCallback } from "../../support/callback-requests.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { phoneOf } from "../../support/test-till.ts";
import { startProcess, type TillProcess } from "../../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../../support/till-process-setup.ts";
import { loadOf } from "../load.ts";
import { startServer } from "../other-process.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, rateOf, ratiosOf } from "../row.ts";

const ROUNDS = 7;
const CONNECTIONS = 16;
const CALLBACKS = 800;
const COMMITS = 800;

export const row: Row = {
  number: 6,
  name: "callback",
  what: "callbacks over 16 connections, against the bare commit rate and a server that only verifies",
  bound: "the commit; for a duplicate, HTTP and one RSA verification",
  async measure() {
    await using setup = await prepareTillProcess();
    await using till = startProcess(setup.firstArguments);
    const { url, object } = await knownPayment(till, setup);
    await using peer = await startServer("verify-only", throwawayKeyPair("service").publicPem, url);
    using folder = temporaryFolder();
    using bare = bareCommits(join(folder.path, "bare.db"));
    let ids = 0;
    const news = () => signed(url, object, `message-${++ids}`);
    const again = news();
    await send(url, [again], 1);
    // Signed in advance: signing is the service's work.
    const rounds = Array.from({ length: ROUNDS + 1 }, () => Array.from({ length: CALLBACKS }, news));
    const rates = await inTurns(ROUNDS, {
      durable: () => send(url, rounds.pop() ?? [], CALLBACKS),
      commits: () => bare.rate(COMMITS),
      duplicates: () => send(url, [again], 10 * CALLBACKS),
      verified: () => send(`${peer.url}/`, [again], 10 * CALLBACKS),
    });
    const goals = {
      durable: { name: "callback", what: "callbacks stored, vs bare commits", atLeast: 0.45, unit: "ratio" },
      duplicates: {
        name: "callback.duplicates",
        what: "duplicate callbacks, vs bare node:http",
        atLeast: 0.7,
        unit: "ratio",
      },
    } as const;
    const detail = (ours: readonly number[], theirs: readonly number[]) =>
      `${perSecond(medianOf(ours))} of ${perSecond(medianOf(theirs))}`;
    return [
      figureOf(goals.durable, ratiosOf(rates.durable, rates.commits), detail(rates.durable, rates.commits)),
      figureOf(goals.duplicates, ratiosOf(rates.duplicates, rates.verified), detail(rates.duplicates, rates.verified)),
    ];
  },
};

/** Creates a payment whose status the till knows: further messages about it are stored and change nothing. */
async function knownPayment(till: TillProcess, { sandbox }: TillProcessSetup) {
  const customer = { kind: "phone", value: "4791234567" } as const;
  const started = await till.call("payment.start", { action: "AUTH", amount: 24_900, customer });
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  const { posTid } = started.value;
  const payment = await seen(till, posTid, ({ tid }) => tid !== null);
  await phoneOf(sandbox).approve(payment.tid ?? "");
  await seen(till, posTid, ({ phase }) => phase === "authorised");
  const { body: object } = await merchantClient(sandbox.provision()).get(`/payment_request/${payment.tid}/outcome/`);
  const url = sandbox.payments()[0]?.request.callback_uri;
  if (!url) throw new Error("the till does not receive callbacks");
  return { url, object };
}

async function seen(
  till: TillProcess,
  posTid: string,
  holds: (payment: { tid: string | null; phase: string }) => boolean,
) {
  for (;;) {
    const got = await till.call("payment.get", { posTid });
    if (got.ok && holds(got.value)) return got.value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function signed(url: string, object: unknown, id: string): CallbackRequest {
  return signedCallback(url, { meta: { id, event: "payment_authorized", uri: null }, object }, { at: Date.now() });
}

/** @returns 2xx responses per second */
function send(url: string, requests: readonly CallbackRequest[], amount: number): Promise<number> {
  let next = 0;
  return loadOf({
    url,
    connections: CONNECTIONS,
    amount,
    requests: [
      {
        method: "POST",
        setupRequest(request) {
          const { body, headers } = requests[next++ % requests.length] ?? { body: Buffer.of(), headers: [] };
          return { ...request, body, headers: Object.fromEntries(headers) };
        },
      },
    ],
  });
}

/** Commits one row per transaction, on disk when it returns. */
function bareCommits(path: string): Disposable & { rate(count: number): Promise<number> } {
  const database = new Sqlite(path);
  enableWriteAheadLog(database);
  database.exec("CREATE TABLE one (id INTEGER PRIMARY KEY, text TEXT)");
  const insert = database.prepare("INSERT INTO one (text) VALUES (?)");
  return {
    rate: (count) => rateOf(count, () => insert.run("x".repeat(100))),
    [Symbol.dispose]: () => void database.close(),
  };
}
