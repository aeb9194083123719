import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { reasonFor } from "../../../../../contract/reasons/reasons.ts";
import { bodiesAtRest, keyedDigests } from "../../../../../main/payments/queue/bodies-at-rest.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { testVault } from "../../../../support/vault.ts";

const BODY = Buffer.from('{"customer":"token:of-a-customer"}');

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

function world() {
  const made = temporaryDatabase();
  made.database
    .prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
       VALUES ('p', 1, 'A-1', 'SALE', 'NOK', 100, 0, 0, 'queued', 0, 0)`,
    )
    .run();
  const queue = (folder = made.folder) => operations(made.database, bodiesAtRest(testVault(folder)));
  return { ...made, queue };
}

describe("a request that names a customer", () => {
  it("is encrypted in the database, and has the same bytes after a restart, until it is settled", () => {
    using made = world();
    made.queue().enqueue({ id: "a", posTid: "p", kind: "create", body: BODY, namesCustomer: true }, 0);
    expect(made.database.serialize().includes("of-a-customer")).toBe(false);
    const next = made.queue();
    for (const row of [next.find("a"), next.nextDue(new Set()), next.lease("a", 1), ...next.ofPayment("p")]) {
      expect(Buffer.from(row?.body ?? []).toString()).toBe(BODY.toString());
      expect(row?.isIntact).toBe(true);
    }
    const { fingerprint } = made.database.prepare("SELECT fingerprint FROM operation").get() as { fingerprint: Buffer };
    expect(fingerprint.equals(sha256(BODY))).toBe(false);
    next.settle("a", { state: "done" }, 2);
    expect(next.find("a")?.body).toHaveLength(0);
  });

  it("is empty and never sent when the vault differs, or when the bytes belong to another operation", () => {
    using made = world();
    using other = temporaryDatabase();
    made.queue().enqueue({ id: "a", posTid: "p", kind: "create", body: BODY, namesCustomer: true }, 0);
    expect(made.queue(other.folder).find("a")).toMatchObject({ body: { length: 0 }, isIntact: false });
    made.database.exec("UPDATE operation SET id = 'b'");
    expect(made.queue().find("b")).toMatchObject({ body: { length: 0 }, isIntact: false });
  });

  it("is rejected when there is no vault, and other requests are unchanged", () => {
    using made = world();
    const plain = operations(made.database);
    expect(() => plain.enqueue({ id: "a", posTid: "p", kind: "create", body: BODY, namesCustomer: true }, 0)).toThrow();
    plain.enqueue({ id: "b", posTid: "p", kind: "create", body: BODY }, 0);
    expect(made.queue().find("b")).toMatchObject({ body: BODY, isIntact: true });
    made.database.prepare("UPDATE operation SET body = ?").run(Buffer.from("{}"));
    expect(made.queue().find("b")?.isIntact).toBe(false);
  });

  it("from an earlier version is sent unchanged: its fingerprint was of the plain bytes", () => {
    using made = world();
    made.queue().enqueue({ id: "a", posTid: "p", kind: "create", body: BODY, namesCustomer: true }, 0);
    made.database.prepare("UPDATE operation SET fingerprint = ?").run(sha256(BODY));
    expect(made.queue().find("a")).toMatchObject({ body: BODY, isIntact: true });
    made.database.prepare("UPDATE operation SET fingerprint = ?").run(sha256(Buffer.from("{}")));
    expect(made.queue().find("a")?.isIntact).toBe(false);
  });

  it.each([BODY, Buffer.from('{"customer":null}')])("has no fingerprint left once it is over: %s", (body) => {
    using made = world();
    const queue = made.queue();
    queue.enqueue({ id: "a", posTid: "p", kind: "create", body, namesCustomer: true }, 0);
    made.database.prepare("UPDATE operation SET fingerprint = ?").run(sha256(body));
    queue.settle("a", { state: "refused", because: reasonFor("permission_aborted") }, 2);
    expect(made.database.prepare("SELECT fingerprint FROM operation").pluck().get()).toEqual(Buffer.alloc(0));
  });
});

describe("a stored request", () => {
  it("has a digest that is equal for equal content in one vault, and differs between vaults", () => {
    using own = temporaryDatabase();
    using other = temporaryDatabase();
    const digest = keyedDigests(testVault(own.folder));
    const content = '{"customer":"4791234567"}';
    expect(digest(content)).toEqual(digest(content));
    expect(keyedDigests(testVault(own.folder))(content)).toEqual(digest(content));
    expect(digest(content).equals(digest(`${content} `))).toBe(false);
    expect(digest(content).equals(keyedDigests(testVault(other.folder))(content))).toBe(false);
  });
});
