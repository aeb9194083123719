import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";
import { type IdentityNews, openPhoneChecks, PHONE_STAGE_MS } from "../../../../main/people/phone-checks.ts";
import { createManualClock } from "../../../support/clock.ts";

const LISE = { id: "lise", name: "Lise", role: "manager" } as const;

/** Starts a check, and controls the service's result. @param state the result of a proof */
async function startCheck(state: "done" | "confirm" = "done") {
  const clock = createManualClock();
  const checks = openPhoneChecks<null>({ clock, onChange: () => undefined });
  let tell = (_news: IdentityNews) => {};
  const qr = { text: "code", kind: "shortlink" as const };
  const identity = {
    ask(request: { onNews(news: IdentityNews): void }) {
      tell = request.onNews;
      return done({ id: "check", qr, url: null, lifetimeMs: PHONE_STAGE_MS });
    },
    giveUp: () => undefined,
  };
  const judge = () => ({ state, by: LISE });
  await checks.begin({ purpose: "approve", identity, text: "", about: null, judge });
  return { checks, clock, tell: (news: IdentityNews) => tell(news) };
}

const PROVEN = { is: "proven", subject: "account" } as const;

describe("a phone check expires after two minutes", () => {
  it("by the wall clock, when the machine slept", async () => {
    const { checks, clock, tell } = await startCheck();
    tell(PROVEN);
    clock.setBy(PHONE_STAGE_MS);
    expect(checks.findInState("check", "done")).toMatchObject({ by: LISE, subject: "account" });
    clock.setBy(1);
    expect(checks.findInState("check", "done")).toBeNull();
    expect(checks.view("check")).toMatchObject({ value: { state: "over", qr: null } });
  });

  it("by the elapsed time, when the wall clock is set back", async () => {
    const { checks, clock, tell } = await startCheck();
    tell(PROVEN);
    await clock.advance(PHONE_STAGE_MS + 1);
    clock.setBy(-3_600_000);
    expect(checks.findInState("check", "done")).toBeNull();
    expect(checks.view("check")).toMatchObject({ value: { state: "over", qr: null } });
  });

  it("together with the account that the owner was shown and never confirmed", async () => {
    const { checks, clock, tell } = await startCheck("confirm");
    const account = { name: "Ola Nordmann", number: null };
    tell({ ...PROVEN, account });
    expect(checks.view("check")).toMatchObject({ value: { state: "confirm", account } });
    await clock.advance(PHONE_STAGE_MS + 1);
    expect(checks.findInState("check", "confirm")).toBeNull();
    expect(checks.view("check")).toMatchObject({ value: { state: "over", account: null } });
  });

  it("and ignores a proof that arrives later", async () => {
    const { checks, clock, tell } = await startCheck();
    await clock.advance(PHONE_STAGE_MS + 1);
    tell(PROVEN);
    expect(checks.findInState("check", "done")).toBeNull();
  });
});

it("and the newest check is the open one, whichever is answered last", async () => {
  const checks = openPhoneChecks<string>({ clock: createManualClock(), onChange: () => undefined });
  const dropped: string[] = [];
  const begin = (id: string) => {
    const asked = Promise.withResolvers<void>();
    const question = done({ id, qr: null, url: "https://service.example/", lifetimeMs: PHONE_STAGE_MS });
    const identity = { ask: () => asked.promise.then(() => question), giveUp: (one: string) => dropped.push(one) };
    const judge = () => ({ state: "done", by: LISE }) as const;
    const started = checks.begin({ purpose: "signIn", identity, text: "", about: id, judge });
    return { started, answer: asked.resolve };
  };
  const [first, second] = [begin("first"), begin("second")];
  second.answer();
  expect(await second.started).toMatchObject({ value: { id: "second" } });
  first.answer();
  expect(await first.started).toMatchObject({ error: { code: "not_found" } });
  expect(checks.view("second")).toMatchObject({ value: { state: "asked" } });
  expect(dropped).toEqual(["first"]);
});

it.each(["done", "confirm"] as const)("and the result of a proof (%s) stays, whatever arrives later", async (state) => {
  const { checks, tell } = await startCheck(state);
  tell(PROVEN);
  tell({ is: "asked" });
  tell({ is: "proven", subject: "another" });
  tell({ is: "failed", because: reasonFor("phone_declined") });
  expect(checks.findInState("check", state)).toMatchObject({ by: LISE, subject: "account" });
  expect(checks.view("check")).toMatchObject({ value: { state, because: null } });
});
