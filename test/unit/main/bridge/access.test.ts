import { describe, expect, it } from "vitest";
import { createAccess, newSecret } from "../../../../main/bridge/access.ts";
import { bearerOf, refusalOf } from "../../../../main/bridge/request-guard.ts";

describe("access", () => {
  it("is the token's, and nothing else's", () => {
    const access = createAccess("right");
    expect(access.allows("right", null)).toBe(true);
    for (const wrong of ["wrong", "righ", "rightt", "RIGHT", ""]) expect(access.allows(wrong, null), wrong).toBe(false);
    expect(access.allows(null, null)).toBe(false);
  });

  it("is a session's that the token opened, and a wrong token beside it spoils it", () => {
    const access = createAccess("right");
    const session = access.openSession("right") ?? "";
    expect(access.allows(null, session)).toBe(true);
    expect(access.allows("wrong", session)).toBe(false);
    expect(access.allows(null, newSecret())).toBe(false);
    expect(createAccess("right").allows(null, session)).toBe(false);
    expect(access.openSession(null)).toBeNull();
    expect(access.openSession("wrong")).toBeNull();
    expect(access.openSession(session)).toBeNull();
  });

  it("opens one session for a ticket, which is no token", () => {
    const access = createAccess("right");
    const ticket = access.issueTicket();
    expect(access.allows(ticket, null)).toBe(false);
    expect(access.allows(null, access.openSession(ticket))).toBe(true);
    expect(access.openSession(ticket)).toBeNull();
  });

  it("lets a ticket lapse after two minutes", () => {
    const clock = { ms: 0 };
    const access = createAccess("right", () => clock.ms);
    const [early, late] = [access.issueTicket(), access.issueTicket()];
    clock.ms = 120_000;
    expect(access.openSession(early)).not.toBeNull();
    clock.ms = 120_001;
    expect(access.openSession(late)).toBeNull();
  });

  it("forgets the oldest session when there are too many", () => {
    const access = createAccess("right");
    const sessions = Array.from({ length: 17 }, () => access.openSession("right"));
    expect(access.allows(null, sessions[0] ?? null)).toBe(false);
    expect(access.allows(null, sessions[1] ?? null)).toBe(true);
  });
});

describe("the request guard", () => {
  const own = { host: "127.0.0.1:4000", origin: undefined, fetchSite: undefined };

  it.each([
    own,
    { ...own, host: "localhost:4000", origin: "http://localhost:4000", fetchSite: "same-origin" },
    { ...own, fetchSite: "none" },
  ])("lets %j go on", (request) => {
    expect(refusalOf(request, 4000)).toBeNull();
  });

  it.each([
    { ...own, host: undefined },
    { ...own, host: "127.0.0.1" },
    { ...own, host: "127.0.0.1:4001" },
    { ...own, host: "evil.example:4000" },
    { ...own, host: "127.0.0.1:4000.evil.example" },
    { ...own, host: "[::1]:4000" },
    { ...own, origin: "null" },
    { ...own, origin: "http://127.0.0.1:4001" },
    { ...own, origin: "https://127.0.0.1:4000" },
    { ...own, origin: "http://localhost:4000" },
    { ...own, fetchSite: "cross-site" },
    { ...own, fetchSite: "same-site" },
  ])("refuses %j", (request) => {
    expect(refusalOf(request, 4000)).toEqual(expect.any(String));
  });

  it("reads a bearer token and nothing that looks like one", () => {
    expect(bearerOf("Bearer abc")).toBe("abc");
    expect(bearerOf("bearer abc")).toBe("abc");
    for (const other of [undefined, "", "abc", "Basic abc", "Bearer", "Bearer a b", "Bearer "]) {
      expect(bearerOf(other), String(other)).toBeNull();
    }
  });
});
