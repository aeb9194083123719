/** Server-sent events: the event stream as HTTP, one response per listening window. */
import type { ServerResponse } from "node:http";
import { SECURITY_HEADERS } from "../../contract/security-headers.ts";
import type { Log } from "../lib/log.ts";
import type { EventStream, NumberedEvent } from "./events.ts";

/** A window waits for three of these before it says that the till does not respond (`renderer/kit/client/http.ts`). */
const HEARTBEAT_MS = 5_000;
/** A window that is this far behind is hung or gone; when it comes back it resumes, or is told of the gap. */
const MAX_WAITING_BYTES = 1_048_576;
/** A longer text is replaced by a gap. Otherwise it would fill the buffer again whenever the window resumes. */
const MAX_TEXT_BYTES = MAX_WAITING_BYTES / 2;
const MAX_WINDOWS = 32;
/** How soon a browser tries again after the connection broke. */
const RETRY_MS = 1_000;

export interface EventFeed {
  isFull(): boolean;
  /**
   * Sends everything after `resumeFrom` and whatever comes from now on, until the connection ends. Where the past
   * is no longer known it sends one `event: gap` first: the window then reads everything again.
   * @param resumeFrom an event's id, or null to begin now
   * @param until aborted when whoever listens may no longer
   */
  attach(response: ServerResponse, resumeFrom: string | null, until: AbortSignal): void;
  /** Ends every response, and each later one at once. */
  close(): void;
}

/** Makes the feed of a stream. @param heartbeatMs pause between keep-alive comments, 5 s unless told */
export function createEventFeed({
  events,
  log,
  heartbeatMs = HEARTBEAT_MS,
}: {
  events: EventStream;
  log: Log;
  heartbeatMs?: number;
}): EventFeed {
  const windows = new Set<ServerResponse>();
  let closed = false;

  return {
    isFull: () => windows.size >= MAX_WINDOWS,
    attach(response, resumeFrom, until) {
      response.writeHead(200, {
        ...SECURITY_HEADERS,
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
      });
      if (closed || until.aborted) return void response.end();
      windows.add(response);
      const send = (text: string) => {
        if (response.destroyed || response.writableEnded) return;
        response.write(text);
        if (response.writableLength <= MAX_WAITING_BYTES) return;
        log.warn({ waitingBytes: response.writableLength }, "a window does not keep up with the events: dropped");
        response.destroy();
      };
      send(`retry: ${RETRY_MS}\n\n`);
      send(opening(events, resumeFrom));
      const unsubscribe = events.subscribe((numbered) => send(frame(numbered)));
      const heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMs);
      const end = () => response.end();
      until.addEventListener("abort", end, { once: true });
      response.on("error", () => {}); // A connection that breaks is a window that went away: "close" follows.
      response.once("close", () => {
        clearInterval(heartbeat);
        unsubscribe();
        until.removeEventListener("abort", end);
        windows.delete(response);
      });
    },
    close() {
      closed = true;
      for (const response of windows) response.end();
    },
  };
}

/** What a window hears first. An id without data moves its position without being an event (HTML, 9.2.6). */
function opening(events: EventStream, resumeFrom: string | null): string {
  const position = `id: ${events.lastId()}\n`;
  if (resumeFrom === null) return `${position}\n`;
  const missed = events.since(resumeFrom);
  if ("gap" in missed) return gap(events.lastId());
  return missed.events.length === 0 ? `${position}\n` : bounded(events.lastId(), missed.events.map(frame).join(""));
}

/** JSON has no line breaks of its own, so one data line holds it. */
function frame({ id, event }: NumberedEvent): string {
  return bounded(id, `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
}

function bounded(lastId: string, text: string): string {
  return Buffer.byteLength(text) > MAX_TEXT_BYTES ? gap(lastId) : text;
}

function gap(id: string): string {
  return `id: ${id}\nevent: gap\ndata: {}\n\n`;
}
