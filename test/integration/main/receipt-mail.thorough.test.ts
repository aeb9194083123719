/** Receipts by e-mail: from the customer's grant on the phone to the delivered mail, and what is stored of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import type { ReceiptMailState } from "../../../contract/customers/mail.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { type MailServer, mailServer } from "../../support/mail-server.ts";
import { grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const ADDRESS = "kari.nordmann@example.com";

interface Shop extends AsyncDisposable {
  world: TestTill;
  server: MailServer;
  log: string[];
}

async function shop(provisioned: object | null = {}): Promise<Shop> {
  await using cleanup = new AsyncDisposableStack();
  const log: string[] = [];
  const server = cleanup.use(await mailServer());
  const mail = provisioned === null ? null : server.settings(provisioned);
  const provisioning = { shop: { name: "Bakeri Ærlig" }, mail };
  const world = cleanup.use(await createTestTill({ provisioning, log: { write: (line) => void log.push(line) } }));
  const resources = cleanup.move();
  return { world, server, log, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

type Asked = Partial<CommandInput<"payment.start">>;

/** A sale that requests the address, scanned by its customer. */
async function asked({ world }: Shop, input: Asked = {}): Promise<Payment & { tid: string }> {
  const sale = { action: "SALE" as const, amount: 14_900, preset: "receipt-by-mail", ...input };
  const { posTid, qr } = await world.must("payment.start", sale);
  await world.phone.scan(qr?.text ?? "");
  const waiting = await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
  return { ...waiting, tid: waiting.tid ?? "" };
}

/** The same sale, approved on the phone, which grants the requested data. */
async function paid(opened: Shop, input: Asked = {}): Promise<Payment> {
  const payment = await asked(opened, input);
  await opened.world.phone.approve(payment.tid);
  return payment;
}

async function mailUntil({ world }: Shop, posTid: string, state: ReceiptMailState) {
  const { mail } = await permissionUntil(world, posTid, (one) => one.mail?.state === state);
  return mail;
}

const filesWith = ({ folder }: TestTill, text: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

const keysLeft = ({ vault }: TestTill) => Object.keys(JSON.parse(vault.get("mailKeys") ?? "{}"));

it("is sent once the sale is paid and the address granted, and stores no address", async () => {
  await using opened = await shop();
  const { world, server, log } = opened;
  const { posTid } = await paid(opened, { text: "Kanelboller" });
  const mail = await mailUntil(opened, posTid, "sent");
  expect(mail).toMatchObject({ posTid, to: "k•••@e•••", attempts: 0, problem: null, endedAt: expect.any(String) });
  const [received] = await server.received(1);
  expect(received).toMatchObject({ from: "shop@example.com", to: [ADDRESS] });
  expect(received?.header("from")).toBe("Bakeri Ærlig <shop@example.com>");
  expect(received?.header("subject")).toMatch(/^Salgskvittering · \w{4}-R00001 · Bakeri Ærlig$/);
  expect(received?.header("content-language")).toBe("nb");
  expect(received?.header("message-id")).toMatch(/^<\w+\.receipt@example\.com>$/);
  expect(received?.header("content-type")).toContain("multipart/alternative");
  for (const text of ["149,00 kr", "Kanelboller", posTid]) expect(received?.text).toContain(text);
  await world.asManager();
  const queued = (await world.must("journal.list", { event: "receipt.mailQueued" })).items;
  expect(queued).toMatchObject([{ posTid, values: { receipt: expect.stringMatching(/-R00001$/) } }]);
  expect((await world.must("journal.list", { event: "receipt.mailed" })).items).toMatchObject([{ posTid }]);
  expect(keysLeft(world)).toEqual([]);
  expect(filesWith(world, ADDRESS)).toEqual([]);
  expect(JSON.stringify(world.events) + log.join("")).not.toContain(ADDRESS);
  // Reading the payment again sends nothing more.
  await world.restart();
  expect(server.mails).toHaveLength(1);
});

describe("a receipt by e-mail", () => {
  it("is in the customer's language", async () => {
    await using opened = await shop();
    await paid(opened, { language: "fi" });
    const [received] = await opened.server.received(1);
    expect(received?.header("content-language")).toBe("fi");
    expect(received?.header("subject")).toContain("/ Salgskvittering");
  });

  it("waits for an unreachable mail server, over the next sales and a restart, and sends once", async () => {
    await using opened = await shop();
    const { world, server, log } = opened;
    await server.stop();
    const { posTid } = await paid(opened);
    await permissionUntil(world, posTid, ({ mail }) => mail?.problem?.code === "mail_no_server");
    // Two more sales: the data shared for the first has ended, except the receipt's address.
    await world.pay("SALE", 100);
    await world.must("payment.start", { action: "SALE", amount: 200 });
    const { erased, mail } = await permissionUntil(world, posTid, (one) => one.erased !== null);
    expect(erased?.because).toBe("sale");
    expect(mail).toMatchObject({ state: "waiting", to: "k•••@e•••" });
    expect(filesWith(world, ADDRESS)).toEqual([]);
    await world.restart(() => server.restart());
    await mailUntil(opened, posTid, "sent");
    expect(server.mails.map(({ to }) => to)).toEqual([[ADDRESS]]);
    expect(JSON.stringify(world.events) + log.join("")).not.toContain(ADDRESS);
    expect(keysLeft(world)).toEqual([]);
  });

  it("is sent again as the same message when the response was lost", async () => {
    await using opened = await shop();
    const { server } = opened;
    server.faults.losesAnswer = true;
    const { posTid } = await paid(opened);
    await server.received(1);
    server.faults.losesAnswer = false;
    await server.stop();
    await server.restart();
    await mailUntil(opened, posTid, "sent");
    const [first, second] = await server.received(2);
    expect(second?.header("message-id")).toBe(first?.header("message-id"));
    expect(second?.header("date")).toBe(first?.header("date"));
    expect(second?.header("subject")).toBe(first?.header("subject"));
  });

  it.each([
    { faults: { recipient: 550 }, state: "failed", code: "mail_refused" },
    { faults: { message: 554 }, state: "failed", code: "mail_refused" },
    { faults: { recipient: 450 }, state: "waiting", code: "mail_later" },
  ] as const)("is $state when the server returns $faults, and stores no text of the server", async (is) => {
    await using opened = await shop();
    const { world, server, log } = opened;
    Object.assign(server.faults, is.faults);
    const { posTid } = await paid(opened);
    const { mail } = await permissionUntil(world, posTid, (one) => one.mail?.problem !== null && one.mail !== null);
    expect(mail).toMatchObject({ state: is.state, problem: { code: is.code } });
    expect(keysLeft(world)).toHaveLength(is.state === "failed" ? 0 : 1);
    expect(filesWith(world, ADDRESS)).toEqual([]);
    expect(JSON.stringify(world.events) + log.join("")).not.toContain(ADDRESS);
  });

  it("is not sent once its customer is forgotten, and the address can no longer be decrypted", async () => {
    await using opened = await shop();
    const { world, server } = opened;
    await server.stop();
    const { posTid } = await paid(opened);
    await permissionUntil(world, posTid, ({ mail }) => mail?.problem?.code === "mail_no_server");
    await world.asManager();
    const { erased } = await world.must("customer.forget", { posTid });
    expect(erased).toContain("receipt_mail.email");
    expect((await world.must("permission.get", { posTid })).mail).toMatchObject({ state: "forgotten", to: null });
    expect(keysLeft(world)).toEqual([]);
    expect(world.database.prepare("SELECT sealed, masked FROM receipt_mail").all()).toEqual([
      { sealed: null, masked: null },
    ]);
    await server.restart();
    await world.restart();
    await world.asManager();
    await world.must("mail.set", { mail: server.settings() });
    expect(server.connections).toBe(0);
  });

  it("is not sent for an unpaid payment", async () => {
    await using opened = await shop();
    const { world, server } = opened;
    const { posTid, tid } = await asked(opened, { action: "AUTH" });
    await world.phone.approve(tid);
    await mailUntil(opened, posTid, "held");
    await world.must("payment.release", { posTid });
    await mailUntil(opened, posTid, "unpaid");
    expect(keysLeft(world)).toEqual([]);
    expect(server.connections).toBe(0);
  });

  it("reports a missing mail server, stores no address, and is sent when a user requests it later", async () => {
    await using opened = await shop(null);
    const { world, server } = opened;
    const { posTid } = await paid(opened);
    expect(await mailUntil(opened, posTid, "failed")).toMatchObject({ problem: { code: "mail_not_set_up" } });
    expect(keysLeft(world)).toEqual([]);
    const refused = await world.call("receipt.mail", { posTid });
    expect(refused).toMatchObject({ error: { details: { because: { code: "mail_not_set_up" } } } });
    await world.asManager();
    await world.must("mail.set", { mail: server.settings() });
    await world.must("receipt.mail", { posTid });
    await mailUntil(opened, posTid, "sent");
    expect((await server.received(1))[0]?.to).toEqual([ADDRESS]);
  });

  it("uses no address that was shared for another purpose, unless a user requests it", async () => {
    await using opened = await shop();
    const { world, server } = opened;
    const { posTid } = await paid(opened, { preset: "member" });
    await permissionUntil(world, posTid, isRead);
    await world.waitForPhase(posTid, "captured");
    expect((await world.must("permission.get", { posTid })).mail).toBeNull();
    const sharedOnly = await grantedTo(world, { preset: "receipt-by-mail" });
    expect((await world.must("permission.get", { posTid: sharedOnly.posTid })).mail).toBeNull();
    await world.must("receipt.mail", { posTid, permission: sharedOnly.posTid });
    await mailUntil(opened, sharedOnly.posTid, "sent");
    expect(server.mails).toHaveLength(1);
    const none = await world.call("receipt.mail", { posTid: sharedOnly.posTid });
    expect(none).toMatchObject({ error: { code: "not_found" } });
  });
});
