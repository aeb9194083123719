import { generateKeyPairSync } from "node:crypto";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { storedSettings } from "../../../main/storage/database/settings.ts";
import { generatedSecret } from "../../../main/storage/vault/vault.ts";
import { callbackUri } from "../../support/callback-requests.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

/** A key length that some services publish: valid for a signature, too short for a proof. */
const { publicKey: weakKey } = generateKeyPairSync("rsa", {
  modulusLength: 1024,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** Restarts the till with only a weak key of its service. */
function withWeakKey(world: TestTill): Promise<void> {
  return world.restart((path) => {
    const database = openDatabase(path);
    const stored = storedSettings(database);
    const value = JSON.stringify({ ...stored, service: { ...stored?.service, publicKey: weakKey } });
    database.prepare("UPDATE setting SET value = ? WHERE json_extract(value, '$.service') IS NOT NULL").run(value);
    closeDatabase(database);
  });
}

async function callbackFinding(world: TestTill): Promise<string> {
  await world.asManager();
  return (await world.must("diagnostics.health", {})).findings.callbacks.code;
}

describe("a till whose service key is too weak to verify scans", () => {
  it("shows links that any customer can claim when the service does not identify the scanner", async () => {
    await using world = await createTestTill();
    world.sandbox.faults.lastScan = 405;
    await withWeakKey(world);
    expect((await world.must("terminal.get", {})).callbacks.scans).toBe("claim");
    const started = await world.must("payment.start", { action: "SALE", amount: 100 });
    const draft = await world.waitForPayment(started.posTid, ({ qr }) => qr?.kind === "claim");
    await world.phone.scan(draft.qr?.text ?? "");
    await world.phone.approve(draft.tid ?? "");
    await world.waitForPhase(draft.posTid, "captured");
    expect(await callbackFinding(world)).toBe("callbacks_weak_key_claims");
  });

  it("polls for the scanner when the service identifies the scanner", async () => {
    await using world = await createTestTill();
    await withWeakKey(world);
    expect((await world.must("terminal.get", {})).callbacks.scans).toBe("last_scan");
    const draft = await world.must("payment.start", { action: "SALE", amount: 100 });
    await world.phone.scan(draft.qr?.text ?? "");
    await world.waitForPhase(draft.posTid, "waiting");
    expect(await callbackFinding(world)).toBe("callbacks_weak_key");
  });
});

describe("a callback delivery that was cut off at the till", () => {
  it("makes the till poll for the current customer and report it", async () => {
    await using world = await createTestTill();
    // Callbacks have arrived: the till relies on them.
    await world.pay("SALE", 500);
    world.sandbox.faults.callbacks = false;
    const toPhone = { action: "SALE", amount: 900, customer: { kind: "phone", value: CUSTOMER } } as const;
    const { posTid } = await world.must("payment.start", toPhone);
    const { tid } = await world.waitForPayment(posTid, ({ phase }) => phase === "waiting");
    await world.phone.approve(tid ?? "");
    const { port } = new URL(callbackUri(world));
    const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
    const head = `POST /${generatedSecret(world.vault, "callbackPath")} HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{`;
    socket.write(head, () => setImmediate(() => socket.destroy()));
    await world.waitForPhase(posTid, "captured");
    expect(await callbackFinding(world)).toBe("callbacks_cut");
  });
});
