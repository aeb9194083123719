/** Fuzzing against second implementations that have no unit tests of this kind. */
import fc from "fast-check";
import { describe, expect } from "vitest";
import { parseDateTime } from "../../contract/wire/wire.ts";
import { parseMessage } from "../../main/service/api/callback-message.ts";
import { contentDigest, sign, signatureMessage } from "../../main/service/api/signing.ts";
import { verifyCallback } from "../../main/service/api/verify-callback.ts";
import { throwawayKeyPair } from "../../sandbox/keys.ts";
import { signedText, verifyText } from "../../sandbox/signature.ts";
import { faultCase, type Tally, usualOrNightly } from "./case.ts";

const RUNS = usualOrNightly(2000, 200_000);

function check(tally: Tally, property: fc.IProperty<unknown>): void {
  fc.assert(property, { seed: tally.seed | 0, numRuns: RUNS });
  tally.runs += RUNS;
}

const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, "0"));

describe("the till under fuzzing", () => {
  faultCase("agrees with a second parser of timestamps", async (tally) => {
    const text = fc
      .tuple(
        fc.integer({ min: 1960, max: 2110 }),
        two(14),
        two(33),
        fc.constantFrom(" ", "T", "  ", "t"),
        two(25),
        two(61),
        two(61),
      )
      .chain(([year, month, day, gap, hour, minute, second]) =>
        fc
          .constantFrom("", "", "Z", "+00:00", " ", ".5", "+02:00")
          .map((zone) => `${year}-${month}-${day}${gap}${hour}:${minute}:${second}${zone}`),
      );
    check(
      tally,
      fc.property(text, (written) => {
        const parts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(written)?.slice(1).map(Number);
        if (!parts) return;
        const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
        const exists = day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
        expect(parseDateTime(written)).toBe(exists ? Date.UTC(year, month - 1, day, hour, minute, second) : null);
      }),
    );
  });

  faultCase("verifies every signature with a second implementation", async (tally) => {
    const { privateKey, publicPem } = throwawayKeyPair("service");
    const publicKey = (await import("node:crypto")).createPublicKey(publicPem);
    const value = fc.string({ unit: fc.constantFrom("a", "Z", "0", " ", "=", "|", "-", ":", "%", "/"), maxLength: 20 });
    const url = fc.constantFrom("http://127.0.0.1:1/x", "https://h.example/a?b=c&d=%20", "https://h/");
    fc.assert(
      fc.property(value, value, url, fc.uint8Array({ maxLength: 50 }), (merchant, note, at, body) => {
        const headers: [string, string][] = [
          ["X-Svc-Content-Digest", contentDigest(body)],
          ["X-Svc-Merchant", merchant],
          ["x-svc-NOTE", note],
          ["X-Svc-Timestamp", "2026-03-02 10:00:00"],
          ["Accept", "x"],
        ];
        const signedByTill = signatureMessage("POST", at, Object.fromEntries(headers), "svc");
        const expected = signedText("POST", at, headers, "svc");
        expect(signedByTill).toBe(expected);
        const signature = sign(signedByTill, privateKey);
        expect(verifyText(expected, signature, publicKey)).toBe(true);
        const callback = { method: "POST", url: at, body, vendor: "svc", publicKey, now: Date.UTC(2026, 2, 2, 10) };
        const verdict = verifyCallback({
          ...callback,
          headers: [...headers, ["Authorization", `RSA-SHA256 ${signature}`]],
        });
        expect(verdict.verdict).toBe("applied");
      }),
      { seed: tally.seed | 0, numRuns: usualOrNightly(200, 5000) },
    );
    tally.runs = usualOrNightly(200, 5000);
  });

  faultCase("agrees with a plain parser of callback bodies", async (tally) => {
    const meta = fc.record(
      {
        id: fc.oneof(fc.string({ maxLength: 250 }), fc.anything()),
        event: fc.oneof(fc.constantFrom("payment_captured", "x", ""), fc.anything()),
        uri: fc.oneof(fc.string(), fc.constant(null), fc.anything()),
      },
      { requiredKeys: [] },
    );
    check(
      tally,
      fc.property(
        fc.record({ meta: fc.oneof(meta, fc.anything()), object: fc.anything() }, { requiredKeys: [] }),
        (message) => {
          let text: string | undefined;
          try {
            text = JSON.stringify(message);
          } catch {
            return;
          }
          if (text === undefined) return;
          const plain = JSON.parse(text) as { meta?: { id?: unknown; event?: unknown; uri?: unknown } | null };
          const { id, event, uri } = plain.meta ?? {};
          const isText = (one: unknown, longest: number) =>
            typeof one === "string" && one.length > 0 && one.length <= longest;
          const understood =
            isText(id, 200) &&
            isText(event, 100) &&
            (uri === undefined || uri === null || (typeof uri === "string" && uri.length <= 2048)) &&
            typeof plain.meta === "object" &&
            !Array.isArray(plain.meta);
          const parsed = parseMessage(Buffer.from(text));
          expect(parsed.ok, text).toBe(understood);
          if (parsed.ok) expect(parsed.message.metaId).toBe(id);
        },
      ),
    );
  });
});
