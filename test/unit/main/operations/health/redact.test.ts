import { generateKeyPairSync, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, machinePlaces } from "../../../../../main/operations/health/redact.ts";
import { runs } from "../../../../support/random-runs.ts";

const PEM = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
const SECRET = 'p"ss\\word/with +signs=&more';
const PATH = randomBytes(16).toString("hex");
const SECRETS = [PEM, SECRET, PATH, "481516"];

const redactor = createRedactor({
  secrets: SECRETS,
  places: [["/srv/shop/till", "[data]"], ...machinePlaces("/srv/shop/till")],
});

/** Text that must not appear: the secrets, whole or in revealing parts. */
const FORBIDDEN = [SECRET, PATH, "481516", ...PEM.split("\n").filter((line) => line.length > 30), "4791234567"];

function isClean(text: string): boolean {
  return FORBIDDEN.every(
    (forbidden) => !text.includes(forbidden) && !text.includes(JSON.stringify(forbidden).slice(1, -1)),
  );
}

describe("the redactor", () => {
  it.each([
    ["a header", "GET / HTTP/1.1\r\nAuthorization: SECRET abcdefghijkl\r\nHost: a", /abcdef/],
    ["a header in JSON", '{"headers":{"authorization":"RSA-SHA256 c2lnbmF0dXJl"}}', /c2lnbm/],
    ["a bearer token", "sent Bearer abc.def-ghi", /abc\.def/],
    ["a web token", "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", /eyJ/],
    ["a scan token", "scanned token:Zm9vYmFy", /Zm9v/],
    ["a key", PEM, /MII/],
    ["a PIN in a text", "wrong pin 271828 for the owner; PIN: 314159, pin=161803", /271828|314159|161803/],
    ["a PIN in a field", '{"pin":"271828","managerPin":"314159","new_pin":"161803"}', /271828|314159|161803/],
    ["a query", "GET /bridge?token=abcdef&x=1", /abcdef/],
    ["a user in an address", "https://anna:hunter2@proxy.example/", /hunter2/],
    ["a telephone number", "call +47 912 34 567 or 0047 91234567, or 91234567 (4791234567)", /912|9123/],
    [
      "a telephone number in full-width digits",
      "call \uff14\uff17\uff19\uff11\uff12\uff13\uff14\uff15\uff16\uff17",
      /\uff19\uff11|4791/,
    ],
    ["a secret in full-width letters", "\uff54\uff4f\uff4b\uff45\uff4e\uff1dabcdef", /abcdef/],
    ["a telephone number as a number", '{"who":4791234567,"list":[91234567]}', /9123/],
    ["a customer in a field", '{"customer":"Kari Nordmann","phone":"912","email":"kari"}', /Kari|912|kari/],
    ["an address", "kari.nordmann@example.no wrote", /kari/],
    ["a home folder", "/home/kari/till and C:\\Users\\Kari\\AppData, /Users/kari/x", /kari|Kari/],
    ["the data folder", "ENOSPC /srv/shop/till/till.db", /srv/],
    ["a long opaque string", `cause ${randomBytes(40).toString("base64")}`, /cause [A-Za-z0-9+/]{20}/],
  ])("removes %s", (_name, text, forbidden) => {
    expect(redactor.line(text)).not.toMatch(forbidden);
    expect(redactor.text(text)).not.toMatch(forbidden);
  });

  it("keeps the data that support needs", () => {
    for (const line of [
      '{"level":"info","time":"2026-03-02T10:00:00.000Z","posTid":"K7Q2ABCDEF12345678","tid":"12345678901","ms":12,"msg":"service answered"}',
      '{"amount":12345678,"freeBytes":64123456789,"createdAt":1772445600000,"customer":"•••5090"}',
      "2026-03-02 10:00:00 listening on 127.0.0.1:41233",
      "the service found the request malformed (400, bad_request). Attempt 3 of 10.",
      '{"kind":"capture","state":"done","pinned":true,"shipping":"x"}',
    ])
      expect(redactor.line(line)).toBe(line);
  });

  it("recognises its secrets in every encoding", () => {
    const bytes = Buffer.from(SECRET);
    for (const form of [
      SECRET,
      JSON.stringify(SECRET),
      encodeURIComponent(SECRET),
      bytes.toString("hex"),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    ]) {
      const text = `before ${form} after`;
      expect(redactor.finds(text)).toBe(true);
      expect(redactor.finds(redactor.text(text))).toBe(false);
      expect(redactor.text(text)).toMatch(/^before .*\[redacted\].* after$/);
    }
    const middle = PEM.split("\n")[7] ?? "";
    expect(redactor.text(`a part of a key: ${middle}`)).not.toContain(middle.slice(5, 25));
  });

  it("removes the identity of the machine and its user", () => {
    const host = hostname();
    const text = redactor.text(`started on ${host} in ${process.env.HOME}/till`);
    if (host.length >= 6) expect(text).not.toContain(host);
    expect(text).not.toContain(`${process.env.HOME}/`);
  });
});

describe("the redactor with any input", () => {
  const secret = fc.constantFrom(...SECRETS.slice(0, 3));
  const phone = fc.constantFrom("4791234567", "+4791234567", "+47 912 34 567", "0047 91 23 45 67");
  const around = fc.string({ unit: fc.constantFrom(..." .,:;'(){}[]<>|!?æø\n\t\"\\/".split("")), maxLength: 6 });
  const planted = fc
    .tuple(around, fc.oneof(secret, phone), around)
    .map(([before, what, after]) => `${before} ${what} ${after}`);
  const innocent = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), planted);
  const name = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("msg", "err", "data", "reason", "posTid", "at", "__proto__"),
  );
  const tree = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      innocent,
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(name, tie("node"), { maxKeys: 4 }),
    ),
  })).node;

  it("removes planted secrets anywhere in any JSON, and returns JSON", () => {
    fc.assert(
      fc.property(tree, planted, name, (value, text, key) => {
        const line = redactor.line(JSON.stringify({ [key]: value, planted: text, [text]: 1 }));
        JSON.parse(line);
        expect(isClean(line)).toBe(true);
        expect(redactor.finds(line)).toBe(false);
        expect(line).not.toMatch(/912 ?34 ?567|91 23 45 67/);
      }),
      { numRuns: runs(1000) },
    );
  });

  it("removes them in JSON within JSON, and in truncated lines", () => {
    fc.assert(
      fc.property(planted, fc.nat(80), (text, cut) => {
        const nested = JSON.stringify({ msg: JSON.stringify({ body: text }) });
        expect(isClean(redactor.line(nested))).toBe(true);
        expect(redactor.finds(redactor.line(nested.slice(0, nested.length - cut)))).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });

  it("never throws, and never takes long", () => {
    const hostile = [
      "a".repeat(200_000),
      "1 ".repeat(100_000),
      "token".repeat(40_000),
      `-----BEGIN ${"A ".repeat(50_000)}`,
      "://".repeat(60_000),
      `${"[".repeat(5000)}`,
      "pin ".repeat(50_000),
      `"${"\\".repeat(100_000)}`,
      "x@".repeat(50_000),
    ];
    for (const text of hostile) {
      const before = process.cpuUsage();
      redactor.line(text);
      // Only its own CPU time in microseconds, because the machine may be busy.
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    }
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => typeof redactor.line(text) === "string"),
    );
  });
});
