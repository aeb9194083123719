/** Row 16: closes a till whose merchant has 60,000 requests of other tills. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { RESTORED_AT, settingStore } from "../../../main/storage/database/settings.ts";
import { makeId } from "../../../sandbox/state/tokens.ts";
import { phoneOf } from "../../support/test-till.ts";
import { figureOf, type Row } from "../row.ts";
import { CUSTOMER, inTill, openShop, type Shop, sale } from "../shop.ts";

const FOREIGN = 60_000;
const PAGE = 50;
const OWN = 3;
const ROUNDS = 5;
const USUAL = 10;
/** The rate for reading the whole list: at ten per second it takes two minutes, in addition to other requests. */
const FAST = 1000;

export const row: Row = {
  number: 16,
  name: "close",
  what: "the close of one till among 60,000 requests of other tills",
  bound: "the requests for its own payments; only two pages of the list are read",
  async measure() {
    await using shop = await openShop(FAST);
    await shop.till.must("staff.signIn", { pin: shop.sandbox.ownerPin });
    const tids = sellElsewhere(shop);
    markChecked(shop, tids);
    const walked = await readWholeList(shop);
    await shop.restart(USUAL);
    await shop.till.must("staff.signIn", { pin: shop.sandbox.ownerPin });
    const took: number[] = [];
    const asked: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await sellHere(shop);
      const from = shop.sent.requests.length;
      const began = performance.now();
      const { reconciliation } = await shop.till.must("report.z", {});
      took.push((performance.now() - began) / 1000);
      if (reconciliation?.list !== "read") throw new Error(`the list was not read: ${reconciliation?.list}`);
      asked.push(listRequests(shop, from));
    }
    const pages = FOREIGN / PAGE;
    return [
      figureOf(
        { name: "close", what: "closing a day among 60,000 other payments", atMost: 5, unit: "s" },
        took.slice(1),
        `${asked.slice(1).join(", ")} of ${pages} pages read`,
      ),
      figureOf(
        { name: "close.pages", what: "requests per page of the whole list", atMost: 1, unit: "ratio" },
        [(walked.requests - 2) / pages],
        `${walked.requests} requests in ${walked.seconds.toFixed(1)} s, at ${FAST} a second`,
      ),
    ];
  },
};

/** @returns their tids */
function sellElsewhere({ sandboxData }: Shop): string[] {
  const service = new SQLite(join(sandboxData, "sandbox.db"));
  const merchant = service.prepare("SELECT id FROM merchant LIMIT 1").pluck().get();
  const insert = service.prepare(
    `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, request, customer, action, currency, amount,
       additional_amount, additional_edit, status, status_code, created_at, accepted_at, modified_at)
     VALUES (?, ?, 'other', ?, '{}', ?, 'SALE', 'NOK', 500, 0, 0, 'ok', 2000, ?, ?, ?)`,
  );
  const at = Date.now() - 86_400_000;
  const tids = Array.from({ length: FOREIGN }, () => makeId());
  service.transaction(() => {
    for (const [index, tid] of tids.entries()) insert.run(tid, merchant, `other-${index}`, CUSTOMER, at, at, at);
  })();
  service.close();
  return tids;
}

/** Marks each as already checked by the till: at one per second, checking them takes most of a day. */
function markChecked({ data }: Shop, tids: readonly string[]): void {
  inTill(data, (database) => {
    const insert = database.prepare("INSERT OR IGNORE INTO foreign_tid VALUES (?)");
    for (const tid of tids) insert.run(createHash("sha256").update(tid).digest().readBigInt64BE());
  });
}

/** Reads the whole list, as after a restored backup: the read position is lost, but the owners are known. */
async function readWholeList(shop: Shop): Promise<{ requests: number; seconds: number }> {
  inTill(shop.data, (database) => settingStore(database).set(RESTORED_AT, Date.now()));
  const from = shop.sent.requests.length;
  await shop.restart(FAST);
  const began = performance.now();
  await shop.till.must("staff.signIn", { pin: shop.sandbox.ownerPin });
  let over = await shop.till.call("report.reconciliation", {});
  for (; !over.ok; over = await shop.till.call("report.reconciliation", {}))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { list } = over.value;
  if (list !== "read") throw new Error(`the list was not read: ${list}`);
  return { requests: listRequests(shop, from), seconds: (performance.now() - began) / 1000 };
}

function listRequests({ sent }: Shop, from: number): number {
  return sent.requests.slice(from).filter(({ what }) => /^GET \/payment_request\/(?:\?|$)/.test(what)).length;
}

async function sellHere({ till, sandbox }: Shop): Promise<void> {
  for (let one = 0; one < OWN; one += 1) {
    const { posTid } = await till.must("payment.start", sale);
    const { tid } = await till.until(posTid, (payment) => payment.tid !== null);
    await phoneOf(sandbox).approve(tid ?? "");
    await till.until(posTid, ({ phase }) => phase === "captured");
  }
}
