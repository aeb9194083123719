import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expect, it } from "vitest";
import { type IdTokenPorts, verifyIdToken } from "../../../../../main/service/api/id-token.ts";
import { throwawayKeyPair } from "../../../../../sandbox/keys.ts";

const NOW = Date.parse("2026-03-02T10:00:00Z");
const SECONDS = NOW / 1000;
const service = throwawayKeyPair("service");
const publicKey = createPublicKey(service.publicPem);
const ports: IdTokenPorts = { publicKey, issuer: "https://service.example", audience: "T001", now: NOW };
const CLAIMS = { iss: ports.issuer, aud: "T001", sub: "abc", iat: SECONDS - 10, exp: SECONDS + 600 };
const HEADER = { alg: "RS256", typ: "JWT" };

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(claims: object = {}, header: object = {}, key: KeyObject | null = service.privateKey): string {
  const text = `${part({ ...HEADER, ...header })}.${part({ ...CLAIMS, ...claims })}`;
  return `${text}.${key === null ? "" : sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

const refused = { is: "refused" };

it("a token that the service signed for this merchant identifies its customer", async () => {
  expect(await verifyIdToken(token(), ports)).toEqual({ is: "proven", subject: "abc" });
  expect(await verifyIdToken(token({ nonce: "n" }), { ...ports, nonce: "n" })).toEqual({
    is: "proven",
    subject: "abc",
  });
  // The two clocks may differ by half a minute.
  expect(await verifyIdToken(token({ exp: SECONDS - 29 }), ports)).toMatchObject({ is: "proven" });
});

it.each<[string, object]>([
  ["expired", { exp: SECONDS - 31 }],
  ["without an end", { exp: undefined }],
  ["without an issue time", { iat: undefined }],
  ["not valid yet", { nbf: SECONDS + 60 }],
  ["from another issuer", { iss: "https://another.example" }],
  ["from an issuer with a similar address", { iss: "https://service.example.evil" }],
  ["for another merchant", { aud: "T002" }],
  ["without an audience", { aud: undefined }],
  ["without a subject", { sub: "" }],
  ["for a numeric subject", { sub: 7 }],
  ["for a subject with a very long name", { sub: "a".repeat(256) }],
  ["from another request with a nonce", { nonce: "another" }],
  ["issued over ten minutes in the future", { iat: SECONDS + 601 }],
  ["issued over a day ago, however long it is valid", { iat: SECONDS - 86_401, exp: SECONDS + 86_400 * 365 }],
  ["without a numeric issue time", { iat: "now" }],
  ["for several audiences without an authorised party", { aud: ["T001", "T002"] }],
  ["for several audiences, and another authorised party", { aud: ["T001", "T002"], azp: "T002" }],
  ["for this merchant, with another authorised party", { azp: "T002" }],
  ["for this merchant, with an authorised party that is not text", { azp: ["T001"] }],
  ["for this merchant, with an empty authorised party", { azp: "" }],
])("a token that is %s proves nothing", async (_what, claims) => {
  expect(await verifyIdToken(token(claims), ports)).toEqual(refused);
});

it.each<[string, object]>([
  ["ten minutes in the future", { iat: SECONDS + 600, nbf: SECONDS }],
  ["a day ago", { iat: SECONDS - 86_400 }],
  ["for several audiences, with this merchant as the authorised party", { aud: ["T001", "T002"], azp: "T001" }],
  ["for a list with this merchant only", { aud: ["T001"] }],
  ["for this merchant, which is also the authorised party", { azp: "T001" }],
])("a token that was issued %s identifies its customer", async (_what, claims) => {
  expect(await verifyIdToken(token(claims), ports)).toMatchObject({ is: "proven" });
});

it("a request's own nonce must be returned exactly", async () => {
  const asked = { ...ports, nonce: "n" };
  expect(await verifyIdToken(token(), asked)).toEqual(refused);
  expect(await verifyIdToken(token({ nonce: "N" }), asked)).toEqual(refused);
  expect(await verifyIdToken(token({ nonce: ["n"] }), asked)).toEqual(refused);
});

it("only the service's own key is accepted, by RS256, whatever key and algorithm the token names", async () => {
  const forger = throwawayKeyPair("forger");
  const jwk = createPublicKey(forger.publicPem).export({ format: "jwk" });
  for (const header of [
    {},
    { jwk },
    { jku: "https://evil.example/keys" },
    { kid: "../../dev/null" },
    { x5c: ["AAAA"] },
  ])
    expect(await verifyIdToken(token({}, header, forger.privateKey), ports)).toEqual(refused);
  for (const alg of ["none", "None", "NONE", ""]) {
    expect(await verifyIdToken(token({}, { alg }, null), ports)).toEqual(refused);
    expect(await verifyIdToken(token({}, { alg }), ports)).toEqual(refused);
  }
  for (const secret of [service.publicPem, publicKey.export({ format: "der", type: "spki" })]) {
    const text = `${part({ ...HEADER, alg: "HS256" })}.${part(CLAIMS)}`;
    const mac = createHmac("sha256", secret).update(text).digest("base64url");
    expect(await verifyIdToken(`${text}.${mac}`, ports)).toEqual(refused);
  }
  const [head, body, signature] = token().split(".");
  const changed = `${head}.${part({ ...CLAIMS, sub: "another" })}.${signature}`;
  for (const text of [changed, `${head}.${body}.`, `${head}.${body}`, "", "a.b.c", `${token()}.x`])
    expect(await verifyIdToken(text, ports)).toEqual(refused);
});

it("no token is accepted without a service key, or with one under 2048 bits (G27)", async () => {
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const signed = token({}, {}, weak.privateKey);
  expect(await verifyIdToken(signed, { ...ports, publicKey: weak.publicKey })).toEqual({ is: "unprovable" });
  expect(await verifyIdToken(token(), { ...ports, publicKey: null })).toEqual({ is: "unprovable" });
});

it("a missing issuer, audience or time is refused", async () => {
  for (const missing of [{ issuer: undefined }, { issuer: "" }, { audience: undefined }, { now: Number.NaN }])
    expect(await verifyIdToken(token(), { ...ports, ...missing } as never)).toEqual(refused);
});
