/** A customer's token is in no file of the till while its request waits, and the request is sent unchanged. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeBackup } from "../../../main/storage/backups/backups.ts";
import { createTestTill } from "../../support/test-till.ts";

const TOKEN = "an-access-token-of-a-customer-1234567890";

it.each([
  ["token", TOKEN],
  ["scan", `token:${TOKEN}`],
] as const)(
  "stores a customer's %s sealed while it waits, over a restart, and sends it unchanged",
  async (kind, value) => {
    await using world = await createTestTill();
    const filesWithin = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => readFileSync(path).includes(TOKEN));
    world.sandbox.faults.breakDown("CREATE", 503, 1000);
    const { posTid } = await world.must("payment.start", {
      ...{ action: "SALE", amount: 100, customer: { kind, value } },
    });
    await world.waitForPayment(posTid, ({ operations }) => operations.some(({ attempts }) => attempts > 0));
    await makeBackup(world.database, { folder: join(world.folder, "backups"), at: 0, kind: "hourly" });
    expect(filesWithin(world.folder)).toEqual([]);
    await world.restart();
    expect(filesWithin(world.folder)).toEqual([]);
    world.sandbox.faults.clear();
    await world.asManager();
    const { operations } = await world.must("payment.get", { posTid });
    await world.call("queue.retry", { operationId: operations[0]?.id ?? "" });
    // The service does not know this token, and its error refers to the stored request.
    await world.waitForPayment(posTid, (payment) => /customer: /.test(payment.operations[0]?.lastError ?? ""));
    expect(filesWithin(world.folder)).toEqual([]);
  },
  30_000,
);
