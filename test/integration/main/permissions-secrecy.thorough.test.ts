/**
 * A till makes every possible data request with every response, and does its daily work; then everything it wrote,
 * returned, printed or exported is searched for customer data.
 */
import { describe, expect, it } from "vitest";
import { EXPORT_KINDS } from "../../../contract/accounting/exports.ts";
import { SCOPES, type Scope, wireScopes } from "../../../contract/customers/permissions.ts";
import { sealedRecords } from "../../../main/customers/records.ts";
import { connect } from "../../../main/storage/database/database.ts";
import { DEMO_CUSTOMERS } from "../../../sandbox/state/customers.ts";
import { type ComposedTill, composedTill } from "../../support/composed-till.ts";
import { type FakePrinter, fakePrinter } from "../../support/fake-printer.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { filesIn, type Hidden, leaksIn } from "../../support/leaks.ts";
import { type MailServer, mailServer } from "../../support/mail-server.ts";
import { asking, grantedTo, isRead, paymentUntil, permissionUntil } from "../../support/permissions.ts";
import { checkUntil, granted, linkPhone } from "../../support/phones.ts";
import { AMINA, INGRID, KARI, MADS, NORA, OLA, phone } from "../../support/sandbox.ts";
import { UNLIMITED_FUNDS } from "../../support/till-behind-proxy.ts";

/** The requests: each preset by name, scopes without a preset, all scopes, and none. */
type Asked = { preset: string } | { scope: Scope[] };

const KEPT = { keepDays: 7 };

describe("a till", () => {
  it("stores customer data only sealed, and national ids nowhere", async () => {
    await using printer = await fakePrinter();
    await using post = await mailServer();
    // On a busy machine no request lasts until its deadline by this clock.
    const expiry = { counterSeconds: 3600 };
    const provisioning = { timeZone: "Europe/Oslo", mail: post.settings(), expiry };
    await using world = await composedTill({ clock: fastClock(3), provisioning });
    for (const customer of world.sandbox.users()) world.sandbox.putCustomer({ ...customer, ...UNLIMITED_FUNDS });
    await world.asManager();
    await world.must("receipt.settings.set", {
      printer: printer.settings(),
      receipt: { print: "always", electronic: true },
    });
    const { items } = await world.must("permission.presets.get", {});
    // Kept beyond the sale, so that the vault stores it in the end.
    await world.must("permission.presets.set", { items: items.map((preset) => ({ ...preset, ...KEPT })) });
    const questions: Asked[] = [
      ...items.map(({ id }) => ({ preset: id })),
      { scope: ["address"] },
      { scope: ["bankid"] },
      { scope: [] },
      { scope: [...SCOPES] },
    ];
    for (const question of questions) {
      // The idle lock signs the user out, and this clock runs fast.
      await world.asManager();
      await requestEveryWay(world, question);
    }
    await failRequests(world);
    await world.asManager();
    await approveByPhone(world);
    await mailReceipts(world, post);
    await doDailyWork(world, printer);
    // A label contains the shared address, and nothing else does.
    const printed = { bytes: printer.bytes, texts: printer.papers.map(({ text }) => text) };
    await printLabel(world, printer);
    const running = filesIn(world.data);
    await world.must("customer.forget", { posTid: (await grantedTo(world, { scope: ["email"], ...KEPT })).posTid });
    await world.stop();
    const output = { name: "what was logged, told and answered", bytes: Buffer.from(world.said.join("\n")) };
    const paper = { name: "what was printed", bytes: printed.bytes };
    const read = {
      name: "what the printer made of it",
      bytes: Buffer.from(printed.texts.join("\n")),
    };
    const searched = [...running, ...filesIn(world.data), output, paper, read];
    expect(searched.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "till.db",
        "till.db-wal",
        expect.stringMatching(/\.zip\/journal\.jsonl$/),
        expect.stringMatching(/^backups\//),
      ]),
    );
    expect(leaksIn(searched, [...people(), ...tokens(world)]).join("\n")).toBe("");
    // The search finds allowed data.
    expect(leaksIn(searched, [{ what: "a preset", value: "ship-to-home" }]).length).toBeGreaterThan(3);
    expect(leaksIn([paper], [{ what: "an amount", value: "149,00" }])).not.toEqual([]);
    await readVault(world);
  }, 300_000);
});

/** A scope requested separately is sent with its required scopes: the customer can share all but the last. */
function partOf(scope: readonly Scope[]): string[] {
  return wireScopes(scope).slice(0, -1);
}

/** One request with every response: separately and with a payment. */
async function requestEveryWay(world: ComposedTill, question: Asked): Promise<void> {
  const whole = await grantedTo(world, { ...question, ...KEPT });
  await world.must("permission.get", { posTid: whole.posTid });
  for (const [scope, claims] of Object.entries(whole.claims))
    for (const name of Object.keys(claims))
      await world.call("permission.reveal", { posTid: whole.posTid, claim: `${scope}.${name}` });
  const part = partOf(whole.scope);
  if (part.length > 0) await grantedTo(world, { ...question, ...KEPT }, { scopes: part, customer: OLA });
  const refused = await asking(world, { ...question }, MADS);
  await phone(world.sandbox).decline(refused.rid, MADS);
  await permissionUntil(world, refused.posTid, ({ phase }) => phase === "declined");
  const code = await world.must("permission.request", { ...question, ...KEPT });
  await world.phone.scan(code.qr?.text ?? "", NORA);
  const scanned = await permissionUntil(world, code.posTid, ({ rid }) => rid !== null);
  await phone(world.sandbox).grant(scanned.rid ?? "", NORA);
  await permissionUntil(world, code.posTid, isRead);
  // A payment requests data, or none.
  const withPayment = whole.scope.length === 0 ? { preset: "member" } : question;
  await payAndShare(world, withPayment, whole.posTid);
}

/** A payment with a request: approved completely and in part, and rejected; and one charged with a token. */
async function payAndShare(world: ComposedTill, question: Asked, permission: string): Promise<void> {
  const start = async (customer: string) => {
    const named = { kind: "phone", value: customer } as const;
    const { posTid } = await world.must("payment.start", {
      action: "SALE",
      amount: 14_900,
      customer: named,
      ...question,
    });
    const { tid } = await paymentUntil(world, posTid, ({ phase, tid: known }) => phase === "waiting" && known !== null);
    return { posTid, tid: tid ?? "" };
  };
  const isPaid = ({ phase }: { phase: string }) => phase === "captured";
  const paid = await start(INGRID);
  await phone(world.sandbox).approve(paid.tid, { customer: INGRID });
  await permissionUntil(world, paid.posTid, isRead);
  const { permission: asked } = await paymentUntil(world, paid.posTid, isPaid);
  const part = partOf(asked?.scope ?? []);
  if (part.length > 0) {
    const partly = await start(AMINA);
    await phone(world.sandbox).approve(partly.tid, { customer: AMINA, scopes: part });
    await paymentUntil(world, partly.posTid, isPaid);
  }
  const rejected = await start(MADS);
  await world.phone.reject(rejected.tid, MADS);
  await paymentUntil(world, rejected.posTid, ({ phase }) => phase === "rejected");
  const customer = { kind: "permission", value: permission } as const;
  const again = await world.must("payment.start", { action: "SALE", amount: 14_900, customer });
  const { tid } = await paymentUntil(
    world,
    again.posTid,
    ({ phase, tid: known }) => phase === "waiting" && known !== null,
  );
  await world.phone.approve(tid ?? "", { customer: KARI });
  await paymentUntil(world, again.posTid, isPaid);
}

/** Failures at a service whose errors contain customer data, and requests without a response. */
async function failRequests(world: ComposedTill): Promise<void> {
  const { faults } = world.sandbox;
  const [kari] = DEMO_CUSTOMERS;
  const description = `${kari?.name}, ${kari?.email}, ${kari?.phone}, ${kari?.national_id}, ${kari?.street_address}`;
  const body = JSON.stringify({
    error_type: description,
    error_description: description,
    error_details: { national_id: description },
  });
  const answer = { effect: "answer", contentType: "application/json", body } as const;
  for (const status of [200, 400, 403, 404, 503]) {
    faults.add({ ...answer, kind: "OAUTH", times: 1, status });
    await grantedTo(world, { scope: ["fodselsnummer", "shipping_address", "email"], ...KEPT });
  }
  const about = (text: string) => JSON.stringify({ error_type: "invalid", error_description: `no customer ${text}` });
  for (const text of [`+47 912 34 567`, kari?.email ?? "", kari?.phone ?? "", "018571 11253"]) {
    faults.add({ ...answer, body: about(text), kind: "PERMISSION", times: 1, status: 400 });
    const customer = { kind: "phone", value: KARI } as const;
    const { posTid } = await world.must("permission.request", { scope: ["email"], customer });
    await permissionUntil(world, posTid, ({ phase }) => phase === "attention");
  }
  const late = await asking(world, { preset: "member" });
  const aborted = await asking(world, { preset: "member" });
  await world.must("permission.abort", { posTid: aborted.posTid });
  await phone(world.sandbox).grant(aborted.rid);
  world.sandbox.clock.advance(3_700_000);
  await permissionUntil(world, late.posTid, ({ phase }) => phase === "expired");
}

/** A manager's phone approves a refund. */
async function approveByPhone(world: ComposedTill): Promise<void> {
  await world.must("staff.add", { name: "Lise", role: "manager", pin: "702914" });
  await world.must("staff.add", { name: "Per", role: "cashier", pin: "4821" });
  await linkPhone(world, "Lise", OLA);
  await world.must("staff.signIn", { pin: "4821" });
  const [paid] = (await world.must("payment.list", { phases: ["captured"], limit: 1 })).items;
  const input = { posTid: paid?.posTid ?? "", amount: 100, reason: "Broken" };
  const check = await world.must("staff.approveByPhone", { command: "payment.refund", input });
  await granted(world, check, OLA);
  await checkUntil(world, check.id, "done");
  await world.must("staff.approve", { phone: check.id, command: "payment.refund", input });
  await paymentUntil(world, input.posTid, ({ phase }) => phase === "partly_refunded");
  await world.asManager();
}

/** Mails receipts: at once, after a server error with customer data, and to a customer who is forgotten first. */
async function mailReceipts(world: ComposedTill, post: MailServer): Promise<void> {
  const { posTid } = await grantedTo(world, { scope: ["email"], ...KEPT });
  const [payment] = (await world.must("payment.list", { phases: ["captured"], limit: 1 })).items;
  const mail = { posTid: payment?.posTid ?? "", permission: posTid };
  post.faults.message = 451;
  await world.must("receipt.mail", mail);
  await permissionUntil(world, posTid, (one) => (one.mail?.attempts ?? 0) > 0);
  post.faults.message = null;
  await permissionUntil(world, posTid, (one) => one.mail?.state === "sent");
  expect(post.mails.at(-1)?.to).toEqual([DEMO_CUSTOMERS[0]?.email]);
}

/** Prints the address label, and shows it as a page. */
async function printLabel(world: ComposedTill, printer: FakePrinter): Promise<void> {
  const { posTid } = await grantedTo(world, { scope: ["shipping_address"], ...KEPT });
  const before = printer.papers.length;
  await world.must("customer.label", { posTid, as: "print" });
  await printer.printed(before + 1);
  expect(printer.papers.at(-1)?.text).toContain("Markveien 35");
  await world.must("customer.label", { posTid, as: "pdf" });
}

/** Receipts, reports, exports, lists, payment files, the support bundle, and the close of the day with its backup. */
async function doDailyWork(world: ComposedTill, printer: FakePrinter): Promise<void> {
  const payments = (await world.must("payment.list", { limit: 200 })).items;
  for (const { posTid } of payments) {
    await world.must("payment.get", { posTid });
    await world.must("payment.file", { posTid });
    await world.must("payment.story", { posTid });
    await world.call("receipt.get", { posTid });
    await world.call("receipt.takeAway", { posTid });
  }
  await printer.printed(10);
  for (let cursor: string | undefined; ; ) {
    const page = await world.must("permission.list", { limit: 200, cursor });
    if (page.next === null) break;
    cursor = page.next;
  }
  for (let cursor: string | undefined; ; ) {
    const page = await world.must("journal.list", { limit: 200, cursor });
    if (page.next === null) break;
    cursor = page.next;
  }
  await world.must("queue.list", {});
  await world.must("report.takeX", {});
  const decisions = (await world.must("report.preview", {})).unresolved.map(({ subject }) => ({
    subject,
    decision: "accept" as const,
    note: "Known",
  }));
  await world.must("report.z", { decisions });
  for (const kind of EXPORT_KINDS) {
    const made = await world.must("export.make", { kind, from: "2000-01-01", to: "2099-12-31" });
    for (const { name } of made.files) await readExport(world, made.exportId, name);
  }
  await world.must("diagnostics.health", {});
  await world.must("diagnostics.bundle", {});
}

/** Returns an export's file, as a window receives it. */
async function readExport(world: ComposedTill, exportId: string, name: string): Promise<void> {
  const pieces: Buffer[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { data: string; next: number | null } = await world.must("export.read", { exportId, name, offset });
    pieces.push(Buffer.from(piece.data, "base64"));
    offset = piece.next;
  }
  world.said.push(Buffer.concat(pieces).toString("utf8"));
}

/** Each customer with each of their claims. */
function people(): Hidden[] {
  return DEMO_CUSTOMERS.flatMap(({ phone: number, name, email, street_address: street, national_id: id, ...place }) => {
    const birthDate = birthDateOf(id);
    const values = {
      name,
      "family name": name.split(" ").at(-1) ?? "",
      email,
      "e-mail account": email.split("@")[0] ?? "",
      street,
      place: `${place.postal_code} ${place.locality}`,
      "phone number": number,
      "phone number within the country": number.slice(2),
      "national id": id,
      "date of birth": birthDate,
    };
    return Object.entries(values)
      .filter(([, value]) => value.length >= 5)
      .map(([what, value]) => ({ what: `${what} of ${number}`, value }));
  });
}

/** The birth date as a till could write it, from a number with 80 added to its month. */
function birthDateOf(id: string): string {
  const [day, month, year] = [id.slice(0, 2), Number(id.slice(2, 4)) - 80, id.slice(4, 6)];
  const century = Number(id.slice(6, 9)) >= 500 ? 20 : 19;
  return `${century}${year}-${String(month).padStart(2, "0")}-${day}`;
}

/** Every token that the service issued, with the identity in it. */
function tokens({ sandbox }: ComposedTill): Hidden[] {
  const issued = sandbox.accessTokens();
  expect(issued.length).toBeGreaterThan(30);
  const subjects = issued.flatMap(({ id_token: proof }) => {
    const payload: unknown =
      proof === null ? {} : JSON.parse(Buffer.from(proof.split(".")[1] ?? "", "base64url").toString());
    return typeof payload === "object" && payload !== null && "sub" in payload ? [String(payload.sub)] : [];
  });
  const proofs = issued.flatMap(({ id_token: proof }) => (proof === null ? [] : [proof.split(".")[2] ?? ""]));
  return [
    ...[...new Set(subjects)].map((value) => ({ what: "a subject", value })),
    ...issued.map(({ token }) => ({ what: "an access token", value: token })),
    ...issued.map(({ refresh_token: value }) => ({ what: "a refresh token", value })),
    ...proofs.map((value) => ({ what: "an id_token", value })),
  ];
}

/** Opens the data as the till can: the claims, and no national id. */
async function readVault(world: ComposedTill): Promise<void> {
  const vault = world.openVault();
  const database = connect(`${world.data}/till.db`);
  const sql = "SELECT pos_tid, sealed FROM permission WHERE sealed IS NOT NULL";
  const rows = database.prepare<[], { pos_tid: string; sealed: Buffer }>(sql).all();
  const records = sealedRecords(vault);
  const opened = rows.map(({ pos_tid: posTid, sealed }) => records.open(posTid, sealed));
  database.close();
  vault.close();
  expect(opened.length).toBeGreaterThan(20);
  const vaultContent = [{ name: "the vault", bytes: Buffer.from(JSON.stringify(opened)) }];
  const ids = DEMO_CUSTOMERS.flatMap(({ national_id: id }) => [
    { what: "a national id", value: id },
    { what: "a date of birth", value: birthDateOf(id) },
  ]);
  expect(leaksIn(vaultContent, ids)).toEqual([]);
  const claims = people().filter(({ what }) => /^(name|email|street|phone number) of 4791234567$/.test(what));
  for (const claim of claims) expect(leaksIn(vaultContent, [claim]), claim.what).not.toEqual([]);
}
