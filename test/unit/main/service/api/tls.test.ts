import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { serviceProblem } from "../../../../../main/configuration/setup/trials/service-problem.ts";
import { json, noContent } from "../../../../../main/service/api/decode.ts";
import { describeError } from "../../../../../main/service/api/errors.ts";
import { errorReason } from "../../../../../main/service/error-reason.ts";
import { answerJson, createScriptedService, type Script, type ScriptedServiceOptions } from "./scripted-service.ts";

interface Pair {
  cert: string;
  key: string;
}

let folder = "";
let right: Pair;
let otherHost: Pair;
let expired: Pair;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "till-tls-"));
  right = selfSigned("right", "IP:127.0.0.1");
  otherHost = selfSigned("other-host", "DNS:api.example.com");
  expired = selfSigned("expired", "IP:127.0.0.1", "200101000000Z", "200201000000Z");
});
afterAll(() => rmSync(folder, { recursive: true }));

const script: Script = (_asked, answer) => answerJson(answer, 200, { id: "x" });

async function ask(tls: Pair, ca: string | null, more: ScriptedServiceOptions = {}) {
  await using service = await createScriptedService(script, { ...more, tls, service: { ca } });
  const result = await service.client.send({ method: "GET", path: "/pos/", decode: json(z.looseObject({})) });
  return { result, asked: service.asked.length };
}

describe("certificates", () => {
  it("of an extra CA are accepted", async () => {
    expect(await ask(right, right.cert)).toMatchObject({ result: { ok: true }, asked: 1 });
    expect(await ask(right, `# two\n${otherHost.cert}\n${right.cert}`)).toMatchObject({ result: { ok: true } });
  });

  it("without a CA, or of another CA, host or time are refused, and nothing is sent", async () => {
    const wrong: [Pair, string | null][] = [
      [right, null],
      [right, otherHost.cert],
      [otherHost, otherHost.cert],
      [expired, expired.cert],
    ];
    for (const [tls, ca] of wrong)
      expect(await ask(tls, ca)).toMatchObject({
        result: { ok: false, error: { kind: "try_again", because: "tls", answer: null } },
        asked: 0,
      });
  });

  describe("with verification disabled in the environment", () => {
    afterEach(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    });

    it("are still verified", async () => {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
      expect(await ask(right, null)).toMatchObject({ result: { ok: false, error: { because: "tls" } }, asked: 0 });
    });
  });
});

describe("a server that does not accept the till's connection", () => {
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
  const wants = { requestCert: true, rejectUnauthorized: true } as const;

  it.each<[string, ServerOptions, string, string]>([
    [
      "requests a client certificate over TLS 1.3",
      { ...wants, minVersion: "TLSv1.3" },
      "certificate",
      "client_certificate",
    ],
    ["requests a client certificate over TLS 1.2", { ...wants, maxVersion: "TLSv1.2" }, "tls_refused", "tls_refused"],
    [
      "has no cipher in common with the till",
      { maxVersion: "TLSv1.2", ciphers: "AES128-SHA:@SECLEVEL=0" },
      "tls_refused",
      "tls_refused",
    ],
    ["supports only TLS 1.1", old, "old_tls", "old_tls"],
  ])("is reported when it %s, and nothing is sent", async (_what, options, reason, finding) => {
    const tls = { ...right, ...options };
    await using service = await createScriptedService(script, { tls, service: { ca: right.cert } });
    const result = await service.client.send({
      method: "POST",
      path: "/pos/",
      body: Buffer.from("{}"),
      decode: noContent,
    });
    if (result.ok) throw new Error("accepted");
    expect(result.error).toMatchObject({ kind: "try_again", because: "tls", answer: null });
    expect(service.asked).toEqual([]);
    expect(errorReason(result.error)).toEqual({ code: `service_${reason}`, values: {} });
    const asked = { service: { ...identity, baseUrl: service.baseUrl }, clockSkewMs: 0 };
    expect(serviceProblem(result.error, asked)).toMatchObject({ finding: `service.${finding}` });
    expect(describeError(result.error)).not.toContain("identity");
  });
});

const identity = { vendor: "svc", merchant: "m", user: "u", integrator: null };

/** A self-signed certificate by OpenSSL's command line; `validFrom`/`validTo` as `YYMMDDhhmmssZ`. */
function selfSigned(name: string, subject: string, validFrom?: string, validTo?: string): Pair {
  const file = (ending: string) => join(folder, `${name}.${ending}`);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" });
  const san = ["-subj", "/CN=test", "-addext", `subjectAltName=${subject}`];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", file("key")];
  if (validFrom === undefined || validTo === undefined)
    openssl("req", "-x509", ...key, ...san, "-days", "2", "-out", file("pem"));
  else {
    // Debian's `openssl req` cannot backdate a certificate; its `openssl ca` can.
    openssl("req", ...key, ...san, "-out", file("csr"));
    writeFileSync(file("db"), "");
    writeFileSync(file("serial"), "01\n");
    writeFileSync(
      file("cnf"),
      `[ca]\ndefault_ca=c\n[c]\ndatabase=${file("db")}\nserial=${file("serial")}\nnew_certs_dir=${folder}\ndefault_md=sha256\n` +
        "policy=p\ncopy_extensions=copy\n[p]\ncommonName=supplied\n",
    );
    const dates = ["-startdate", validFrom, "-enddate", validTo];
    openssl(
      "ca",
      "-batch",
      "-notext",
      "-selfsign",
      "-config",
      file("cnf"),
      "-keyfile",
      file("key"),
      "-in",
      file("csr"),
      "-out",
      file("pem"),
      ...dates,
    );
  }
  return { cert: readFileSync(file("pem"), "utf8"), key: readFileSync(file("key"), "utf8") };
}
