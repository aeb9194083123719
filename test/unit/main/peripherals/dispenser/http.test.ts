import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { httpDispenser } from "../../../../../main/peripherals/dispenser/http.ts";

/** A driver, and a server with scripted responses. */
async function connected(answer: RequestListener) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/machine/`;
  const driver = httpDispenser(url);
  return {
    driver,
    heard: received,
    async [Symbol.asyncDispose]() {
      await driver.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const says = (status: number, body = "", headers = {}) =>
  connected((_, response) => response.writeHead(status, headers).end(body));
const never = new AbortController().signal;
const ITEMS = [{ slot: "A1", quantity: 2 }];
const unreadable = (field: string, found: string | null) => ({ state: "unreadable", problem: { field, found } });

describe("a report without counts", () => {
  it.each(["pending", "unknown"])("is a report with the machine's status %s", async (state) => {
    await using machine = await says(200, JSON.stringify({ state }));
    expect(await machine.driver.pollVend("v-1", never)).toEqual({ state, dropped: [] });
  });

  it.each(["done", "failed"])("is unreadable when it is %s", async (state) => {
    await using machine = await says(200, JSON.stringify({ state }));
    expect(await machine.driver.pollVend("v-1", never)).toEqual(unreadable("dropped", null));
  });
});

describe("an order", () => {
  it("names slots and quantities, and has the vend in its URL", async () => {
    let body = "";
    await using machine = await connected(async (request, response) => {
      for await (const chunk of request) body += chunk;
      response.writeHead(202).end();
    });
    expect(await machine.driver.orderVend("v-1", ITEMS, never)).toBe("accepted");
    expect([machine.heard, JSON.parse(body)]).toEqual([["PUT /machine/vends/v-1"], { items: ITEMS }]);
  });

  it.each([
    [200, "accepted"],
    [204, "accepted"],
    [400, "refused"],
    [409, "refused"],
    [404, "refused"],
    [408, "unreached"],
    [429, "unreached"],
    [302, "unreached"],
    [500, "unreached"],
    [503, "unreached"],
  ])("with response status %i is %s", async (status, answer) => {
    await using machine = await says(status, "", { location: "http://127.0.0.1:1/" });
    expect(await machine.driver.orderVend("v-1", ITEMS, never)).toBe(answer);
    expect(machine.heard).toHaveLength(1);
  });

  it.each([
    ['{"problem":"empty"}', { emptySlot: null }],
    ['{"problem":"empty","slot":"A1"}', { emptySlot: "A1" }],
    ['{"problem":"empty","slot":7}', { emptySlot: null }],
    ['{"problem":"unfit"}', "refused"],
    ["empty", "refused"],
  ])("with response 409 and %s is %j", async (body, answer) => {
    await using machine = await says(409, body);
    expect(await machine.driver.orderVend("v-1", ITEMS, never)).toEqual(answer);
  });

  it("does not wait for requests that the machine never answers", async () => {
    await using machine = await connected((request, response) => {
      if (request.method === "PUT") response.writeHead(202).end();
    });
    const asked = ["a", "b", "c", "d"].map((id) => machine.driver.pollVend(id, never));
    expect(await machine.driver.orderVend("v-1", ITEMS, never)).toBe("accepted");
    expect(machine.heard).toHaveLength(5);
    await machine.driver.close();
    await Promise.all(asked);
  });

  it("is classified by status, also when the body is too long or aborted", async () => {
    await using talker = await says(202, "x".repeat(20_000));
    expect(await talker.driver.orderVend("v-1", ITEMS, never)).toBe("accepted");
    await using breakingOff = await connected((_, response) => {
      response.writeHead(202).write("x", () => response.destroy());
    });
    expect(await breakingOff.driver.orderVend("v-1", ITEMS, never)).toBe("accepted");
  });

  it("whose connection breaks is unreached", async () => {
    await using machine = await connected((_, response) => void response.destroy());
    expect(await machine.driver.orderVend("v-1", ITEMS, never)).toBe("unreached");
  });

  it("that times out is unreached", async () => {
    const asking = new AbortController();
    await using machine = await connected(() => asking.abort());
    expect(await machine.driver.orderVend("v-1", ITEMS, asking.signal)).toBe("unreached");
  });
});

describe("a report", () => {
  it.each([
    ["pending", '{"state":"pending","dropped":[]}'],
    ["done", '{"state":"done","dropped":[{"slot":"A1","quantity":2}]}'],
    ["failed", '{"state":"failed","dropped":[]}'],
    ["unknown", '{"state":"unknown","dropped":[]}'],
    ["done", '{"state":"done","dropped":[{"slot":"A1","quantity":2,"motor":7}],"door":"open"}'],
  ])("that says %s is read", async (state, body) => {
    await using machine = await says(200, body);
    expect(await machine.driver.pollVend("v-1", never)).toMatchObject({ state });
  });

  const counted = (quantity: string) => `{"state":"done","dropped":[{"slot":"A1","quantity":${quantity}}]}`;
  it.each([
    ["is not JSON", "<html>", "body", '"<html>"'],
    ["is empty", "", "body", '""'],
    ["is a list", "[]", "body", "[…]"],
    ["is null", "null", "body", "null"],
    ["has no state", '{"dropped":[]}', "state", null],
    ["has an unknown state", '{"state":"DONE","dropped":[]}', "state", '"DONE"'],
    ["has a list as its state", '{"state":["done"],"dropped":[]}', "state", "[…]"],
    ["has a text for dropped", '{"state":"done","dropped":"1"}', "dropped", '"1"'],
    ["has an object for dropped", '{"state":"failed","dropped":{"A1":1}}', "dropped", "{…}"],
    ["has null for dropped", '{"state":"pending","dropped":null}', "dropped", "null"],
    ["has a count without a slot", '{"state":"done","dropped":[{"quantity":1}]}', "dropped[0].slot", null],
    ["has an empty slot", '{"state":"done","dropped":[{"slot":"","quantity":1}]}', "dropped[0].slot", '""'],
    ["has a negative count", counted("-1"), "dropped[0].quantity", "-1"],
    ["has a fraction", counted("1.5"), "dropped[0].quantity", "1.5"],
    ["has a count as text", counted('"2"'), "dropped[0].quantity", '"2"'],
    ["has no count", '{"state":"done","dropped":[{"slot":"A1"}]}', "dropped[0].quantity", null],
    ["has a huge count", counted("99999999"), "dropped[0].quantity", "99999999"],
    ["has a count beyond integers", counted("1e300"), "dropped[0].quantity", "1e+300"],
    ["is too long", `{"state":"done","dropped":[],"note":"${"x".repeat(20_000)}"}`, "body", '"more than 16384 bytes"'],
  ])("that %s is unreadable, with the field and its value", async (_, body, field, found) => {
    await using machine = await says(200, body);
    expect(await machine.driver.pollVend("v-1", never)).toEqual(unreadable(field, found));
  });

  it.each(["application/json", "text/html; charset=utf-8", "text/plain", "application/octet-stream"])(
    "of the type %s is read when its body is JSON",
    async (type) => {
      await using machine = await says(200, '{"state":"pending","dropped":[]}', { "content-type": type });
      expect(await machine.driver.pollVend("v-1", never)).toEqual({ state: "pending", dropped: [] });
    },
  );

  it("quotes a bounded part of the bad value, and neither long numbers nor keys", async () => {
    const state = `card 4925000000000004 key sk_live_abcdefghijklmnopqrstuv ${"z y ".repeat(50)}`;
    await using machine = await says(200, JSON.stringify({ state }));
    const report = await machine.driver.pollVend("v-1", never);
    expect(report).toEqual(unreadable("state", expect.stringMatching(/^"card … key … z y .{0,60}…$/)));
  });

  it("whose body is cut off is no information", async () => {
    await using machine = await connected((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy());
    });
    expect(await machine.driver.pollVend("v-1", never)).toEqual({ state: "unreached" });
  });

  it("of an unknown vend is unknown to the machine, and an outage is no information", async () => {
    await using stranger = await says(404);
    expect(await stranger.driver.pollVend("v-1", never)).toEqual({ state: "strange" });
    await using broken = await says(500, '{"state":"done","dropped":[]}');
    expect(await broken.driver.pollVend("v-1", never)).toEqual({ state: "unreached" });
  });
});

describe("fitness", () => {
  it.each([
    [204, null],
    [503, "unfit"],
    [404, "strange"],
    [302, "strange"],
  ])("with status %i is %s", async (status, problem) => {
    await using machine = await says(status);
    expect(await machine.driver.problem(never)).toBe(problem);
    expect(machine.heard).toEqual(["GET /machine/"]);
  });

  it("is unknown when the machine does not respond", async () => {
    await using machine = await connected((_, response) => void response.destroy());
    expect(await machine.driver.problem(never)).toBe("unreached");
  });
});
