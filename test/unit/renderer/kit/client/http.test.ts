import { afterEach, expect, it, vi } from "vitest";
import { done } from "../../../../../contract/errors.ts";
import { httpClient } from "../../../../../renderer/kit/client/http.ts";

afterEach(() => vi.unstubAllGlobals());

it("sends the sign-out to its end, also where the window is closed meanwhile, and nothing else", async () => {
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
