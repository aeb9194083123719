import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeKeyPair, readPublicKey } from "../../../sandbox/keys.ts";
import { contentDigest, signedText, signedUrl, signText, verifyText } from "../../../sandbox/signature.ts";

describe("5.4 the signed text", () => {
  it("is method, URL and the vendor's headers in order, with values as sent", () => {
    const headers = [
      ["X-Svc-User", "till"],
      ["x-svc-timestamp", "2026-11-20 09:08:07"],
      ["Accept", "application/json"],
      ["X-SVC-Merchant", "T001"],
      ["X-Svcx-Other", "no"],
      ["X-Svc-Content-Digest", "SHA256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="],
    ] as const;
    expect(signedText("get", "HTTPS://API.Example.COM:8443/Path/?Q=A%2Fb#frag", headers, "svc")).toBe(
      "GET|https://api.example.com:8443/Path/?Q=A%2Fb|X-SVC-CONTENT-DIGEST=SHA256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=&X-SVC-MERCHANT=T001&X-SVC-TIMESTAMP=2026-11-20 09:08:07&X-SVC-USER=till",
    );
  });

  it("digests an empty body as the empty string", () => {
    expect(contentDigest(Buffer.alloc(0))).toBe("SHA256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  });

  it.each([
    ["http://HOST/Path", "http://host/Path"],
    ["HTTP://Host?Q=X", "http://host?Q=X"],
    ["https://host/#A", "https://host/"],
    ["https://host/a?b#c#d", "https://host/a?b"],
  ])("writes %s as %s", (url, signed) => expect(signedUrl(url)).toBe(signed));

  it("does not depend on the order or case of the headers", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.boolean()), (words, upper) => {
        const headers = words.map((word) => [`x-svc-${word}`, word] as const);
        const mixed = headers.map(([name, value]) => [upper.next().value ? name.toUpperCase() : name, value] as const);
        expect(signedText("GET", "https://h/", mixed.toReversed(), "svc")).toBe(
          signedText("GET", "https://h/", headers, "svc"),
        );
      }),
    );
  });
});

describe("signatures", () => {
  const pair = makeKeyPair();
  const key = createPublicKey(pair.publicPem);

  it("are valid only for their text", () => {
    const signature = signText("GET|https://h/|", pair.privateKey);
    expect(verifyText("GET|https://h/|", signature, key)).toBe(true);
    expect(verifyText("GET|https://h/|X", signature, key)).toBe(false);
    expect(verifyText("GET|https://h/|", signature, createPublicKey(makeKeyPair().publicPem))).toBe(false);
  });

  it.each(["", "=", "not base64", "é", "AAAA", `${"A".repeat(1_000_000)}`])(
    "are rejected without an exception when malformed",
    (signature) => {
      expect(verifyText("x", signature, key)).toBe(false);
    },
  );

  it("require RSA keys of at least 2048 bits", () => {
    expect(readPublicKey(pair.publicPem)).not.toBeNull();
    expect(readPublicKey("-----BEGIN PUBLIC KEY-----\nno\n-----END PUBLIC KEY-----")).toBeNull();
  });
});
