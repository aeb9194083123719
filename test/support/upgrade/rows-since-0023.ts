/** Rows written by tills since schema 23, by migration: each entry fills its new tables and columns. */
import { addBooking, addOperation, addPayment, type Row, type Shop } from "./shop.ts";

function addVend(shop: Shop, state: string, columns: Row = {}): void {
  const isOrdered = state !== "authorising" && state !== "cancelled";
  shop.insert("vend", {
    ...{
      pos_tid: addPayment(shop),
      id: `VEND-${shop.next()}`,
      is_deposit: Number(!isOrdered),
      items: '[{"slot":"A1"}]',
    },
    ...{ state, ordered_at: isOrdered ? shop.now() : null },
    ...columns,
  });
}

function addPermission(shop: Shop, columns: Row = {}): string {
  const number = shop.next();
  const posTid = `ASKED-${number}`;
  shop.insert("permission", {
    ...{ pos_tid: posTid, sequence: number, combined: 0, scope: "openid email", purpose: "Receipts", keep_days: 30 },
    ...{ phase: "waiting", created_at: shop.now(), modified_at: shop.now() },
    ...columns,
  });
  shop.journal("permission.asked", { posTid });
  return posTid;
}

const STAFF = "SELECT id FROM staff WHERE active = 1 AND role <> 'owner' ORDER BY id LIMIT 1";

function addShift(shop: Shop, columns: Row = {}): void {
  const period = shop.database.prepare<[], number>("SELECT number FROM open_period").pluck().get() ?? 0;
  const shift = { id: `SHIFT-${shop.next()}`, period, person: "Owner", at: shop.now(), through: 1, content: "{}" };
  shop.insert("shift", { ...shift, ...columns });
}

function addAnswer(shop: Shop, posTid: string | null): void {
  const answer = {
    register: "Kasse 1",
    key: `KEY-${shop.next()}`,
    asked: Buffer.alloc(32, 4),
    status: 200,
    body: "{}",
  };
  shop.insert("register_answer", { ...answer, pos_tid: posTid });
}

export const ROWS: Readonly<Record<number, (shop: Shop) => void>> = {
  23(shop) {
    shop.insert("catalogue", { one: 1, version: 1, content: '{"products":[]}', provisioned: null });
    shop.database.prepare("UPDATE catalogue SET version = 2, provisioned = ?").run(Buffer.alloc(32, 5));
    for (const type of ["image/png", "image/jpeg", "image/webp"])
      shop.insert("picture", { id: type, media_type: type, data: Buffer.from([1, 2, 3]), added_at: shop.now() });
  },
  24: () => undefined, // a sum of existing rows
  25(shop) {
    const pin = { pin_salt: Buffer.alloc(16, 2), pin_hash: Buffer.alloc(32, 2) };
    shop.insert("staff", {
      id: "STAFF-ROLE",
      name: "Nils",
      role: "manager",
      ...pin,
      created_at: 1,
      own_role: "ROLE-1",
    });
  },
  26(shop) {
    addShift(shop);
    addShift(shop, { accepted_by: "Owner", accepted_at: shop.now() });
    shop.insert("print_job", {
      ...{
        id: "JOB-SLIP",
        sequence: shop.next(),
        kind: "slip",
        automatic: 0,
        bytes: Buffer.from([27]),
        state: "queued",
      },
      ...{ due_at: shop.now(), created_at: shop.now() },
    });
  },
  27: () => undefined, // each capture has its VAT from here on
  28(shop) {
    for (const words of ["en", "nb"]) addPayment(shop, { words_in: words });
  },
  29(shop) {
    addPayment(shop, { words_in: "uk" });
  },
  30(shop) {
    for (const state of ["authorising", "dispensing", "settling", "done", "cancelled", "unknown"]) addVend(shop, state);
    for (const rule of ["release", "capture"])
      addVend(shop, "unknown", {
        ...{
          taken_at: shop.now(),
          refused_at: shop.now(),
          report: "{}",
          asked_again_at: shop.now(),
          because: "{}",
          rule,
        },
        acknowledged_at: shop.now(),
      });
  },
  31(shop) {
    for (const state of ["making", "active", "gone", "retiring", "retired"]) {
      const isMade = state !== "making";
      shop.insert("sticker", {
        ...{ id: `STICKER-${state}`, name: state, state, base_url: "https://service.example", made_at: shop.now() },
        ...{ asked_at: isMade ? shop.now() : null, shortlink_id: isMade ? `S-${state}` : null },
        ...{ link: isMade ? "https://service.example/s" : null, last_scan_at: isMade ? shop.now() : null },
      });
    }
    shop.insert("seen_scan", { digest: Buffer.alloc(32, 6), seen_at: shop.now() });
  },
  32(shop) {
    addVend(shop, "done", { approved_at: shop.now(), resolved_at: shop.now(), restored_at: shop.now() });
    // From a restored backup: finished, with an unknown order time.
    addVend(shop, "done", { ordered_at: null });
  },
  33(shop) {
    for (const rule of ["release", "capture"]) addVend(shop, "dispensing", { machine: "http://m", unknown_drop: rule });
  },
  34(shop) {
    addPermission(shop);
    addPermission(shop, {
      ...{
        combined: 1,
        preset: "club",
        text: "For the club",
        customer: "•••4567",
        qr_text: "https://service.example/q",
      },
      ...{ code_until: shop.now(), rid: "rid-1", status: "ok", status_code: 2000, attention: "unread", token_until: 1 },
      ...{ sealed: Buffer.alloc(40, 8), answered_at: shop.now(), deadline: shop.now(), sale: addPayment(shop) },
      ...{ erased_at: shop.now(), erased_because: "deadline", fee: 150, fee_currency: "NOK", fee_at: shop.now() },
      ...{ asked_by: "Owner", phase: "granted" },
    });
  },
  35(shop) {
    for (const state of ["ready", "unknown", "done"]) addOperation(shop, addPermission(shop), "permission", state);
  },
  36(shop) {
    const person = shop.database.prepare<[], string>(STAFF).pluck().get() ?? null;
    shop.insert("staff_account", { person, digest: Buffer.alloc(32, 9), linked_at: shop.now() });
    addPermission(shop, { nonce: "nonce-1" });
  },
  37(shop) {
    addBooking(shop, addPermission(shop, { rid: "rid-37" }), "permission", { id: null, amount: 0, actor: null });
  },
  38(shop) {
    addPayment(shop, { addresses: '{"success_url":"https://shop.example"}' });
  },
  39(shop) {
    for (const state of ["held", "waiting", "sent", "failed", "unpaid", "forgotten"]) {
      const isOpen = state === "held" || state === "waiting";
      shop.insert("receipt_mail", {
        ...{
          id: `MAIL-${state}`,
          pos_tid: addPermission(shop),
          payment: addPayment(shop),
          state,
          created_at: shop.now(),
        },
        ...{ masked: state === "forgotten" ? null : "k•••@example.org", sealed: isOpen ? Buffer.alloc(40, 3) : null },
        ...{ due_at: shop.now(), deadline: shop.now(), problem: isOpen ? "{}" : null, ended_at: isOpen ? null : 1 },
      });
    }
  },
  40: () => undefined, // it deletes the stored requests of finished operations
  41(shop) {
    addPermission(shop, { terms_url: "https://shop.example/terms" });
  },
  42: () => undefined, // it deletes the stored callbacks
  43(shop) {
    addPayment(shop, { created_at: 1, modified_at: 1 });
    addPayment(shop);
  },
  44(shop) {
    for (const revoked of [null, shop.now()])
      shop.insert("register_client", {
        ...{ id: `REGISTER-${shop.next()}`, name: "Kasse 1", key_hash: `HASH-${shop.next()}`, rights: '["sell"]' },
        ...{ refund_limit: revoked === null ? 5000 : null, created_at: shop.now(), last_seen_at: revoked },
        revoked_at: revoked,
      });
    const posTid = addPayment(shop, { register: "Kasse 1" });
    addAnswer(shop, posTid);
    for (const declined of [null, shop.now()])
      shop.insert("refund_request", {
        ...{
          refund_id: `REFUND-${shop.next()}`,
          pos_tid: posTid,
          register: "Kasse 1",
          amount: 100,
          additional_amount: 0,
        },
        ...{ reason: "Returned", asked_at: shop.now(), declined_at: declined },
      });
  },
  45(shop) {
    shop.insert("webhook", { id: "HOOK-1", url: "https://a.example", position: 1, created_at: shop.now() });
    shop.insert("webhook", {
      ...{ id: "HOOK-2", url: "https://b.example", position: 1, created_at: shop.now(), register: "Kasse 1" },
      ...{ last_error: "{}", last_ok_at: shop.now(), ended_at: shop.now() },
    });
    shop.insert("webhook_late", { webhook: "HOOK-1", pos_tid: addPayment(shop), attempts: 2, failed_at: shop.now() });
  },
  46(shop) {
    addAnswer(shop, null);
  },
  47(shop) {
    const answers: Row = { live: null, answered: "yes", replaced: "no", expired: null, withdrawn: null };
    for (const [state, answer] of Object.entries(answers))
      shop.insert("screen_message", {
        id: `MESSAGE-${state}`,
        register: "Kasse 1",
        state,
        answer,
        asked_at: shop.now(),
      });
  },
  48(shop) {
    const at = shop.now();
    const posTid = addPayment(shop, { recovered_at: at });
    shop.journal("payment.recovered", { posTid });
  },
  49(shop) {
    shop.insert("seen_scan", { digest: Buffer.alloc(32, 7), seen_at: shop.now(), pos_tid: addPayment(shop) });
  },
  50: () => undefined, // it clears a mark that earlier tills set by mistake
  51(shop) {
    addPayment(shop, { attempt: "7d3c9b52-1f0e-4b6d-8a57-c2e4f6a8b0d1", asked_for: Buffer.alloc(32, 3) });
  },
  52(shop) {
    const machine = "http://127.0.0.1:8090/";
    const fault = { machine, because: "{}", since: shop.now() };
    const posTid = addPayment(shop);
    shop.insert("slot_off_sale", { ...fault, slot: "A1", state: "blocked", pos_tid: posTid });
    shop.insert("slot_off_sale", { ...fault, slot: "B2", state: "sold_out", pos_tid: "" });
    shop.insert("slot_off_sale", { ...fault, slot: "B2", state: "blocked", pos_tid: posTid, cleared_at: shop.now() });
    shop.insert("doubtful_vend", { pos_tid: posTid, machine, at: shop.now() });
    shop.insert("doubtful_vend", { pos_tid: addPayment(shop), machine, at: shop.now(), is_counted: 0 });
    shop.database
      .prepare("UPDATE webhook SET machine_position = 1, machine_failed_at = ? WHERE register IS NULL")
      .run(shop.now());
  },
};
