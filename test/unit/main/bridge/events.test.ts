import { describe, expect, it } from "vitest";
import type { TillEvent } from "../../../../contract/bridge/events.ts";
import { createEventStream, type NumberedEvent } from "../../../../main/bridge/events.ts";

const depth = (value: number): TillEvent => ({ type: "queue.changed", depth: value, paused: false });

describe("the event stream", () => {
  it("numbers events and sends them to every listener until it leaves", () => {
    const stream = createEventStream({ keep: 10 });
    const received: NumberedEvent[] = [];
    const leave = stream.subscribe((numbered) => received.push(numbered));
    stream.publish(depth(1));
    leave();
    stream.publish(depth(2));
    expect(received.map(({ event }) => event)).toEqual([depth(1)]);
    expect(received[0]?.id).not.toBe(stream.lastId());
  });

  it("resumes after any id in its buffer, including the one before the first event", () => {
    const stream = createEventStream({ keep: 3 });
    const start = stream.lastId();
    const ids = [1, 2, 3].map((value) => {
      stream.publish(depth(value));
      return stream.lastId();
    });
    expect(stream.eventsAfter(start)).toMatchObject({
      events: [depth(1), depth(2), depth(3)].map((event) => ({ event })),
    });
    expect(stream.eventsAfter(ids[1] ?? "")).toMatchObject({ events: [{ id: ids[2], event: depth(3) }] });
    expect(stream.eventsAfter(ids[2] ?? "")).toEqual({ events: [] });
  });

  it("sends a gap when the missed events are no longer buffered", () => {
    const stream = createEventStream({ keep: 2 });
    const start = stream.lastId();
    for (const value of [1, 2, 3]) stream.publish(depth(value));
    expect(stream.eventsAfter(start)).toEqual({ gap: true });
  });

  it("sends a gap for an id from another run, from the future, or invalid", () => {
    const stream = createEventStream({ keep: 10 });
    const other = createEventStream({ keep: 10 });
    other.publish(depth(1));
    stream.publish(depth(1));
    const [epoch] = stream.lastId().split("-");
    for (const id of [other.lastId(), `${epoch}-2`, `${epoch}--1`, `${epoch}-1-1`, `${epoch}-1e0`, "1", "", "-"]) {
      expect(stream.eventsAfter(id), id).toEqual({ gap: true });
    }
  });

  it("continues when a listener throws", () => {
    const errors: unknown[] = [];
    const stream = createEventStream({ keep: 10, onListenerError: (error) => errors.push(error) });
    const received: TillEvent[] = [];
    stream.subscribe(() => {
      throw new Error("broken window");
    });
    stream.subscribe(({ event }) => received.push(event));
    stream.publish(depth(1));
    expect(received).toEqual([depth(1)]);
    expect(errors).toEqual([new Error("broken window")]);
  });

  it("lets a listener leave during an event", () => {
    const stream = createEventStream({ keep: 10 });
    const received: string[] = [];
    const leave = stream.subscribe(() => {
      received.push("first");
      leave();
    });
    stream.subscribe(() => received.push("second"));
    stream.publish(depth(1));
    stream.publish(depth(2));
    expect(received).toEqual(["first", "second", "second"]);
  });
});
