/** Registers of a changing provisioning file: added, kept and revoked keys. */
import { describe, expect, it } from "vitest";
import { hashOfKey, registerClients } from "../../../../../main/integration/registers/clients.ts";
import type { OperatorContext } from "../../../../../main/people/context.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { fastClock } from "../../../../support/fast-clock.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const client = (name: string, key: string, refundLimit: number | null = null) => ({
  name,
  rights: ["refund" as const],
  refundLimit,
  keyHash: hashOfKey(key),
});

/** Starts with several files, one after the other, on the same database. */
function tillWithFiles() {
  const kept = temporaryDatabase();
  const { database } = kept;
  const journal = createJournal(database);
  const staff = { actor: () => "owner" } as Partial<OperatorContext["staff"]> as OperatorContext["staff"];
  const forgotten: string[] = [];
  const webhooks = { list: () => [], forgetRegister: (name: string) => void forgotten.push(name) };
  const messages = { forgetRegister: () => undefined };
  const { log, lines } = readableLog();
  const start = (...clients: ReturnType<typeof client>[]) =>
    registerClients({ clock: fastClock(1), database, journal, log, staff }, clients, {
      url: () => null,
      certificate: () => null,
      webhooks,
      messages,
    });
  return { start, forgotten, lines, [Symbol.dispose]: () => kept[Symbol.dispose]() };
}

describe("registers in a changed provisioning file", () => {
  it("keep a revoked key revoked, and log it", () => {
    using till = tillWithFiles();
    const { start, lines } = till;
    const first = start(client("A", "a"));
    first.commands["register.revoke"]({ id: first.byKey("a")?.id ?? "" });
    const next = start(client("A", "a", 100), client("B", "b"));
    expect([next.byKey("a"), next.byKey("b")?.name]).toEqual([null, "B"]);
    expect(lines.join("")).toContain("registers.clients");
  });

  it("lose their key when the file drops them; the owner's own registers keep theirs", () => {
    using till = tillWithFiles();
    const { start, forgotten } = till;
    const added = start(client("A", "a"), client("B", "b")).commands["register.add"]({
      name: "Own",
      rights: ["sell"],
      refundLimit: null,
    });
    const own = added.ok ? added.value.key : "";
    const next = start(client("B", "b"));
    expect([next.byKey("a"), next.byKey("b")?.name, next.byKey(own)?.name]).toEqual([null, "B", "Own"]);
    expect(forgotten).toEqual(["A"]);
    expect(start().byKey("b")).toBeNull();
  });

  it("reserve their name, in every form of writing it", () => {
    using till = tillWithFiles();
    const first = till.start(client("A\u030apner", "a"));
    const add = (name: string) => first.commands["register.add"]({ name, rights: ["sell"], refundLimit: null }).ok;
    expect([add("åpner"), add("Åp\u00adner"), add("Åpner 2")]).toEqual([false, false, true]);
    expect(first.byKey("a")?.name).toBe("A\u030apner");
  });

  it("keep the owner's limit until the file changes it", () => {
    using till = tillWithFiles();
    const { start } = till;
    const first = start(client("A", "a", 100));
    const { id = "" } = first.byKey("a") ?? {};
    first.commands["register.change"]({ id, refundLimit: 700 });
    expect(start(client("A", "a", 100), client("B", "b")).byKey("a")).toMatchObject({ id, refundLimit: 700 });
    expect(start(client("A", "a", 200), client("B", "b")).byKey("a")?.refundLimit).toBe(200);
  });

  it("may swap keys, or get new ones", () => {
    using till = tillWithFiles();
    const { start } = till;
    start(client("A", "a"), client("B", "b"));
    const swapped = start(client("A", "b"), client("B", "a"));
    expect([swapped.byKey("a")?.name, swapped.byKey("b")?.name]).toEqual(["B", "A"]);
    const renewed = start(client("A", "new"), client("B", "a"));
    expect([renewed.byKey("new")?.name, renewed.byKey("b"), renewed.byKey("a")?.name]).toEqual(["A", null, "B"]);
  });
});
