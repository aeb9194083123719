import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentDigest, sign, signatureMessage } from "../../../../../main/service/api/signing.ts";
import { type ReceivedCallback, verifyCallback } from "../../../../../main/service/api/verify-callback.ts";
import { TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { signatures, strongKey, vectorFile } from "./scripted-service.ts";

const publicKey = createPublicKey(strongKey);
const weakKey = createPrivateKey(vectorFile("weak.pem"));
const url = "https://shop.example.com/cb/3q2";
const body = Buffer.from('{"meta":{"id":"m-1","event":"payment_captured","uri":null}}');

interface Made {
  method?: string;
  url?: string;
  body?: Buffer;
  headers?: Record<string, string>;
  key?: KeyObject;
}

/** A callback as the service would send it at the test's time, with changes made before signing. */
function made(changes: Made = {}): ReceivedCallback {
  const content = changes.body ?? body;
  const headers = changes.headers ?? {
    "X-Svc-Timestamp": "2026-03-02 10:00:00",
    "X-Svc-Content-Digest": contentDigest(content),
  };
  const message = signatureMessage(changes.method ?? "POST", changes.url ?? url, headers, "svc");
  return {
    method: "POST",
    url,
    headers: [
      ["Host", "anything"],
      ...Object.entries(headers),
      ["Authorization", `RSA-SHA256 ${sign(message, changes.key ?? strongKey)}`],
    ],
    body: content,
    vendor: "svc",
    publicKey,
    now: TEST_EPOCH_MS,
  };
}

function withHeader(callback: ReceivedCallback, name: string, value: string | null): ReceivedCallback {
  const others = callback.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  return { ...callback, headers: value === null ? others : [...others, [name, value]] };
}

describe("a callback is applied", () => {
  it("when OpenSSL signed it", () => {
    const vector = signatures.find(({ name }) => name === "a callback");
    if (!vector) throw new Error("the vector is missing");
    const headers: [string, string][] = [
      ...Object.entries(vector.headers),
      ["Authorization", `RSA-SHA256 ${vector.signature}`],
    ];
    const callback = {
      method: "POST",
      url: vector.url,
      headers,
      body: Buffer.from(vector.body),
      vendor: "svc",
      publicKey,
      now: TEST_EPOCH_MS,
    };
    expect(verifyCallback(callback)).toEqual({ verdict: "applied" });
    expect(verifyCallback({ ...callback, url: vector.url.toLowerCase() })).toMatchObject({ verdict: "refused" });
  });

  it("when digest, signature, key and time are right, in any case of its names and with other headers", () => {
    expect(verifyCallback(made())).toEqual({ verdict: "applied" });
    const lower = made().headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
    expect(verifyCallback({ ...made(), headers: [...lower, ["cookie", "a"], ["cookie", "b\u00e5"]] })).toEqual({
      verdict: "applied",
    });
    expect(verifyCallback(made({ body: Buffer.alloc(0) }))).toEqual({ verdict: "applied" });
  });

  it("up to five minutes early or late, and not a second more", () => {
    for (const [shift, verdict] of [
      [300_000, "applied"],
      [-300_000, "applied"],
      [300_001, "hint"],
      [-300_001, "hint"],
      [365 * 86_400_000, "hint"],
    ] as const)
      expect(verifyCallback({ ...made(), now: TEST_EPOCH_MS + shift }).verdict).toBe(verdict);
  });
});

describe("a callback that is only a hint", () => {
  const stamp = "2026-03-02 10:00:00";
  it.each<[string, ReceivedCallback]>([
    ["no public key is configured", { ...made(), publicKey: null }],
    ["not signed", withHeader(made(), "Authorization", null)],
    ["not signed", { ...made(), headers: [] }],
    ["no digest", made({ headers: { "X-Svc-Timestamp": stamp } })],
    ["no timestamp", made({ headers: { "X-Svc-Content-Digest": contentDigest(body) } })],
    ["no timestamp", made({ headers: { "X-Svc-Content-Digest": contentDigest(body), "X-Svc-Timestamp": "now" } })],
    [
      "no timestamp",
      made({ headers: { "X-Svc-Content-Digest": contentDigest(body), "X-Svc-Timestamp": "2026-02-30 10:00:00" } }),
    ],
    ["weak key", { ...made({ key: weakKey }), publicKey: createPublicKey(weakKey) }],
  ])("%s", (because, callback) => {
    expect(verifyCallback(callback)).toEqual({ verdict: "hint", because });
  });
});

describe("a callback is refused", () => {
  const digest = contentDigest(body);
  const twice = (name: string, value: string): ReceivedCallback => ({
    ...made(),
    headers: [...made().headers, [name, value]],
  });
  it.each<[string, string, ReceivedCallback]>([
    ["another body", "wrong digest", { ...made(), body: Buffer.from(body.toString().replace("captured", "Captured")) }],
    [
      "another body, even if unsigned",
      "wrong digest",
      { ...withHeader(made(), "Authorization", null), body: Buffer.alloc(0) },
    ],
    ["another digest", "wrong digest", withHeader(made(), "X-Svc-Content-Digest", contentDigest("other"))],
    [
      "the digest in lower case",
      "wrong algorithm",
      withHeader(made(), "X-Svc-Content-Digest", digest.replace("SHA256", "sha256")),
    ],
    ["a digest by MD5", "wrong algorithm", withHeader(made(), "X-Svc-Content-Digest", "MD5=1B2M2Y8AsgTpgAmY7PhCfg==")],
    ["an empty digest", "wrong algorithm", withHeader(made(), "X-Svc-Content-Digest", "")],
    ["another URL", "wrong signature", made({ url: "https://shop.example.com/cb/3q3" })],
    ["another host", "wrong signature", made({ url: "https://evil.example.com/cb/3q2" })],
    ["another scheme", "wrong signature", made({ url: "http://shop.example.com/cb/3q2" })],
    ["another method", "wrong signature", made({ method: "PUT" })],
    ["another time", "wrong signature", withHeader(made(), "X-Svc-Timestamp", "2026-03-02 10:00:01")],
    ["a further signed header", "wrong signature", withHeader(made(), "X-Svc-Merchant", "evil")],
    ["another key", "wrong signature", made({ key: createPrivateKey(vectorFile("other.pem")) })],
    ["SHA-1", "wrong algorithm", withHeader(made(), "Authorization", "RSA-SHA1 abcd")],
    ["a scheme in lower case", "wrong algorithm", withHeader(made(), "Authorization", "rsa-sha256 abcd")],
    ["a secret", "wrong algorithm", withHeader(made(), "Authorization", "SECRET abcd")],
    ["an empty Authorization", "wrong algorithm", withHeader(made(), "Authorization", "")],
    ["no signature", "no signature in Authorization", withHeader(made(), "Authorization", "RSA-SHA256")],
    ["an empty signature", "no signature in Authorization", withHeader(made(), "Authorization", "RSA-SHA256 ")],
    [
      "a signature that is not base64",
      "no signature in Authorization",
      withHeader(made(), "Authorization", "RSA-SHA256 ****"),
    ],
    ["two signatures", "no signature in Authorization", withHeader(made(), "Authorization", "RSA-SHA256 abcd abcd")],
    [
      "1 MB of Authorization",
      "no signature in Authorization",
      withHeader(made(), "Authorization", `RSA-SHA256 ${"A".repeat(1_000_000)}`),
    ],
    ["a short signature", "wrong signature", withHeader(made(), "Authorization", "RSA-SHA256 AAAA")],
    ["a timestamp twice", "a signed header twice", twice("X-Svc-Timestamp", "2026-03-02 10:00:00")],
    ["a timestamp twice in mixed case", "a signed header twice", twice("x-sVC-timestamp", "2026-03-02 10:00:00")],
    ["a digest twice in mixed case", "a signed header twice", twice("X-SVC-CONTENT-DIGEST", digest)],
    ["Authorization twice", "a signed header twice", twice("authorization", "SECRET x")],
    [
      "a line break in a value",
      "a signed header that cannot be read in one way only",
      withHeader(made(), "X-Svc-Merchant", "a\r\nX-Svc-User: b"),
    ],
    [
      "a NUL in a value",
      "a signed header that cannot be read in one way only",
      withHeader(made(), "X-Svc-Merchant", "a\0"),
    ],
    [
      "a line break in a name",
      "a signed header that cannot be read in one way only",
      withHeader(made(), "X-Svc-A\n", "a"),
    ],
    ["an = in a name", "a signed header that cannot be read in one way only", withHeader(made(), "X-Svc-A=B", "a")],
    [
      "a NUL in Authorization",
      "no signature in Authorization",
      withHeader(made(), "Authorization", "RSA-SHA256 AA\0A"),
    ],
    [
      "non-ASCII letters",
      "a signed header that cannot be read in one way only",
      withHeader(made(), "X-Svc-Merchant", "\u00e5"),
    ],
    [
      "an & in a value",
      "a signed header that cannot be read in one way only",
      withHeader(made(), "X-Svc-Merchant", "a&X-SVC-USER=b"),
    ],
  ])("with %s: %s", (_name, because, callback) => {
    expect(verifyCallback(callback)).toEqual({ verdict: "refused", because });
  });

  it("when two signed headers were merged into one with the same signed text", () => {
    const split = made({
      headers: {
        "X-Svc-A": "1",
        "X-Svc-B": "2",
        "X-Svc-Timestamp": "2026-03-02 10:00:00",
        "X-Svc-Content-Digest": digest,
      },
    });
    expect(verifyCallback(split)).toEqual({ verdict: "applied" });
    const merged = withHeader(withHeader(split, "X-Svc-A", "1&X-SVC-B=2"), "X-Svc-B", null);
    expect(verifyCallback(merged)).toMatchObject({ verdict: "refused" });
  });

  it("with any one byte of the body changed", () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(body);
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(verifyCallback({ ...made(), body: changed })).toEqual({ verdict: "refused", because: "wrong digest" });
      }),
      { numRuns: 50 },
    );
  });

  it("and never throws, for any headers", () => {
    const name = fc.oneof(
      fc.constantFrom("Authorization", "X-Svc-Timestamp", "X-Svc-Content-Digest", "x-svc-\u0000"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), fc.uint8Array(), (headers, bytes) => {
        expect(verifyCallback({ ...made(), headers, body: bytes }).verdict).not.toBe("applied");
      }),
    );
  });
});
