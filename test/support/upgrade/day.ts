import { addBooking, addMoney, addOperation, addPayment, outcomeOf, type Row, type Shop } from "./shop.ts";

const tidOf = (shop: Shop) => `tid-${String(shop.next()).padStart(6, "0")}`;

/** Adds a requested payment with the columns of every version. */
function asked(shop: Shop, phase: string, columns: Row = {}): string {
  const posTid = addPayment(shop, { phase, customer: "•••4567", tid: tidOf(shop), ...columns });
  addOperation(shop, posTid, "create", "done");
  return posTid;
}

function setOutcome(shop: Shop, posTid: string, status: string, differs: Record<string, unknown> = {}): void {
  const isAuthorised = status === "ok" || status === "auth";
  shop.database
    .prepare("UPDATE payment SET outcome = ?, authorised_seen = ? WHERE pos_tid = ?")
    .run(outcomeOf(posTid, status, differs), Number(isAuthorised), posTid);
  shop.journal(`outcome.${status}`, { posTid });
  if (isAuthorised && shop.has("booking")) addBooking(shop, posTid, "approved", { id: null, amount: 10_000 });
}

/** Adds the service's outcome after money has moved. */
function listMoney(shop: Shop, posTid: string, status: string, differs: Record<string, unknown> = {}): void {
  const list = (kind: string) =>
    shop.database
      .prepare<[string, string], object>(
        `SELECT id, amount, additional_amount AS additionalAmount, text FROM movement
         WHERE pos_tid = ? AND kind = ? ORDER BY position`,
      )
      .all(posTid, kind);
  const outcome = outcomeOf(posTid, status, {
    ...{ captures: list("capture"), refunds: list("refund"), transactionFee: 100 },
    ...differs,
  });
  shop.database.prepare("UPDATE payment SET outcome = ? WHERE pos_tid = ?").run(outcome, posTid);
}

function ended(shop: Shop, phase: string): void {
  const posTid = asked(shop, phase);
  setOutcome(shop, posTid, "fail", { statusCode: 5006, authAmount: 0 });
  if (shop.has("booking")) addBooking(shop, posTid, phase, { id: null, amount: 10_000 });
}

/** Adds a partly refunded sale with a tip, in the resulting phase. */
function refunded(shop: Shop, phase: string, amount: number): void {
  const posTid = asked(shop, phase, { additional_amount: 500 });
  setOutcome(shop, posTid, "ok", { additionalAmount: 500 });
  addMoney(shop, posTid, "capture", { id: addOperation(shop, posTid, "capture", "done"), amount: 10_000, tip: 500 });
  const tip = amount === 10_000 ? 500 : 0;
  const refund = addOperation(shop, posTid, "refund", "done", { amount, additional_amount: tip, reason: "Returned" });
  addMoney(shop, posTid, "refund", { id: refund, amount, tip });
  listMoney(shop, posTid, "ok", { additionalAmount: 500 });
}

/**
 * Adds a day of the database's version: payments in every phase, money moved in one or several steps, and operations in
 * every state.
 */
export function sellForADay(shop: Shop): void {
  addPayment(shop, { phase: "draft", qr_text: "https://service.example/c", qr_kind: "claim", text: "Kaffe og kake" });
  addPayment(shop, { phase: "draft", qr_text: "https://service.example/s", qr_kind: "shortlink", additional_edit: 1 });
  const details = { scope: "openid phone", scope_text: "For the club" };
  addOperation(shop, addPayment(shop, { phase: "queued", ...details }), "create", "ready");
  addOperation(shop, addPayment(shop, { phase: "queued" }), "create", "sending");
  addOperation(shop, asked(shop, "waiting"), "abort", "unknown", { unknown_since: shop.now() });

  const reserved = asked(shop, "authorised", { action: "AUTH" });
  setOutcome(shop, reserved, "auth");
  addOperation(shop, reserved, "reauth", "refused", { last_error: "{}" });
  addOperation(shop, reserved, "capture", "unknown", { amount: 4000, additional_amount: 0, unknown_since: shop.now() });

  const part = asked(shop, "partly_captured", { action: "AUTH" });
  setOutcome(shop, part, "auth");
  addMoney(shop, part, "capture", { id: addOperation(shop, part, "capture", "done", { amount: 3000 }), amount: 3000 });
  addOperation(shop, part, "release", "parked", { last_error: "{}" });
  listMoney(shop, part, "auth", { authAmount: 7000 });

  const oneStep = asked(shop, "captured");
  setOutcome(shop, oneStep, "ok");
  addMoney(shop, oneStep, "capture", { id: null, amount: 10_000 });
  listMoney(shop, oneStep, "ok");
  const unlisted = asked(shop, "captured");
  setOutcome(shop, unlisted, "ok");
  addMoney(shop, unlisted, "capture", { id: null, amount: 10_000, isListed: false });
  refunded(shop, "partly_refunded", 700);
  refunded(shop, "refunded", 10_000);
  for (const phase of ["released", "aborted", "rejected", "expired"]) ended(shop, phase);
  const late = asked(shop, "attention", { attention: "amount_differs", status_name: "Something new" });
  setOutcome(shop, late, "pending", { statusCode: 1003 });

  for (const verdict of ["applied", "hint"]) {
    const fingerprint = Buffer.alloc(32, shop.next());
    const meta = { meta_id: `message-${shop.next()}`, event: "payment_captured", received_at: shop.now() };
    shop.insert("callback", { ...meta, verdict, fingerprint });
  }
}
