import { describe, expect, it } from "vitest";
import type { ApiClient } from "../../../../main/api/client.ts";
import { createLookUp, LOOK_UP_TRIES, type LookedUp } from "../../../../main/queue/lookup.ts";

/** A till whose service has so many requests of other tills before its own, ten to a page. */
function shop(others: number) {
  const foreign = new Set<string>();
  const service = { isSilent: false, asked: 0 };
  const tids = [...Array.from({ length: others }, (_, at) => `other-${at}`), "ours"];
  const answered = (path: string) => {
    const outcomeOf = /payment_request\/([^/]+)\/outcome/.exec(path)?.[1];
    if (outcomeOf !== undefined)
      return outcomeOf === "ours" ? { pos_id: "till-1", pos_tid: "p-1" } : { pos_id: "till-2", pos_tid: outcomeOf };
    const from = Number(/from=(\d+)/.exec(path)?.[1] ?? 0);
    const uris = tids.slice(from, from + 10).map((tid) => `/payment_request/${tid}/`);
    return { uris, next: from + 10 < tids.length ? `/payment_request/?from=${from + 10}` : null };
  };
  const api = {
    endpoints: { apiPathOf: (uri: string) => uri },
    async send({ path }: { path: string }) {
      service.asked += 1;
      if (service.isSilent) return { ok: false, error: { kind: "try_again" } };
      return { ok: true, value: answered(path) };
    },
  } as unknown as ApiClient;
  const lookUp = createLookUp({
    posId: "till-1",
    isKnown: () => false,
    foreign: { has: (tid) => foreign.has(tid), remember: (tid) => void foreign.add(tid) },
  });
  return { service, look: (posTid = "p-1"): Promise<LookedUp> => lookUp(api, posTid) };
}

describe("looking for a payment in the service's list", () => {
  it("is given up after as many tries in a row as found nothing out, and not for a list that is long", async () => {
    const { look, service } = shop(200 * (LOOK_UP_TRIES + 1));
    for (let tries = 0; tries < LOOK_UP_TRIES; tries += 1) expect(await look()).toBe("partly_read");
    service.isSilent = true;
    for (let tries = 1; tries < LOOK_UP_TRIES; tries += 1) expect(await look()).toBe("unknown");
    service.isSilent = false;
    expect(await look()).toBe("partly_read");
    service.isSilent = true;
    for (let tries = 1; tries < LOOK_UP_TRIES; tries += 1) expect(await look()).toBe("unknown");
    // Another payment's tries are its own.
    expect(await look("p-2")).toBe("unknown");
    expect(await look()).toBe("given_up");
  });

  it("goes on after a silence where it was", async () => {
    const { look, service } = shop(1000);
    for (let tries = 0; tries < 4; tries += 1) expect(await look()).toBe("partly_read");
    service.isSilent = true;
    expect(await look()).toBe("unknown");
    service.isSilent = false;
    service.asked = 0;
    expect(await look()).toBe("partly_read");
    // Two hundred outcomes and the pages that they stand on.
    expect(service.asked).toBeLessThan(230);
    expect(await look()).toMatchObject({ found: "ours" });
  });
});
