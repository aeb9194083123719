import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ApiError,
  describeError,
  MAX_RETRY_AFTER_MS,
  retryAfterMs,
} from "../../../../../main/service/api/errors.ts";
import { parseHttpDate } from "../../../../../main/service/api/http-date.ts";
import { excerpt, withoutSecrets } from "../../../../../main/service/api/redaction.ts";
import { mayRepeat, RETRY_SCHEDULE_MS } from "../../../../../main/service/api/retry.ts";
import { correctionFor, measureSkew } from "../../../../../main/service/api/skew.ts";

const NOW = Date.UTC(2026, 2, 2, 10, 0, 0);
const tryAgain = (retryAfter: number | null): ApiError => ({
  kind: "try_again",
  because: "service",
  status: 503,
  detail: null,
  retryAfterMs: retryAfter,
  answer: null,
});
const answer = { status: 409, contentType: null, body: "" };

describe("Retry-After", () => {
  it.each([
    ["7", 7_000],
    [" 120 ", 120_000],
    ["0", 1_000],
    ["99999999999999999999999", MAX_RETRY_AFTER_MS],
    ["Mon, 02 Mar 2026 10:01:00 GMT", 60_000],
    ["Monday, 02-Mar-26 10:01:00 GMT", 60_000],
    ["Mon Mar  2 10:01:00 2026", 60_000],
    ["Mon, 02 Mar 2020 10:01:00 GMT", 1_000],
    ["Mon, 02 Mar 2099 10:01:00 GMT", MAX_RETRY_AFTER_MS],
  ])("%j is %d ms", (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it.each([
    undefined,
    null,
    "",
    "-5",
    "1.5",
    "1e3",
    "0x10",
    "soon",
    "5 s",
    "2026-03-02",
    "Mon, 31 Feb 2026 10:00:00 GMT",
    "Mon, 02 Mar 2026 25:00:00 GMT",
    "Infinity",
    "NaN",
  ])("%j is ignored", (header) => {
    expect(retryAfterMs(header, NOW)).toBeNull();
  });

  it("agrees with a second, simple implementation", () => {
    const texts = fc.oneof(
      fc.nat(2_000_000).map(String),
      fc
        .date({ min: new Date(0), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true })
        .map((date) => date.toUTCString()),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(retryAfterMs(text, NOW)).toBe(secondRetryAfter(text));
      }),
    );
  });
});

describe("HTTP dates", () => {
  it("parse what toUTCString writes, for every second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_799 }), (seconds) => {
        expect(parseHttpDate(new Date(seconds * 1000).toUTCString())).toBe(seconds * 1000);
      }),
    );
  });
});

describe("retries", () => {
  it("exclude refusals and credentials errors", () => {
    expect(mayRepeat({ kind: "refused", status: 409, body: null, answer }, 1, 0)).toEqual({
      again: false,
      because: "refused",
    });
    expect(mayRepeat({ kind: "credentials", status: 401, body: null, answer }, 1, 0)).toEqual({
      again: false,
      because: "credentials",
    });
  });

  it("follow the schedule with 50 to 100 % of each pause, and stay at the last pause", () => {
    for (const [index, pause] of RETRY_SCHEDULE_MS.entries()) {
      expect(mayRepeat(tryAgain(null), index + 1, 1)).toEqual({ again: true, afterMs: pause });
      expect(mayRepeat(tryAgain(null), index + 1, 0)).toEqual({ again: true, afterMs: pause / 2 });
    }
    expect(mayRepeat(tryAgain(null), 500, 1)).toEqual({ again: true, afterMs: 300_000 });
    expect(RETRY_SCHEDULE_MS).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000]);
  });

  it("wait as long as the service asks, if that is longer, and never over 15 min", () => {
    expect(mayRepeat(tryAgain(7_000), 1, 1)).toEqual({ again: true, afterMs: 7_000 });
    expect(mayRepeat(tryAgain(7_000), 9, 1)).toEqual({ again: true, afterMs: 300_000 });
    expect(mayRepeat(tryAgain(1_000), 1, 0)).toEqual({ again: true, afterMs: 1_000 });
    expect(mayRepeat(tryAgain(9e9), 1, 0)).toEqual({ again: true, afterMs: MAX_RETRY_AFTER_MS });
  });
});

describe("the clock skew", () => {
  it("is the service's clock minus the till's, and counts above 30 s", () => {
    expect(measureSkew("Mon, 02 Mar 2026 10:01:00 GMT", NOW)).toBe(60_000);
    expect(measureSkew("Mon, 02 Mar 2026 09:00:00 GMT", NOW)).toBe(-3_600_000);
    expect(measureSkew(undefined, NOW)).toBeNull();
    expect(measureSkew("yesterday", NOW)).toBeNull();
    expect([30_000, -30_000, 30_001, -30_001].map(correctionFor)).toEqual([0, 0, 30_001, -30_001]);
  });
});

describe("an error's text", () => {
  it("contains no secret that was sent, and nothing similar", () => {
    const text = `{"access_token":"at-123","note":"Authorization: SECRET abcdefgh, Bearer qwertyuiop","scan":"token:xyz",
      "jwt":"eyJhbGciOi.eyJzdWIi.c2ln", "echo":"hush\\"hush", "id_token": "cut off here`;
    const shortened = excerpt(text, ['hush"hush']);
    for (const secret of ["at-123", "abcdefgh", "qwertyuiop", "token:xyz", "eyJhbGciOi", "hush", "cut off"])
      expect(shortened).not.toContain(secret);
    expect(shortened).toContain('"note"');
    expect(withoutSecrets({ error_details: [{ access_token: "a", fine: "b" }] }, [])).toEqual({
      error_details: [{ access_token: "[redacted]", fine: "b" }],
    });
  });

  it("never cuts a secret in half, and is fast for crafted text", () => {
    const secret = "s".repeat(20);
    expect(excerpt(`${"x".repeat(4090)}${secret}`, [secret])).not.toContain("ssss");
    const before = process.cpuUsage();
    excerpt(`"${"token".repeat(50_000)}`, []);
    excerpt(`"token"${" ".repeat(250_000)}`, []);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  it("is one sentence without identifiers", () => {
    const body = { error_type: "conflict", error_description: "4798765432 has K7Q2-0142", error_details: null };
    expect(describeError({ kind: "refused", status: 409, body, answer })).toBe(
      "The request conflicts with the service's data (409, conflict).",
    );
    expect(
      describeError({ kind: "refused", status: 418, body: { ...body, error_type: "customer 4798765432" }, answer }),
    ).toBe("The service refused the request (418).");
    expect(describeError({ kind: "credentials", status: 403, body: null, answer })).toBe(
      "The credentials do not allow this (403).",
    );
    expect(describeError(tryAgain(null))).toBe("The payment service is having problems (503).");
    expect(
      describeError({
        kind: "try_again",
        because: "network",
        status: null,
        detail: "ECONNRESET",
        retryAfterMs: null,
        answer: null,
      }),
    ).toBe("The connection was lost before an answer came (ECONNRESET).");
  });
});

/** Uses the platform's date parser, limited to the form that the platform writes. */
function secondRetryAfter(text: string): number | null {
  const value = text.trim();
  let ms: number;
  if (value !== "" && [...value].every((char) => "0123456789".includes(char))) ms = Number.parseInt(value, 10) * 1000;
  else {
    const date = new Date(value);
    if (Number.isNaN(date.getTime()) || date.toUTCString() !== value) return null;
    ms = date.getTime() - NOW;
  }
  if (ms < 1000) return 1000;
  if (ms > 900_000) return 900_000;
  return ms;
}
