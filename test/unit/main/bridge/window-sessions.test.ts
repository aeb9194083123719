import { describe, expect, it } from "vitest";
import { bearerToken, refusalReason } from "../../../../contract/values/request-guard.ts";
import { createRefusalLog } from "../../../../main/bridge/refusal-log.ts";
import { createWindowSessions, newSecret, type RefusedExchange } from "../../../../main/bridge/window-sessions.ts";
import { createManualClock } from "../../../support/clock.ts";
import { readableLog } from "./test-bridge.ts";

/** An access with boolean answers, and its records of refused exchanges. */
function opened(monotonicNow = () => 0) {
  const refused: RefusedExchange[] = [];
  const access = createWindowSessions("right", { monotonicNow, onRefused: (because) => refused.push(because) });
  return { ...access, refused, lets: (bearer: string | null) => access.authorise(bearer)?.aborted === false };
}

describe("access", () => {
  it("is granted by the token and nothing else", () => {
    const access = opened();
    expect(access.lets("right")).toBe(true);
    for (const wrong of ["wrong", "righ", "rightt", "RIGHT", ""]) expect(access.lets(wrong), wrong).toBe(false);
    expect(access.lets(null)).toBe(false);
  });

  it("is granted by a session that the token opened at this till", () => {
    const access = opened();
    const session = access.openSession("right") ?? "";
    expect(access.lets(session)).toBe(true);
    expect(access.lets(newSecret())).toBe(false);
    expect(opened().lets(session)).toBe(false);
    expect([null, "wrong", session].map((bearer) => access.openSession(bearer))).toEqual([null, null, null]);
    expect(access.refused).toEqual(["unknown", "unknown", "unknown"]);
    expect(access.lets(session)).toBe(true);
  });

  it("opens one session per ticket, and a ticket is not a token", () => {
    const access = opened();
    const ticket = access.issueTicket();
    expect(access.lets(ticket)).toBe(false);
    expect(access.lets(access.openSession(ticket))).toBe(true);
    expect(access.refused).toEqual([]);
  });

  it("ends the session of a ticket that is used twice, whichever use was the window's", () => {
    const access = opened();
    const [ticket, other] = [access.issueTicket(), access.openSession("right")];
    const session = access.openSession(ticket);
    const holder = access.authorise(session);
    expect(access.openSession(ticket)).toBeNull();
    expect([holder?.aborted, access.lets(session), access.lets(other)]).toEqual([true, false, true]);
    expect(access.openSession(ticket)).toBeNull();
    expect(access.refused).toEqual(["used_again", "unknown"]);
  });

  it("expires a ticket after two minutes, and then expects no window", () => {
    const clock = { ms: 0 };
    const access = opened(() => clock.ms);
    expect(access.hasUnusedTicket()).toBe(false);
    const [early, late] = [access.issueTicket(), access.issueTicket()];
    clock.ms = 120_000;
    expect(access.openSession(early)).not.toBeNull();
    expect(access.hasUnusedTicket()).toBe(true);
    clock.ms = 120_001;
    expect(access.hasUnusedTicket()).toBe(false);
    expect(access.openSession(late)).toBeNull();
  });

  it("drops the oldest session when there are too many", () => {
    const access = opened();
    const sessions = Array.from({ length: 17 }, () => access.openSession("right"));
    expect(access.lets(sessions[0] ?? null)).toBe(false);
    expect(access.lets(sessions[1] ?? null)).toBe(true);
  });
});

describe("refused exchanges", () => {
  it("are logged and journaled immediately, and once a minute while they continue", async () => {
    const clock = createManualClock();
    const { log, lines } = readableLog();
    const written: object[] = [];
    const note = createRefusalLog({ clock, log, journal: (data) => written.push(data) });
    for (let tries = 0; tries < 1000; tries += 1) note("unknown");
    note("used_again");
    await clock.advance(60_000);
    note("unknown");
    expect(written).toEqual([
      { because: "unknown", times: 1 },
      { because: "used_again", times: 1 },
      { because: "unknown", times: 1000 },
    ]);
    expect(lines).toHaveLength(3);
  });
});

describe("the request guard", () => {
  const own = { target: "/bridge/x", hosts: ["127.0.0.1:4000"], origin: undefined, fetchSite: undefined };

  it.each([
    own,
    { ...own, hosts: ["localhost:4000"], origin: "http://localhost:4000", fetchSite: "same-origin" },
    { ...own, fetchSite: "none" },
  ])("accepts %j", (request) => {
    expect(refusalReason(request, 4000)).toBeNull();
  });

  it.each([
    { ...own, hosts: [] },
    { ...own, hosts: ["127.0.0.1:4000", "127.0.0.1:4000"] },
    { ...own, hosts: ["127.0.0.1:4000", "evil.example"] },
    { ...own, target: "http://127.0.0.1:4000/bridge/x" },
    { ...own, target: "http://evil.example/bridge/x" },
    { ...own, target: "*" },
    { ...own, hosts: ["127.0.0.1"] },
    { ...own, hosts: ["127.0.0.1:4001"] },
    { ...own, hosts: ["evil.example:4000"] },
    { ...own, hosts: ["127.0.0.1:4000.evil.example"] },
    { ...own, hosts: ["[::1]:4000"] },
    { ...own, origin: "null" },
    { ...own, origin: "http://127.0.0.1:4001" },
    { ...own, origin: "https://127.0.0.1:4000" },
    { ...own, origin: "http://localhost:4000" },
    { ...own, fetchSite: "cross-site" },
    { ...own, fetchSite: "same-site" },
  ])("refuses %j", (request) => {
    expect(refusalReason(request, 4000)).toEqual(expect.any(String));
  });

  it("reads a bearer token and rejects anything similar", () => {
    expect(bearerToken("Bearer abc")).toBe("abc");
    expect(bearerToken("bearer abc")).toBe("abc");
    for (const other of [undefined, "", "abc", "Basic abc", "Bearer", "Bearer a b", "Bearer "]) {
      expect(bearerToken(other), String(other)).toBeNull();
    }
  });
});
