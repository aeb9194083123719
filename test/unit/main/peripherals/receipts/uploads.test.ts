import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { canonicalBytes } from "../../../../../contract/values/canonical-json.ts";
import { printJobs } from "../../../../../main/peripherals/printing/jobs.ts";
import { issuedReceipts } from "../../../../../main/peripherals/receipts/issued.ts";
import { buildReceipt } from "../../../../../main/peripherals/receipts/model.ts";
import { isUploadAllowed, startUploads } from "../../../../../main/peripherals/receipts/uploads.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { answerJson, createScriptedService, type ReceivedRequest } from "../../service/api/scripted-service.ts";
import { payment, TERMS } from "./fixtures.ts";

describe("the allowed host of a receipt", () => {
  const service = "https://api.service.example";
  const trusted = ["service.example", "files.example"];

  it.each([
    "/merchant/v1/attachment/abc/",
    "https://api.service.example/attachment/abc/?x=1",
    "https://files.example/abc",
    "https://eu.files.example/abc",
    "https://eu.files.example:443/abc",
  ])("%s", (uri) => {
    expect(isUploadAllowed(uri, service, trusted)).toBe(true);
  });

  it.each([
    "https://elsewhere.example/abc",
    "https://files.example.evil.example/abc",
    "https://evilfiles.example/abc",
    "http://files.example/abc",
    "http://api.service.example/abc",
    "https://files.example:8443/abc",
    "https://files.example@evil.example/abc",
    "https://user:pw@api.service.example/abc",
    "//evil.example/abc",
    "\\\\evil.example\\abc",
    "ftp://files.example/abc",
    "https://169.254.169.254/latest",
    "javascript:alert(1)",
    "https://",
  ])("is not %s", (uri) => {
    expect(isUploadAllowed(uri, service, trusted)).toBe(false);
  });

  it("is only the service when no other host is trusted", () => {
    expect(isUploadAllowed("https://files.example/abc", service, [])).toBe(false);
    expect(isUploadAllowed("http://127.0.0.1:8080/a/", "http://127.0.0.1:8080", [])).toBe(true);
  });

  it("is not another port of a trusted host over plain http", () => {
    expect(isUploadAllowed("http://127.0.0.1:8081/a/", "http://127.0.0.1:8080", ["127.0.0.1"])).toBe(false);
  });
});

/** A captured payment whose receipt waits for upload, over a service with scripted responses. */
async function upload(outcome: object, script: (asked: ReceivedRequest, answer: ServerResponse) => void) {
  await using cleanup = new AsyncDisposableStack();
  const { database } = cleanup.use(temporaryDatabase());
  const service = cleanup.use(
    await createScriptedService((asked, answer) => {
      if (asked.method === "GET") return answerJson(answer, 200, { ...OUTCOME, ...outcome });
      script(asked, answer);
    }),
  );
  database.exec(`INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
    VALUES ('P1', 1, 'K7Q2-0001', 'SALE', 'NOK', 100, 0, 0, 'captured', 0, 0)`);
  const receipt = {
    ...buildReceipt(payment(), { kind: "sale", part: 0 }, { at: 0, language: "nb", person: null, vat: [] }, TERMS),
  };
  receipt.payment.posTid = "P1";
  const issued = issuedReceipts(database, "K7Q2").issue(receipt, 0);
  const jobs = printJobs(database);
  const bytes = canonicalBytes(issued.receipt);
  const common = { receipt: issued.number, posTid: "P1", copy: 0, automatic: true };
  const { id } = jobs.add({ ...common, kind: "electronic", bytes }, service.clock.now());
  const ended: (string | null)[] = [];
  const uploads = startUploads({
    api: service.client,
    database,
    clock: service.clock,
    log: pino({ level: "silent" }),
    random: () => 0,
    jobs,
    trustedHosts: ["files.example"],
    tidOf: () => "tid-1",
    ended: (_job, end) => ended.push("problem" in end ? end.problem : null),
    onChange: () => undefined,
  });
  cleanup.defer(() => uploads.close());
  const resources = cleanup.move();
  const until = (holds: () => boolean) => service.clock.advanceUntil(holds);
  const posts = () => service.asked.filter(({ method }) => method === "POST");
  return {
    ...service,
    ended,
    posts,
    until,
    job: () => jobs.find(id),
    bytes,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const OUTCOME = { currency: "NOK", amount: 100, pos_id: "counter-1", pos_tid: "P1", tid: "tid-1", status: "ok" };

describe("an upload", () => {
  it("is not made to an untrusted host, whatever the service returns", async () => {
    await using up = await upload({ attachment_uri: "https://evil.example/x" }, (_asked, answer) => answer.end());
    await up.until(() => up.job()?.settledAt !== null);
    expect([up.ended, up.posts()]).toEqual([["untrusted_host"], []]);
  });

  it("follows no redirect, and retries at the same address", async () => {
    let count = 0;
    await using up = await upload({ attachment_uri: "/up/1" }, (_asked, answer) => {
      count += 1;
      if (count > 1) return answer.writeHead(204).end();
      answer.writeHead(307, { Location: "/elsewhere" }).end();
    });
    await up.until(() => up.job()?.settledAt !== null);
    expect(up.posts().map(({ url }) => url)).toEqual(["/up/1", "/up/1"]);
    expect(up.ended).toEqual([null]);
  });

  it("carries no credentials, and the same bytes on each attempt", async () => {
    let count = 0;
    await using up = await upload({ attachment_uri: "/up/1" }, (_asked, answer) => {
      count += 1;
      if (count === 1) answer.destroy();
      else answer.writeHead(204).end();
    });
    await up.until(() => up.job()?.settledAt !== null);
    expect(up.posts()).toHaveLength(2);
    for (const { headers, body } of up.posts()) {
      expect(Object.keys(headers).filter((name) => /^(x-|authorization|cookie)/.test(name))).toEqual([]);
      expect(body.includes(Buffer.from(up.bytes))).toBe(true);
    }
  });

  it("waits for an address, and is abandoned after three days without one", async () => {
    await using up = await upload({}, (_asked, answer) => answer.end());
    await up.until(() => up.job()?.problem === "no_address");
    expect(up.job()?.state).toBe("queued");
    await up.clock.advance(73 * 3_600_000);
    await up.until(() => up.job()?.settledAt !== null);
    expect([up.ended, up.posts()]).toEqual([["too_old"], []]);
  });
});
