/** The event stream of the loopback bridge. */
import { describe, expect, it } from "vitest";
import type { TillEvent } from "../../../../contract/bridge/events.ts";
import { createTestBridge } from "./test-bridge.ts";

const depth = (value: number): TillEvent => ({ type: "queue.changed", depth: value, paused: false });

describe("events over HTTP", () => {
  it("are numbered data lines with their type", async () => {
    await using world = await createTestBridge();
    const listener = await world.listen();
    expect(listener.response.headers["content-type"]).toContain("text/event-stream");
    await listener.until(/^id: /m);
    world.events.publish(depth(1));
    const text = await listener.until(/queue\.changed/);
    expect(text).toContain(`id: ${world.events.lastId()}\ndata: ${JSON.stringify(depth(1))}\n\n`);
  });

  it.each(["header", "query"])("resume after the id of the %s without a gap", async (place) => {
    await using world = await createTestBridge();
    world.events.publish(depth(1));
    const id = world.events.lastId();
    world.events.publish(depth(2));
    world.events.publish(depth(3));
    const listener =
      place === "header"
        ? await world.listen({ "last-event-id": id })
        : await world.listen({}, `/bridge/events?lastEventId=${id}`);
    const text = await listener.until(/"depth":3/);
    expect(text).toContain('"depth":2');
    expect(text).not.toContain('"depth":1');
    expect(text).not.toContain("gap");
  });

  it("resume from the position that a quiet stream reported", async () => {
    await using world = await createTestBridge();
    const first = await world.listen();
    const position = /^id: (.+)$/m.exec(await first.until(/^id: .+\n/m))?.[1] ?? "";
    first.close();
    world.events.publish(depth(7));
    const again = await world.listen({ "last-event-id": position });
    expect(await again.until(/"depth":7/)).not.toContain("gap");
  });

  it("send a gap when earlier events are no longer buffered, and continue", async () => {
    await using world = await createTestBridge({ keep: 1 });
    const old = world.events.lastId();
    for (const value of [1, 2, 3]) world.events.publish(depth(value));
    const listener = await world.listen({ "last-event-id": old });
    const text = await listener.until(/event: gap/);
    expect(text).toContain(`id: ${world.events.lastId()}\nevent: gap\ndata: {}`);
    world.events.publish(depth(4));
    await listener.until(/"depth":4/);
  });

  it("send a gap after a restart", async () => {
    await using before = await createTestBridge();
    before.events.publish(depth(1));
    await using after = await createTestBridge();
    after.events.publish(depth(1));
    const listener = await after.listen({ "last-event-id": before.events.lastId() });
    await listener.until(/event: gap/);
  });

  it("keep a quiet connection alive with comments", async () => {
    await using world = await createTestBridge({ heartbeatMs: 5 });
    const listener = await world.listen();
    await listener.until(/^: still here\n\n: still here/m);
  });

  it("drop a window that does not read, and no other window", async () => {
    await using world = await createTestBridge();
    const slow = await world.listen();
    const quick = await world.listen();
    slow.response.pause();
    const big = { type: "scan.received", posTid: "x".repeat(500_000) } satisfies TillEvent;
    const dropped = () => world.log.lines.filter((line) => line.includes("too slow for the events"));
    while (dropped().length === 0) {
      world.events.publish(big);
      await quick.until(new RegExp(`id: ${world.events.lastId()}\n`));
      if (world.events.lastId().endsWith("-100")) throw new Error("the slow window is still there");
    }
    world.events.publish(depth(42));
    await quick.until(/"depth":42/);
    // The window is dropped: nothing more is written to it, and its next read finds the end.
    expect(dropped()).toHaveLength(1);
    slow.response.resume();
    await slow.ended;
  });

  it("send a gap in place of an event that is too large, live and on resume", async () => {
    await using world = await createTestBridge();
    const before = world.events.lastId();
    const live = await world.listen();
    await live.until(/^id: /m);
    world.events.publish({ type: "scan.received", posTid: "ø".repeat(600_000) });
    const gap = `id: ${world.events.lastId()}\nevent: gap\ndata: {}\n\n`;
    world.events.publish(depth(1));
    const resumed = await world.listen({ "last-event-id": before });
    for (const listener of [live, resumed]) expect(await listener.until(/"depth":1/)).toContain(gap);
  });

  it("send a gap in place of missed events that are too large together", async () => {
    await using world = await createTestBridge();
    const before = world.events.lastId();
    for (let at = 0; at < 3; at++) world.events.publish({ type: "scan.received", posTid: "x".repeat(500_000) });
    const listener = await world.listen({ "last-event-id": before });
    const text = await listener.until(/event: gap|scan.received/);
    expect(text).toContain(`id: ${world.events.lastId()}\nevent: gap\ndata: {}`);
    world.events.publish(depth(2));
    await listener.until(/"depth":2/);
  });

  it("end when the bridge closes", async () => {
    const world = await createTestBridge();
    const listener = await world.listen();
    await world[Symbol.asyncDispose]();
    await listener.ended;
    await expect(world.call("staff.signOut")).rejects.toThrow("ECONNREFUSED");
  });
});
