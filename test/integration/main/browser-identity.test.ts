/** Account identity through the system's browser and the standard flow, and attacks on the redirect back. */
import { createPublicKey } from "node:crypto";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { askInBrowser } from "../../../main/customers/browser/identity.ts";
import { BROWSER_MS, REDIRECT_URI } from "../../../main/customers/browser/loopback.ts";
import type { Clock } from "../../../main/lib/clock.ts";
import { startSandbox } from "../../../sandbox/service.ts";
import { answerInBrowser } from "../../support/browser-answer.ts";
import { createManualClock } from "../../support/clock.ts";
import { KARI, OLA } from "../../support/sandbox.ts";

async function standard({ clock = createManualClock(Date.now()) as Clock } = {}) {
  const sandbox = await startSandbox({ dataDir: null });
  const made = sandbox.registerApplication({ name: "Till", redirect_uris: [REDIRECT_URI] });
  const publicKey = createPublicKey(await (await fetch(`${sandbox.url}/public-key.pem`)).text());
  const application = { clientId: made.client_id, clientSecret: made.client_secret };
  const begin = async (changes: Partial<Parameters<typeof askInBrowser>[0]> = {}) => {
    const common = {
      clock,
      serviceNow: Date.now,
      issuer: sandbox.url,
      ca: null,
      publicKey,
      application,
      naming: false,
    };
    const asked = await askInBrowser({ ...common, page: "You may close this page.", ...changes });
    if (!asked.ok) throw new Error(asked.error.code);
    return asked.value;
  };
  /** Opens the address and answers on the phone. @returns the browser's redirect target */
  const answered = (url: string, how: "grant" | "decline" = "grant", customer = KARI) =>
    answerInBrowser(sandbox, url, { customer, how });
  return { sandbox, application, begin, answered, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() };
}

describe("an account to be linked", () => {
  it("has the shared name and the last digits of the shared number", async () => {
    await using w = await standard();
    const shown = [];
    for (const scopes of [
      ["openid", "profile", "phone"],
      ["openid", "profile"],
      ["openid", "phone"],
    ]) {
      const { url, answer } = await w.begin({ naming: true });
      await fetch(await answerInBrowser(w.sandbox, url, { customer: KARI, how: "grant", scopes }));
      const news = await answer;
      shown.push(news.is === "proven" ? news.account : news.because.code);
    }
    const [name, number] = [expect.stringMatching(/^Kari /), expect.stringMatching(/^•••\d{4}$/)];
    expect(shown).toEqual([
      { name, number },
      { name, number: null },
      { name: null, number },
    ]);
  });

  it("is not linked when neither name nor number is shared", async () => {
    await using w = await standard();
    const nameless = await w.begin({ naming: true });
    const nothing = { customer: KARI, how: "grant", scopes: ["openid"] } as const;
    await fetch(await answerInBrowser(w.sandbox, nameless.url, { ...nothing, scopes: [...nothing.scopes] }));
    expect(await nameless.answer).toMatchObject({ is: "failed", because: { code: "account_unnamed" } });
  });

  it("requests neither name nor number at sign-in", async () => {
    await using w = await standard();
    const { url, answer, close } = await w.begin();
    expect(new URL(url).searchParams.get("scope")).toBe("openid");
    close();
    await answer;
  });
});

const UNPROVEN = { is: "failed", because: { code: "account_unproven" } };

describe("a person who is redirected to the service", () => {
  it("is identified as the same person each time, and the address contains no secret", async () => {
    await using w = await standard();
    const subjects = [];
    for (const customer of [KARI, KARI, OLA]) {
      const { url, answer } = await w.begin();
      expect(url).not.toContain(w.application.clientSecret);
      const page = await fetch(await w.answered(url, "grant", customer));
      expect([page.status, await page.text(), page.headers.get("cache-control")]).toEqual([
        200,
        "You may close this page.",
        "no-store",
      ]);
      subjects.push(await answer);
    }
    const [first, second, other] = subjects;
    expect(first).toEqual({ is: "proven", subject: expect.any(String), account: null });
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("can decline", async () => {
    await using w = await standard();
    const { url, answer } = await w.begin();
    await fetch(await w.answered(url, "decline"));
    expect(await answer).toMatchObject({ is: "failed", because: { code: "account_declined" } });
  });

  it("has five minutes and one response, and then the listener stops", async () => {
    const clock = createManualClock(Date.now());
    await using w = await standard({ clock });
    const late = await w.begin();
    const back = new URL(new URL(late.url).searchParams.get("redirect_uri") ?? "");
    expect(back.hostname).toBe("127.0.0.1");
    await clock.advance(BROWSER_MS);
    expect(await late.answer).toMatchObject({ is: "failed", because: { code: "account_not_answered" } });
    await expect(fetch(back)).rejects.toThrow();
    const { url, answer } = await w.begin();
    const redirect = await w.answered(url);
    await fetch(redirect);
    await answer;
    await expect(fetch(redirect)).rejects.toThrow();
  });
});

describe("an account's identity", () => {
  it.each(["forged", "expired", "wrong_issuer", "wrong_audience", "wrong_nonce", "unsigned", "symmetric"] as const)(
    "is not proven by an id_token that is %s",
    async (variant) => {
      await using w = await standard();
      w.sandbox.faults.idToken = variant;
      const { url, answer } = await w.begin();
      await fetch(await w.answered(url));
      expect(await answer).toMatchObject(UNPROVEN);
    },
  );

  it.each([
    ["another issuer", { iss: "https://another-service.example" }],
    ["no issuer", { iss: null }],
    ["another's code", { code: "A".repeat(43) }],
    ["two codes and an error", { error: "server_error" }],
  ])("a response with %s", async (_what, changes) => {
    await using w = await standard();
    const { url, answer } = await w.begin();
    const redirect = new URL(await w.answered(url));
    for (const [name, value] of Object.entries(changes))
      if (value === null) redirect.searchParams.delete(name);
      else redirect.searchParams.set(name, value);
    await fetch(redirect);
    expect(await answer).toMatchObject(UNPROVEN);
  });

  it("requests from other pages to the listener, which keeps waiting", async () => {
    await using w = await standard();
    const { url, answer } = await w.begin();
    const redirect = new URL(await w.answered(url));
    const without = (name: string, value: string) => {
      const changed = new URL(redirect);
      changed.searchParams.set(name, value);
      return changed;
    };
    const twice = new URL(redirect);
    twice.searchParams.append("state", "x");
    for (const wrong of [without("state", "x"), twice, new URL("/other?a=1", redirect)])
      expect((await fetch(wrong)).status).toBe(400);
    expect((await fetch(redirect, { method: "POST" })).status).toBe(400);
    expect((await request(redirect, { headers: { host: "evil.example" } })).statusCode).toBe(400);
    await fetch(redirect);
    expect(await answer).toMatchObject({ is: "proven" });
  });

  it("a service with an unknown key or a service that does not respond", async () => {
    await using w = await standard();
    const { url, answer } = await w.begin({ publicKey: null });
    await fetch(await w.answered(url));
    expect(await answer).toMatchObject({ because: { code: "account_no_service_key" } });
    w.sandbox.faults.breakDown("ANY", 503, 1000);
    await expect(w.begin({ issuer: "http://127.0.0.1:9" })).rejects.toThrow("offline");
  });
});
