/** Server-sent events: the event stream over HTTP, one response per window. */
import type { ServerResponse } from "node:http";
import { SECURITY_HEADERS } from "../../contract/values/security-headers.ts";
import type { Log } from "../lib/log.ts";
import type { EventStream, NumberedEvent } from "./events.ts";

/** A window reports the till as unresponsive after three missing heartbeats (`renderer/kit/client/http.ts`). */
const HEARTBEAT_MS = 5_000;
/** A window this far behind hangs or is gone. On return it resumes, or receives a gap. */
const MAX_WAITING_BYTES = 1_048_576;
/** Maximum text of a resume. A longer one is replaced by a gap, since it would fill the buffer every time. */
const MAX_TEXT_BYTES = MAX_WAITING_BYTES / 2;
const MAX_WINDOWS = 32;
const RETRY_MS = 1_000;

export type EventFeed = ReturnType<typeof createEventFeed>;

export function createEventFeed({
  events,
  log,
  heartbeatMs = HEARTBEAT_MS,
}: {
  events: EventStream;
  log: Log;
  heartbeatMs?: number;
}) {
  const windows = new Set<ServerResponse>();
  let closed = false;

  return {
    isFull: () => windows.size >= MAX_WINDOWS,
    /**
     * Sends everything after `resumeFrom` and all new events. Sends `event: gap` first when earlier events are lost; the
     * window then reads everything again.
     */
    attach(response: ServerResponse, resumeFrom: string | null, until: AbortSignal) {
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
        log.warn({ waitingBytes: response.writableLength }, "a window is too slow for the events and was disconnected");
        response.destroy();
      };
      send(`retry: ${RETRY_MS}\n\n`);
      send(opening(events, resumeFrom));
      const unsubscribe = events.subscribe((numbered) => send(frame(numbered)));
      const heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMs);
      const end = () => response.end();
      until.addEventListener("abort", end, { once: true });
      response.on("error", () => {}); // A broken connection is a closed window; "close" follows.
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

/** Returns the first message. An id without data sets the position without being an event (HTML, 9.2.6). */
function opening(events: EventStream, resumeFrom: string | null): string {
  const position = `id: ${events.lastId()}\n`;
  if (resumeFrom === null) return `${position}\n`;
  const missed = events.eventsAfter(resumeFrom);
  if ("gap" in missed) return gap(events.lastId());
  return missed.events.length === 0 ? `${position}\n` : bounded(events.lastId(), missed.events.map(frame).join(""));
}

function frame({ id, event }: NumberedEvent): string {
  return bounded(id, `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
}

function bounded(lastId: string, text: string): string {
  return Buffer.byteLength(text) > MAX_TEXT_BYTES ? gap(lastId) : text;
}

function gap(id: string): string {
  return `id: ${id}\nevent: gap\ndata: {}\n\n`;
}
