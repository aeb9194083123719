/** Callback costs on disk, counted in commits and statements. */
import { describe, expect, it, vi } from "vitest";
import { beforeCommit } from "../../../main/storage/database/database.ts";
import { callbackUri, deliver, signedCallback } from "../../support/callback-requests.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { createTillBehindProxy, PATIENT } from "../../support/till-behind-proxy.ts";

describe("a till", () => {
  it("commits a payment's news and its callback once, ignores a repeat, and prepares no callback statement again", async () => {
    await using behindProxy = await createTillBehindProxy(PATIENT);
    const { world, clock, proxy } = behindProxy;
    // Polling returns nothing.
    proxy.chooseFault = (kind) => (kind === "outcome" ? { status: 503 } : "pass");
    const { posTid, tid } = await world.startWaiting("AUTH", 10_000);
    const url = callbackUri(world);
    world.sandbox.faults.callbacks = false;
    await world.phone.approve(tid);
    const { body: object } = await merchantClient(world.sandbox.provision()).get(`/payment_request/${tid}/outcome/`);
    const message = (id: string) =>
      signedCallback(url, { meta: { id, event: "payment_authorized", uri: null }, object }, { at: clock.now() });
    const rows = world.database.prepare("SELECT count(*) FROM callback").pluck();
    const commits: unknown[] = [];
    let phase = "waiting";
    beforeCommit(world.database, () => {
      const now = world.database.prepare("SELECT phase FROM payment WHERE pos_tid = ?").pluck().get(posTid);
      if (now !== phase || rows.get() !== commits.at(-1)) commits.push(rows.get());
      phase = String(now);
    });
    const before = Number(rows.get());
    expect((await world.must("payment.get", { posTid })).phase).toBe("waiting");
    expect(await deliver(message("news"))).toBe(200);
    // One commit wrote the phase and the callback's row.
    expect([commits[0], phase]).toEqual([before + 1, "authorised"]);
    commits.length = 0;
    const prepare = vi.spyOn(world.database, "prepare");
    expect(await deliver(message("news"))).toBe(200);
    expect(rows.get()).toBe(before + 1);
    expect(await Promise.all(Array.from({ length: 12 }, (_, index) => deliver(message(`again ${index}`))))).toEqual(
      Array.from({ length: 12 }, () => 200),
    );
    expect(rows.get()).toBe(before + 13);
    expect(prepare.mock.calls.filter(([sql]) => /\b(?:callback|exchange)\b/.test(sql))).toEqual([]);
  });
});
