import { describe, expect, it } from "vitest";
import { createLookup, LOOK_UP_TRIES, type LookupResult } from "../../../../../main/payments/queue/lookup.ts";
import type { ApiClient } from "../../../../../main/service/api/client.ts";

const BROKEN = { ok: false, error: { kind: "try_again", because: "service", status: 500, answer: null } };
const GONE = { ok: false, error: { kind: "refused", status: 404 } };
const refusal = (status: 401 | 403) => ({ ok: false, error: { kind: "credentials", status } });
const UNREADABLE = {
  ok: false,
  error: {
    kind: "try_again",
    because: "unreadable",
    status: 200,
    answer: { status: 200, contentType: "application/json", body: "" },
  },
};

/** A till whose service lists this number of other requests before its own, of one or many tills, ten to a page. */
function shop(others: number, { hasOurs = true, isOneTill = false } = {}) {
  const foreign = new Set<string>();
  const service = { isSilent: false, asked: 0 };
  /** Responses that replace an outcome or a page, by tid or by the page's position */
  const says = new Map<string, object>();
  const tids = [...Array.from({ length: others }, (_, at) => `other-${at}`), ...(hasOurs ? ["ours"] : [])];
  const answered = (path: string) => {
    const outcomeOf = /payment_request\/([^/]+)\/outcome/.exec(path)?.[1];
    const from = Number(/from=(\d+)/.exec(path)?.[1] ?? 0);
    const said = says.get(outcomeOf ?? String(from));
    if (said !== undefined) return said;
    if (outcomeOf !== undefined) {
      const [posId, posTid] = outcomeOf === "ours" ? ["till-1", "p-1"] : [isOneTill ? "till-1" : "till-2", outcomeOf];
      return { ok: true, value: { pos_id: posId, pos_tid: posTid } };
    }
    const uris = tids.slice(from, from + 10).map((tid) => `/payment_request/${tid}/`);
    return { ok: true, value: { uris, next: from + 10 < tids.length ? `/payment_request/?from=${from + 10}` : null } };
  };
  const api = {
    endpoints: { apiPathOf: (uri: string) => uri },
    async send({ path }: { path: string }) {
      service.asked += 1;
      return service.isSilent ? { ok: false, error: { kind: "try_again" } } : answered(path);
    },
  } as unknown as ApiClient;
  const lookUp = createLookup({
    posId: "till-1",
    isKnown: () => false,
    foreign: { has: (tid) => foreign.has(tid), remember: (tid) => void foreign.add(tid) },
  });
  return { service, says, tids, look: (posTid = "p-1"): Promise<LookupResult> => lookUp(api, posTid) };
}

describe("a lookup in the service's list", () => {
  it("gives up after repeated attempts without progress, but not because a list is long", async () => {
    const { look, service } = shop(200 * (LOOK_UP_TRIES + 1));
    for (let tries = 0; tries < LOOK_UP_TRIES; tries += 1) expect(await look()).toBe("partly_read");
    service.isSilent = true;
    for (let tries = 1; tries < LOOK_UP_TRIES; tries += 1) expect(await look()).toBe("unknown");
    service.isSilent = false;
    expect(await look()).toBe("partly_read");
    service.isSilent = true;
    // Each payment has its own attempts.
    expect(await look("p-2")).toBe("unknown");
    expect(await look()).toBe("given_up");
  });

  it("resumes at the same place when a response is missing", async () => {
    const { look, service } = shop(1000);
    for (let tries = 0; tries < 4; tries += 1) expect(await look()).toBe("partly_read");
    service.isSilent = true;
    expect(await look()).toBe("unknown");
    service.isSilent = false;
    service.asked = 0;
    expect(await look()).toBe("partly_read");
    // Two hundred outcomes and the pages that list them.
    expect(service.asked).toBeLessThan(230);
    expect(await look()).toMatchObject({ found: "ours" });
  });

  it.each([
    ["no longer exists", GONE],
    ["cannot be read", UNREADABLE],
    ["is broken at the service", BROKEN],
    ["is forbidden to read", refusal(403)],
    ["is refused", { ok: false, error: { kind: "refused", status: 410 } }],
  ])("finds the till's request behind another till's request that %s", async (_what, said) => {
    const { look, says } = shop(30);
    says.set("other-3", said);
    expect(await look()).toMatchObject({ found: "ours" });
  });

  it("finds the till's request behind a page of broken requests, before it gives up", async () => {
    const { look, says } = shop(30);
    for (let at = 0; at < 6; at += 1) says.set(`other-${at}`, BROKEN);
    let [looked, tries] = [await look(), 1];
    for (; looked === "unknown"; tries += 1) looked = await look();
    expect(looked).toMatchObject({ found: "ours" });
    expect(tries).toBeLessThan(LOOK_UP_TRIES);
  });

  it("stops immediately when the service answers no request", async () => {
    const { look, says, service, tids } = shop(30);
    for (const tid of tids) says.set(tid, BROKEN);
    expect(await look()).toBe("unknown");
    expect(service.asked).toBe(4);
  });

  it("stops immediately when the credentials are refused", async () => {
    const { look, says, service } = shop(30);
    says.set("other-3", refusal(401));
    expect(await look()).toBe("unknown");
    expect(service.asked).toBe(5);
  });

  it("gives up when every full pass skipped a request, however many parts a pass has", async () => {
    const { look, says } = shop(250, { hasOurs: false, isOneTill: true });
    says.set("other-3", UNREADABLE);
    for (let tries = 1; tries < LOOK_UP_TRIES; tries += 1) {
      expect(await look()).toBe("partly_read");
      expect(await look()).toBe("unknown");
    }
    expect(await look()).toBe("partly_read");
    expect(await look()).toBe("given_up");
  });

  it("reports the request as absent only when every request was read or no longer exists", async () => {
    const { look, says } = shop(30, { hasOurs: false });
    says.set("other-2", GONE);
    says.set("other-3", BROKEN);
    says.set("other-4", UNREADABLE);
    expect(await look()).toBe("unknown");
    says.delete("other-3");
    expect(await look()).toBe("unknown");
    says.delete("other-4");
    expect(await look()).toBe("absent");
    says.set("other-4", UNREADABLE);
    expect(await look()).toBe("absent");
  });

  it("does not report the request as absent after only the last part, or after an incomplete part", async () => {
    const { look, says } = shop(400, { hasOurs: false });
    says.set("other-3", UNREADABLE);
    expect(await look()).toBe("partly_read");
    expect(await look()).toBe("unknown");
    says.delete("other-3");
    expect(await look()).toBe("absent");
    const other = shop(250, { hasOurs: false });
    expect(await other.look()).toBe("partly_read");
    // New requests may be listed before the position where this part started.
    expect(await other.look()).toBe("partly_read");
    expect(await other.look()).toBe("absent");
  });

  it("starts again at the first page when its current page no longer exists", async () => {
    const { look, says, tids } = shop(250);
    expect(await look()).toBe("partly_read");
    says.set("200", GONE);
    expect(await look()).toBe("unknown");
    tids.splice(0, tids.length, "ours");
    expect(await look()).toMatchObject({ found: "ours" });
  });
});
