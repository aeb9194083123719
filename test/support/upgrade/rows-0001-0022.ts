/** Rows written by tills of schema 1 to 22, by migration: each entry fills its new tables and columns. */
import { createHash } from "node:crypto";
import { addBooking, addOperation, addPayment, closePeriod, type Row, type Shop } from "./shop.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Adds payments with late money of every kind, and a column set to each of its values. */
export function addPaymentsWith(shop: Shop, column: string, values: readonly Row[string][]): void {
  for (const value of values) addPayment(shop, { [column]: value });
}

function addStaff(shop: Shop, name: string, role: string, columns: Row = {}): string {
  const id = `STAFF-${shop.next()}`;
  const pin = { pin_salt: Buffer.alloc(16, 1), pin_hash: Buffer.alloc(32, shop.next()) };
  shop.insert("staff", { id, name, role, ...pin, created_at: shop.now(), ...columns });
  shop.journal("staff.added", { actor: "Owner", data: { name, role } });
  return id;
}

function addPrintJobs(shop: Shop, kind: string, receipt: number | null, posTid: string | null): void {
  for (const state of ["queued", "sending", "unknown", "done", "failed", "cancelled"]) {
    const isOver = state === "done" || state === "failed" || state === "cancelled";
    shop.insert("print_job", {
      ...{ id: `JOB-${shop.next()}`, sequence: shop.next(), kind, receipt, state, bytes: Buffer.from([27, 64]) },
      ...{
        pos_tid: posTid,
        copy: 0,
        automatic: Number(isOver),
        attempts: 1,
        due_at: shop.now(),
        created_at: shop.now(),
      },
      ...{
        problem: isOver ? null : "{}",
        confirmed: Number(state === "unknown"),
        settled_at: isOver ? shop.now() : null,
      },
    });
    // One upload per payment.
    if (kind === "electronic") return;
  }
}

function addReconciliations(shop: Shop): void {
  const lists = ["pending", "read", "partly_read", "not_offered"];
  for (const [index, state] of ["running", "waiting", "done", "stopped"].entries()) {
    const id = `RUN-${shop.next()}`;
    const isOver = index > 1;
    shop.insert("reconciliation", {
      ...{ id, period: 1, state, started_at: shop.now(), list: lists[index] ?? null, total: 2, compared: 1, equal: 1 },
      ...{ finished_at: isOver ? shop.now() : null, actor: isOver ? "Owner" : null, because: isOver ? null : "{}" },
    });
    if (!isOver) shop.insert("reconciliation_item", { reconciliation: id, pos_tid: addPayment(shop) });
    addDifferences(shop, id, ["missing_at_service", "missing_here", "amounts", "state"]);
  }
}

function addDifferences(shop: Shop, run: string | null, kinds: readonly string[]): void {
  const states = ["standing", "accepted", "gone"];
  for (const kind of kinds) {
    const isHere = kind !== "missing_here";
    shop.insert("difference", {
      ...{ id: `DIFFERENCE-${shop.next()}`, reconciliation: run, kind, state: states[shop.next() % 3] ?? null },
      ...{ pos_tid: isHere ? addPayment(shop) : null, tid: isHere ? null : `tid-${shop.next()}` },
      ...{ here: isHere ? "{}" : null, there: isHere ? null : "{}", found_at: shop.now() },
    });
  }
}

function addResults(shop: Shop, results: readonly string[]): void {
  const run = shop.database.prepare<[], string>("SELECT id FROM reconciliation LIMIT 1").pluck().get() ?? null;
  for (const result of results)
    shop.insert("reconciliation_result", { reconciliation: run, pos_tid: addPayment(shop), through: 1, result });
}

export const ROWS: Readonly<Record<number, (shop: Shop) => void>> = {
  1(shop) {
    shop.insert("setting", { name: "counter", value: "1" });
    for (const role of ["owner", "manager", "cashier"])
      addStaff(shop, role === "owner" ? "Owner" : `First ${role}`, role);
    shop.insert("pin_guard", { one: 1, failures: 2, wait_left_ms: 0, written_at: shop.now() });
  },
  2(shop) {
    // The clock was set back before this payment.
    addPayment(shop, { created_at: 1, modified_at: 1 });
    addPaymentsWith(shop, "late", ["after_abort", "after_end", "moved_on"]);
    addPayment(shop, { ended_seen: 1, left_at: shop.now(), attached_at: shop.now(), late_since: shop.now() });
    addPayment(shop, { disowned: 1, taken_offline: 1, arrivals: '{"callback":2,"poll":1,"answer":0,"first":"poll"}' });
  },
  3(shop) {
    const posTid = addPayment(shop, { phase: "queued" });
    addOperation(shop, posTid, "create", "parked", { sent_at: shop.now(), retried_at: shop.now(), given_up: 1 });
  },
  4(shop) {
    const posTid = addPayment(shop, { reserved: 10_000, unlisted: 1, taken_by: null });
    addOperation(shop, posTid, "capture", "done", { actor: "Owner" });
    for (const kind of ["fee", "released", "aborted", "rejected", "expired"])
      addBooking(shop, posTid, kind, { id: null, amount: kind === "fee" ? 0 : 10_000, actor: null });
    addReconciliations(shop);
    shop.insert("foreign_request", { tid: "tid-of-another", pos_id: "counter-2" });
    shop.insert("settlement", { id: "SETTLEMENT-1", imported_at: shop.now(), content: "{}" });
    closePeriod(shop);
  },
  5(shop) {
    const kinds = ["sale", "capture", "refund", "reservation", "release"];
    for (const [part, kind] of kinds.entries()) {
      const [number, posTid] = [part + 1, addPayment(shop)];
      shop.insert("receipt", { number, pos_tid: posTid, kind, part, model: '{"total":100}', issued_at: shop.now() });
      addPrintJobs(shop, "receipt", number, posTid);
      addPrintJobs(shop, "electronic", number, posTid);
    }
    addPrintJobs(shop, "test", null, null);
  },
  6(shop) {
    for (const kind of ["request", "callback"]) {
      shop.insert("exchange", { pos_tid: addPayment(shop), kind, at: shop.now(), last_at: shop.now() });
      shop.insert("exchange", {
        ...{
          pos_tid: addPayment(shop),
          kind,
          at: shop.now(),
          last_at: shop.now(),
          operation_id: "OPERATION-1",
          journal: 1,
        },
        ...{
          method: "POST",
          path: "/payment_request/",
          sent: "{}",
          status: 200,
          received: "{}",
          problem: "late",
          ms: 12,
        },
      });
    }
    for (const kind of ["csv", "json", "saft"])
      shop.insert("export", {
        ...{ id: `EXPORT-${shop.next()}`, kind, from_at: 0, to_at: shop.now(), made_at: shop.now(), files: "[]" },
        person: kind === "csv" ? null : "Owner",
      });
  },
  7(shop) {
    addStaff(shop, "Kari", "cashier");
    addStaff(shop, "Ola", "manager");
    addStaff(shop, "Gone", "manager", { active: 0 });
    shop.insert("pin_try", { subject: "STAFF-9", failures: 1, wait_left_ms: 100, written_at: shop.now() });
  },
  8(shop) {
    for (const step of ["reauthorise", "capture", "release"])
      shop.insert("rule_firing", { pos_tid: addPayment(shop), step, expires_at: shop.now(), fired_at: shop.now() });
  },
  9(shop) {
    const person = addStaff(shop, "Per", "manager");
    shop.insert("refund_key", { one: 1, id: "KEY-1", public_key: "PEM", made_at: shop.now(), made_by: "Owner" });
    shop.insert("refund_key_wrap", { person, key_id: "KEY-1", salt: Buffer.alloc(16, 7), wrapped: "{}" });
  },
  10(shop) {
    addPayment(shop, { text: "Sykkelleie" });
  },
  11(shop) {
    shop.insert("setting", { name: "usedPayment", value: "3" });
  },
  12(shop) {
    shop.insert("reservation_since", { pos_tid: addPayment(shop), since: shop.now() });
    addResults(shop, ["equal", "updated", "different"]);
    shop.insert("x_report", { at: shop.now(), through: 1, content: "{}" });
  },
  13(shop) {
    addPayment(shop, { lines: '[{"name":"Bolle","quantity":2,"unitAmount":5000}]' });
  },
  14(shop) {
    addOperation(shop, addPayment(shop), "release", "ready", { by_rule: 1 });
  },
  15(shop) {
    addPayment(shop, { reference: "register-1", asked_for: digest("register-1") });
  },
  16(shop) {
    addOperation(shop, addPayment(shop), "create", "ready", { retried_at: shop.now() });
  },
  17(shop) {
    addResults(shop, ["equal", "updated", "different", "confirming"]);
    addDifferences(shop, null, ["unreadable"]);
    shop.insert("foreign_tid", { hash: 4_611_686_018_427_387 });
    shop.database.prepare("UPDATE reconciliation SET confirming = 1, list_to = ? WHERE state = 'done'").run(shop.now());
    addPayment(shop, { unreadable: 1 });
  },
  18(shop) {
    addPayment(shop, { code_until: shop.now(), code_ended_at: shop.now() });
  },
  19(shop) {
    addStaff(shop, "Siri", "cashier", { usual_pin: 1 });
  },
  20(shop) {
    addPayment(shop, { held: '{"status":"ok"}' });
  },
  21(shop) {
    addOperation(shop, addPayment(shop), "capture", "sending", { in_bulk: 1, amount: 100, additional_amount: 0 });
  },
  22(shop) {
    addOperation(shop, addPayment(shop), "refund", "unknown", { not_before: shop.now(), amount: 100 });
  },
};
