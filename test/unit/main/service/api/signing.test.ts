import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentDigest, sign, signatureMessage } from "../../../../../main/service/api/signing.ts";
import { signatures, vectorFile } from "./scripted-service.ts";

describe("OpenSSL's vectors", () => {
  it.each(signatures)("agree on $name", ({ key, vendor, method, url, headers, body, digest, message, signature }) => {
    expect(contentDigest(body)).toBe(digest);
    expect(contentDigest(new TextEncoder().encode(body))).toBe(digest);
    expect(signatureMessage(method, url, headers, vendor)).toBe(message);
    expect(sign(message, vectorFile(`${key}.pem`))).toBe(signature);
    expect(
      verify(
        "sha256",
        Buffer.from(message),
        createPublicKey(vectorFile(`${key}.pub.pem`)),
        Buffer.from(signature, "base64"),
      ),
    ).toBe(true);
  });

  it("cover the cases of the specification", () => {
    const text = JSON.stringify(signatures);
    for (const part of ["?ttl=", "HTTPS://API", '"body":""', "日本", "INTEGRATOR", "X-ACME-", "#Part", ":8443"])
      expect(text).toContain(part);
  });
});

describe("the string to sign", () => {
  it("agrees with a second, simple implementation for any headers", () => {
    const name = fc.oneof(
      fc.constantFrom(
        "X-Svc-User",
        "x-svc-merchant",
        "X-SVC-Timestamp",
        "X-Svc-User-Agent",
        "X-Svcother-A",
        "Accept",
        "X-Svc",
      ),
      fc.stringMatching(/^[xX]-[sS][vV][cC]-[A-Za-z0-9-]{1,12}$/),
    );
    const value = fc.string({ unit: fc.constantFrom("a", "Z", "0", " ", "=", "&", "|", "-", ":", "%") });
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.constantFrom("svc", "SVC", "Svc"), (headers, vendor) => {
        const message = signatureMessage("GET", "https://h/", headers, vendor);
        expect(message).toBe(`GET|https://h/|${secondHeaders(headers)}`);
      }),
    );
  });

  it("keeps a URL unchanged, except for its scheme, host and fragment", () => {
    const rest = fc.stringMatching(/^(\/[A-Za-z0-9%._~:@!$&'()*+,;=-]{0,10}){0,4}(\?[A-Za-z0-9%/?&=+:@-]{0,20})?$/);
    fc.assert(
      fc.property(
        fc.constantFrom("HTTPS", "https", "Http"),
        fc.stringMatching(/^[A-Za-z0-9.-]{1,12}(:\d{1,5})?$/),
        rest,
        fc.constantFrom("", "#", "#A?b/c#d"),
        (scheme, host, tail, fragment) => {
          const message = signatureMessage("GET", `${scheme}://${host}${tail}${fragment}`, {}, "svc");
          expect(message).toBe(`GET|${`${scheme}://${host}`.toLowerCase()}${tail}|`);
        },
      ),
    );
  });

  it("does not depend on the order of the headers", () => {
    const one = { "X-Svc-User": "u", "X-Svc-Merchant": "m" };
    const other = { "X-Svc-Merchant": "m", "X-Svc-User": "u" };
    expect(signatureMessage("GET", "https://h/", one, "svc")).toBe(signatureMessage("GET", "https://h/", other, "svc"));
  });
});

describe("signing", () => {
  it("accepts a PEM text or a key, and no other kind of key", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    expect(() => sign("m", privateKey)).toThrow(TypeError);
    expect(() => sign("m", createPublicKey(vectorFile("strong.pub.pem")))).toThrow(TypeError);
  });
});

/** An independent implementation: a plain loop with ordered insertion, without maps or filters. */
function secondHeaders(headers: Record<string, string>): string {
  const pairs: string[] = [];
  for (const name in headers) {
    if (!/^x-svc-/i.test(name)) continue;
    const pair = `${name.toUpperCase()}=${headers[name]}`;
    let place = 0;
    while (place < pairs.length && (pairs[place] as string) < pair) place++;
    pairs.splice(place, 0, pair);
  }
  return pairs.join("&");
}
