import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { httpDispenser } from "../../../../../main/peripherals/dispenser/http.ts";

/** A driver, and a server that answers it as the test says. */
async function connected(answer: RequestListener) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/machine/`;
  const driver = httpDispenser(url);
  return {
    driver,
    heard,
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

describe("a report without counts", () => {
  it.each(["pending", "unknown"])("is one where the machine says that it is %s", async (state) => {
    await using machine = await says(200, JSON.stringify({ state }));
    expect(await machine.driver.ask("v-1", never)).toEqual({ state, dropped: [] });
  });

  it.each(["done", "failed"])("says nothing where it is %s", async (state) => {
    await using machine = await says(200, JSON.stringify({ state }));
    expect(await machine.driver.ask("v-1", never)).toEqual({ state: "unreached" });
  });
});

describe("an order", () => {
  it("names slots and quantities, and the vend in its address", async () => {
    let body = "";
    await using machine = await connected(async (request, response) => {
      for await (const chunk of request) body += chunk;
      response.writeHead(202).end();
    });
    expect(await machine.driver.order("v-1", ITEMS, never)).toBe("taken");
    expect([machine.heard, JSON.parse(body)]).toEqual([["PUT /machine/vends/v-1"], { items: ITEMS }]);
  });

  it.each([
    [200, "taken"],
    [204, "taken"],
    [400, "refused"],
    [409, "refused"],
    [404, "refused"],
    [408, "unreached"],
    [429, "unreached"],
    [302, "unreached"],
    [500, "unreached"],
    [503, "unreached"],
  ])("that is answered with %i is %s", async (status, answer) => {
    await using machine = await says(status, "", { location: "http://127.0.0.1:1/" });
    expect(await machine.driver.order("v-1", ITEMS, never)).toBe(answer);
    expect(machine.heard).toHaveLength(1);
  });

  it("does not wait for questions that the machine leaves open", async () => {
    await using machine = await connected((request, response) => {
      if (request.method === "PUT") response.writeHead(202).end();
    });
    const asked = ["a", "b", "c", "d"].map((id) => machine.driver.ask(id, never));
    expect(await machine.driver.order("v-1", ITEMS, never)).toBe("taken");
    expect(machine.heard).toHaveLength(5);
    await machine.driver.close();
    await Promise.all(asked);
  });

  it("is taken by the status, also where the rest of its answer is too long or breaks off", async () => {
    await using talker = await says(202, "x".repeat(20_000));
    expect(await talker.driver.order("v-1", ITEMS, never)).toBe("taken");
    await using breakingOff = await connected((_, response) => {
      response.writeHead(202).write("x", () => response.destroy());
    });
    expect(await breakingOff.driver.order("v-1", ITEMS, never)).toBe("taken");
  });

  it("that is cut off is unreached", async () => {
    await using machine = await connected((_, response) => void response.destroy());
    expect(await machine.driver.order("v-1", ITEMS, never)).toBe("unreached");
  });

  it("that is not answered in time is unreached", async () => {
    const asking = new AbortController();
    await using machine = await connected(() => asking.abort());
    expect(await machine.driver.order("v-1", ITEMS, asking.signal)).toBe("unreached");
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
    expect(await machine.driver.ask("v-1", never)).toMatchObject({ state });
  });

  it.each([
    ["is no JSON", "<html>"],
    ["has no state", '{"dropped":[]}'],
    ["has another state", '{"state":"dropped","dropped":[]}'],
    ["has no list", '{"state":"done"}'],
    ["counts less than nothing", '{"state":"done","dropped":[{"slot":"A1","quantity":-1}]}'],
    ["counts halves", '{"state":"done","dropped":[{"slot":"A1","quantity":0.5}]}'],
    ["counts in words", '{"state":"done","dropped":[{"slot":"A1","quantity":"2"}]}'],
    ["is too long", `{"state":"done","dropped":[],"note":"${"x".repeat(20_000)}"}`],
  ])("that %s says nothing", async (_, body) => {
    await using machine = await says(200, body);
    expect(await machine.driver.ask("v-1", never)).toEqual({ state: "unreached" });
  });

  it("of a vend that the machine does not know is strange, and a breakdown says nothing", async () => {
    await using stranger = await says(404);
    expect(await stranger.driver.ask("v-1", never)).toEqual({ state: "strange" });
    await using broken = await says(500, '{"state":"done","dropped":[]}');
    expect(await broken.driver.ask("v-1", never)).toEqual({ state: "unreached" });
  });
});

describe("fitness", () => {
  it.each([
    [204, null],
    [503, "unfit"],
    [404, "strange"],
    [302, "strange"],
  ])("by %i is %s", async (status, problem) => {
    await using machine = await says(status);
    expect(await machine.driver.unfitness(never)).toBe(problem);
    expect(machine.heard).toEqual(["GET /machine/"]);
  });

  it("is unknown of a machine that does not answer", async () => {
    await using machine = await connected((_, response) => void response.destroy());
    expect(await machine.driver.unfitness(never)).toBe("unreached");
  });
});
