import { afterEach, describe, expect, it, vi } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Connection } from "../../../../../renderer/kit/client/connection.ts";
import { httpClient, RETRY_MS, SILENT_MS } from "../../../../../renderer/kit/client/http.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("the sign-out is sent completely, even when the window is closed meanwhile, and no other request is", async () => {
  const sent = new Map<string, boolean | undefined>();
  vi.stubGlobal("sessionStorage", { getItem: () => "a session" });
  vi.stubGlobal("fetch", async (path: string, { keepalive }: RequestInit) => {
    // The stream of events stays silent.
    if (path.startsWith("/bridge/events")) return new Promise(() => undefined);
    sent.set(path, keepalive);
    return Response.json(done({}));
  });
  const client = httpClient(null);
  await client.call("staff.signOut", {});
  await client.call("terminal.get", {});
  expect(sent).toEqual(
    new Map([
      ["/bridge/staff.signOut", true],
      ["/bridge/terminal.get", false],
    ]),
  );
});

/** A till with an open stream whose responses the test sends; `isFrozen`: it accepts connections and sends nothing. */
function tillWithControlledResponses({
  token = null,
  isFrozen = false,
}: {
  token?: string | null;
  isFrozen?: boolean;
} = {}) {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", { getItem: () => "a session" });
  const till: { isFrozen: boolean; beat(): void; answer(response: Response): void; cut(): void } = {
    isFrozen,
    cut: () => undefined,
    beat: () => undefined,
    answer: () => undefined,
  };
  const never = (signal: AbortSignal | null | undefined) =>
    new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(new TypeError("aborted"))));
  vi.stubGlobal("fetch", async (path: string, { signal }: RequestInit) => {
    if (till.isFrozen) return never(signal);
    if (!path.startsWith("/bridge/events")) {
      const answered = new Promise<Response>((resolve, reject) => {
        till.answer = resolve;
        const others = till.cut;
        till.cut = () => [others(), reject(new TypeError("cut"))];
      });
      return Promise.race([never(signal), answered]);
    }
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        till.beat = () => controller.enqueue(new TextEncoder().encode(": still here\n\n"));
        signal?.addEventListener("abort", () => controller.error(new TypeError("aborted")));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const connections: Connection[] = [];
  const client = httpClient(token);
  client.onConnection((connection) => connections.push(connection));
  return { till, client, connections };
}

/** Advances the clock without its timers: they are late, as after a machine's sleep. */
function sleepFor(ms: number) {
  vi.restoreAllMocks();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ms);
}

describe("a till that stops responding", () => {
  it("counts as away after 15 s of silence, and every pending request fails then", async () => {
    const { till, client, connections } = tillWithControlledResponses();
    await vi.advanceTimersByTimeAsync(0);
    till.isFrozen = true;
    const waiting = client.call("terminal.get", {});
    await vi.advanceTimersByTimeAsync(SILENT_MS - 1);
    expect(connections).toEqual(["connecting", "ready"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(connections).toEqual(["connecting", "ready", "away"]);
  });

  it("is back as soon as it responds again, and a pending request has ended", async () => {
    const { till, client, connections } = tillWithControlledResponses();
    await vi.advanceTimersByTimeAsync(0);
    till.isFrozen = true;
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    const meanwhile = client.call("terminal.get", {});
    await vi.advanceTimersByTimeAsync(RETRY_MS + SILENT_MS);
    expect(await meanwhile).toMatchObject({ ok: false });
    till.isFrozen = false;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(connections).toEqual(["connecting", "ready", "away", "ready"]);
  });

  it("is not away while it sends heartbeats, even if an earlier timer cannot be cleared", async () => {
    const { till, connections } = tillWithControlledResponses();
    vi.stubGlobal("clearTimeout", () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    for (let beats = 0; beats < 12; beats += 1) {
      till.beat();
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(connections).toEqual(["connecting", "ready"]);
  });

  it("is not away because the machine slept", async () => {
    const { connections } = tillWithControlledResponses();
    await vi.advanceTimersByTimeAsync(0);
    sleepFor(3_600_000);
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    expect(connections).toEqual(["connecting", "ready"]);
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    expect(connections).toEqual(["connecting", "ready", "away"]);
  });

  it("is away when every timer of a silent stream is late", async () => {
    const { connections } = tillWithControlledResponses();
    await vi.advanceTimersByTimeAsync(0);
    for (const [asleep, expected] of [
      [20_000, "ready"],
      [40_000, "away"],
    ] as const) {
      sleepFor(asleep);
      await vi.advanceTimersByTimeAsync(SILENT_MS);
      expect(connections.at(-1)).toBe(expected);
    }
  });

  it("is away from the start when its first response is missing", async () => {
    const { till, connections } = tillWithControlledResponses();
    till.isFrozen = true;
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    expect(connections).toEqual(["connecting", "away"]);
  });

  it("is away when a start with a token has no response for 15 s", async () => {
    const { connections } = tillWithControlledResponses({ token: "a token", isFrozen: true });
    await vi.advanceTimersByTimeAsync(SILENT_MS - 1);
    expect(connections).toEqual(["connecting"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections).toEqual(["connecting", "away"]);
  });
});

it("a command that takes half an hour does not end while heartbeats arrive", async () => {
  const { till, client, connections } = tillWithControlledResponses();
  await vi.advanceTimersByTimeAsync(0);
  const exported = client.call("terminal.get", {});
  for (let at = 0; at < 30 * 60_000; at += 5000) {
    await vi.advanceTimersByTimeAsync(5000);
    till.beat();
  }
  till.answer(Response.json(done({})));
  expect(await exported).toMatchObject({ ok: true });
  expect(connections).toEqual(["connecting", "ready"]);
});

it("lost responses trigger one full reload per second", async () => {
  const { till, client, connections } = tillWithControlledResponses();
  await vi.advanceTimersByTimeAsync(0);
  const missed: string[] = [];
  client.on(
    () => undefined,
    (what) => missed.push(what),
  );
  const lost = [client.call("payment.start", { action: "SALE", amount: 1 }), client.call("terminal.get", {})];
  await vi.advanceTimersByTimeAsync(0);
  till.cut();
  expect(await Promise.all(lost)).toMatchObject([{ ok: false }, { ok: false }]);
  await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
  expect(missed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(missed).toEqual(["answer"]);
  expect(connections).toEqual(["connecting", "ready"]);
});
