import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createApiClient } from "../../../../../main/service/api/client.ts";
import { json } from "../../../../../main/service/api/decode.ts";
import type { ApiError } from "../../../../../main/service/api/errors.ts";
import { createTransport } from "../../../../../main/service/api/transport.ts";
import { createManualClock } from "../../../../support/clock.ts";
import {
  answerJson,
  createScriptedService,
  type Script,
  type ScriptedServiceOptions,
  strongKey,
} from "./scripted-service.ts";

const get = { method: "GET", path: "/pos/till-1/", decode: json(z.looseObject({ id: z.string() })) } as const;

async function errorOf(script: Script, options?: ScriptedServiceOptions): Promise<ApiError> {
  await using service = await createScriptedService(script, options);
  const result = await service.client.send(get);
  if (result.ok) throw new Error("an error was expected");
  return result.error;
}

describe("a client's errors", () => {
  it.each([400, 402, 404, 405, 409, 410, 413, 422, 451])("%d is refused, with the error body", async (status) => {
    const errorBody = { error_type: "conflict", error_description: "why", error_details: { field: "amount" } };
    const error = await errorOf((_asked, answer) => answerJson(answer, status, errorBody));
    expect(error).toMatchObject({
      kind: "refused",
      status,
      body: errorBody,
      answer: { status, body: JSON.stringify(errorBody) },
    });
  });

  it.each([401, 403])("%d is a credentials problem", async (status) => {
    expect(await errorOf((_asked, answer) => answerJson(answer, status, { error_type: "auth" }))).toMatchObject({
      kind: "credentials",
      status,
    });
  });

  it.each([
    [408, "busy"],
    [425, "busy"],
    [429, "busy"],
    [500, "service"],
    [502, "service"],
    [503, "service"],
    [504, "service"],
    [599, "service"],
  ])("%d can be retried: %s", async (status, because) => {
    const error = await errorOf((_asked, answer) => answerJson(answer, status, {}, { "Retry-After": "7" }));
    expect(error).toMatchObject({ kind: "try_again", because, status, retryAfterMs: 7_000 });
  });

  it("measure a Retry-After date by the service's own clock", async () => {
    const error = await errorOf((_asked, answer) =>
      answerJson(
        answer,
        503,
        {},
        { Date: "Mon, 02 Mar 2020 10:00:00 GMT", "Retry-After": "Mon, 02 Mar 2020 10:00:40 GMT" },
      ),
    );
    expect(error).toMatchObject({ retryAfterMs: 40_000 });
  });

  it.each([301, 302, 303, 307, 308])("%d is an error and is not followed", async (status) => {
    let asked = 0;
    const error = await errorOf((_request, answer) => {
      asked++;
      answer.writeHead(status, { Location: "/merchant/v1/pos/other/" }).end();
    });
    expect(error).toMatchObject({ kind: "try_again", because: "redirect", status });
    expect(asked).toBe(1);
  });

  const unreadable: [string, Script, string][] = [
    [
      "HTML with 200",
      (_asked, answer) => answer.writeHead(200, { "Content-Type": "text/html" }).end("<html>Log in</html>"),
      "HTML or XML instead of JSON",
    ],
    ["cut JSON", (_asked, answer) => answer.end('{"id":"x'), "not JSON"],
    ["wrong types", (_asked, answer) => answerJson(answer, 200, { id: 7 }), "id: expected text"],
    ["a list", (_asked, answer) => answerJson(answer, 200, []), "body: expected an object"],
    ["bytes that are not text", (_asked, answer) => answer.end(Buffer.from([0x22, 0xff, 0x22])), "not UTF-8"],
    ["nothing", (_asked, answer) => answer.end(), "not JSON"],
    ["another 2xx", (_asked, answer) => answerJson(answer, 202, { id: "x" }), "unexpected status 202"],
  ];
  it.each(unreadable)("%s is unreadable", async (_name, script, detail) => {
    expect(await errorOf(script)).toMatchObject({ kind: "try_again", because: "unreadable", detail });
  });

  it("keep the headers of a response whose body was cut", async () => {
    const error = await errorOf((_asked, answer) => {
      answer.writeHead(200, { "Content-Length": "100" });
      answer.write('{"id":');
      setImmediate(() => answer.destroy());
    });
    expect(error).toMatchObject({ kind: "try_again", because: "unreadable", status: 200 });
  });

  it("treat a refusal with a cut body as a refusal", async () => {
    const error = await errorOf((_asked, answer) => {
      answer.writeHead(409, { "Content-Length": "100" });
      answer.write("{");
      setImmediate(() => answer.destroy());
    });
    expect(error).toMatchObject({ kind: "refused", status: 409, body: null });
  });

  it.each(["", "{", "<html>", "[]", '"x"', '{"error_type": 7}'])(
    "treat a refusal as a refusal, whatever its body: %j",
    async (text) => {
      const error = await errorOf((_asked, answer) => answer.writeHead(400).end(text));
      expect(error).toMatchObject({ kind: "refused", status: 400, body: null });
    },
  );

  it("cut a response over 256 KiB, with and without a length", async () => {
    const large = Buffer.alloc(257 * 1024, " ");
    for (const headers of [{ "Content-Length": String(large.length) }, {}]) {
      expect(await errorOf((_asked, answer) => answer.writeHead(200, headers).end(large))).toMatchObject({
        kind: "try_again",
        because: "unreadable",
        detail: "UND_ERR_RES_EXCEEDED_MAX_SIZE",
      });
    }
    const fits = Buffer.from(`{"id":"x"${" ".repeat(256 * 1024 - 10)}}`);
    await using service = await createScriptedService((_asked, answer) => answer.end(fits));
    expect(await service.client.send(get)).toMatchObject({ ok: true });
  });

  it("report that the connection is refused, reset, or uses another protocol", async () => {
    expect(await errorOf((_asked, answer) => answer.socket?.resetAndDestroy())).toMatchObject({
      kind: "try_again",
      because: "network",
      status: null,
      answer: null,
    });
    expect(await errorOf((_asked, answer) => answer.socket?.end("SSH-2.0-x\r\n"))).toMatchObject({
      kind: "try_again",
      because: "network",
    });
    const gone = createApiClient({
      service: {
        baseUrl: "http://127.0.0.1:1",
        vendor: "svc",
        merchant: "m",
        user: "u",
        integrator: null,
        testbedToken: null,
      },
      credentials: { scheme: "RSA-SHA256", privateKey: strongKey },
      clock: createManualClock(),
    });
    expect(await gone.send(get)).toMatchObject({ ok: false, error: { because: "network", detail: "ECONNREFUSED" } });
    await gone.close();
  });

  it("report that the response, or its end, does not arrive in time", async () => {
    expect(await errorOf(() => {}, { timeouts: { headersMs: 50 } })).toMatchObject({
      kind: "try_again",
      because: "timeout",
      status: null,
    });
    expect(await errorOf(() => {}, { timeouts: { totalMs: 50 } })).toMatchObject({
      kind: "try_again",
      because: "timeout",
      status: null,
    });
    const dripping: Script = (_asked, answer) => {
      answer.writeHead(200).write("{");
      const sendSlowly = setInterval(() => answer.write(" "), 5);
      answer.on("close", () => clearInterval(sendSlowly));
    };
    expect(await errorOf(dripping, { timeouts: { totalMs: 500 } })).toMatchObject({
      kind: "try_again",
      because: "timeout",
      status: 200,
    });
  });
});

describe("the transport", () => {
  it("uses plain http to this machine only", async () => {
    const transport = createTransport();
    const request = { method: "GET", headers: {}, body: null } as const;
    for (const url of ["http://192.0.2.1/", "http://localhost.example/", "ftp://127.0.0.1/"])
      await expect(transport.exchange({ ...request, url: new URL(url) })).rejects.toThrow("https");
    await transport.close();
  });

  it("sends no request that timed out or was aborted while it waited for a connection", async () => {
    const hanging: (() => void)[] = [];
    await using service = await createScriptedService((_asked, answer) => {
      hanging.push(() => answerJson(answer, 200, {}));
      if (hanging.length === CONNECTIONS) arrived.resolve();
      else if (hanging.length > CONNECTIONS) another.resolve();
    });
    const [arrived, another] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transport = createTransport();
    const url = new URL(service.baseUrl);
    const request = { method: "GET", url, headers: {}, body: null } as const;
    const first = Array.from({ length: CONNECTIONS }, () => transport.exchange(request));
    await arrived.promise;
    const leaving = new AbortController();
    const late = transport.exchange({ ...request, signal: AbortSignal.timeout(20), timeoutMs: 20 });
    const gone = transport.exchange({ ...request, signal: leaving.signal });
    leaving.abort();
    expect(await gone).toEqual({ failure: { because: "aborted", code: "ABORTED" } });
    expect(await late).toEqual({ failure: { because: "timeout", code: "TimeoutError" } });
    for (const answerIt of hanging) answerIt();
    expect(await Promise.all(first)).toHaveLength(CONNECTIONS);
    // The connections are free again; aborted requests are next in their queue.
    const last = new AbortController();
    const answered = transport.exchange({ ...request, signal: last.signal });
    await another.promise;
    last.abort();
    expect(await answered).toHaveProperty("failure");
    expect(service.asked).toHaveLength(CONNECTIONS + 1);
    await transport.close();
  });

  it("passes the connection of an aborted request to the next request", async () => {
    let asked = 0;
    const arrived = Promise.withResolvers<void>();
    await using service = await createScriptedService((_asked, answer) => {
      asked += 1;
      if (asked > CONNECTIONS) answerJson(answer, 200, {});
      else if (asked === CONNECTIONS) arrived.resolve();
    });
    const transport = createTransport();
    const request = { method: "GET", url: new URL(service.baseUrl), headers: {}, body: null } as const;
    const leaving = new AbortController();
    const hanging = Array.from({ length: CONNECTIONS }, () =>
      transport.exchange({ ...request, signal: leaving.signal }),
    );
    await arrived.promise;
    leaving.abort();
    await Promise.all(hanging);
    const next = await transport.exchange({ ...request, signal: AbortSignal.timeout(60_000), timeoutMs: 60_000 });
    expect(next).toMatchObject({ answer: { status: 200 } });
    await transport.close();
  });

  it("does not mistake an early hint for a response, and enforces a limit whatever the caller sets", async () => {
    const hinting: Script = (_asked, { socket }) => {
      socket?.write("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
      socket?.end();
    };
    expect(await errorOf(hinting)).toMatchObject({ kind: "try_again", because: "network", status: null });
    await using service = await createScriptedService((_asked, answer) => {
      answer.writeHead(200).write("{");
      const drip = setInterval(() => answer.write(" "), 5);
      answer.on("close", () => clearInterval(drip));
    });
    const transport = createTransport({ timeouts: { totalMs: 80 } });
    const request = { method: "GET", url: new URL(service.baseUrl), headers: {}, body: null, timeoutMs: 5000 } as const;
    expect(await transport.exchange(request)).toMatchObject({ answer: { broken: { because: "timeout" } } });
    await transport.close();
  });
});

/** Maximum number of connections to one origin */
const CONNECTIONS = 40;
