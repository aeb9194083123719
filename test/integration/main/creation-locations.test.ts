/** A create whose response names two resources: the till looks up the outcome and sends no second request. */
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

const toPhone = { action: "SALE", amount: 5000, customer: { kind: "phone", value: CUSTOMER } } as const;

/** Forwards everything to the service, and returns another request's id in the body of a create. */
async function locationProxy(locations: (own: string) => string[]) {
  let upstreamPort = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const passed = send({ host: "127.0.0.1", port: upstreamPort, method, path: url, headers }, (answer) => {
      const { statusCode = 502, headers: given } = answer;
      const isCreated = method === "POST" && url.endsWith("/payment_request/") && given.location !== undefined;
      if (isCreated) {
        answer.resume();
        const named = locations(given.location ?? "").flatMap((location) => ["location", location]);
        outgoing.writeHead(statusCode, ["content-type", "application/json", ...named]);
        outgoing.end('{"id":"other-1","uri":null}');
      } else {
        outgoing.writeHead(statusCode, given);
        answer.pipe(outgoing);
      }
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    onService: (port: number) => {
      upstreamPort = port;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("a created payment request", () => {
  it.each<[string, (own: string) => string[]]>([
    ["names another id in Location", (own) => [own]],
    ["has two Locations", (own) => [own, "/merchant/v1/payment_request/other-1/"]],
  ])("is looked up and requested once when the response %s", async (_what, locations) => {
    await using proxy = await locationProxy(locations);
    await using world = await createTestTill({
      callbacks: false,
      clock: fastClock(20),
      onService: proxy.onService,
      service: { baseUrl: proxy.url },
    });
    const { posTid } = await world.must("payment.start", toPhone);
    const waiting = await world.waitForPayment(posTid, ({ tid }) => tid !== null);
    expect(world.sandbox.payments().map(({ tid }) => tid)).toEqual([waiting.tid]);
    expect((await world.must("payment.get", { posTid })).operations[0]).toMatchObject({ state: "done", attempts: 1 });
  });
});
