/** Credentials that change while requests are in progress. */
import { describe, expect, it } from "vitest";
import { holdSecret } from "../../../../../main/lib/secret.ts";
import type { CredentialSource, Credentials } from "../../../../../main/service/api/authentication.ts";
import { createScriptedService, type Script, type ScriptedService, strongKey } from "./scripted-service.ts";

const NEW: Credentials = { scheme: "SECRET", secret: holdSecret("new-secret-value") };
const OLD: Credentials = { scheme: "SECRET", secret: holdSecret("old-secret-value") };

interface TestSource extends CredentialSource {
  force: ReturnType<CredentialSource["inForce"]>;
  told: string[];
}

function source(current: Credentials = NEW, previous: Credentials | null = OLD): TestSource {
  const told: string[] = [];
  const made: TestSource = {
    force: { current, previous },
    told,
    inForce: () => made.force,
    accepted: (which) => void told.push(which),
  };
  return made;
}

/** Answers 401 to every secret but one. */
const accepting =
  (secret: string, status = 200): Script =>
  ({ headers }, answer) => {
    answer.writeHead(headers.authorization === `SECRET ${secret}` ? status : 401).end("{}");
  };

const body = new TextEncoder().encode('{"amount":1}');
const put = ({ client }: ScriptedService) =>
  client.send({ method: "PUT", path: "/payment_request/t/", body, decode: () => ({ ok: true, value: null }) });

describe("a client with two credentials", () => {
  it("uses the new credentials while the service accepts them", async () => {
    const credentials = source();
    await using place = await createScriptedService(accepting("new-secret-value"), { credentials });
    expect((await put(place)).ok).toBe(true);
    expect([place.asked.length, credentials.told]).toEqual([1, ["current"]]);
  });

  it("repeats the same request once with the old credentials when the new ones are refused", async () => {
    const credentials = source();
    await using place = await createScriptedService(accepting("old-secret-value"), { credentials });
    const exchanges: (number | null)[] = [];
    place.client.onExchange(({ status }) => exchanges.push(status));
    expect((await put(place)).ok).toBe(true);
    const [first, second] = place.asked;
    expect(place.asked).toHaveLength(2);
    expect([second?.method, second?.url, second?.body]).toEqual([first?.method, first?.url, first?.body]);
    expect(second?.headers.authorization).toBe("SECRET old-secret-value");
    // The refused first attempt is not reported as a failure.
    expect([exchanges, credentials.told]).toEqual([[200], ["previous"]]);
  });

  it("signs the repeated request again", async () => {
    const credentials = source(NEW, { scheme: "RSA-SHA256", privateKey: strongKey });
    const script: Script = ({ headers }, answer) =>
      void answer.writeHead(headers.authorization?.startsWith("RSA-SHA256") ? 200 : 401).end();
    await using place = await createScriptedService(script, { credentials });
    expect((await put(place)).ok).toBe(true);
    expect(place.asked[1]?.headers["x-svc-content-digest"]).toMatch(/^SHA256=/);
    expect(credentials.told).toEqual(["previous"]);
  });

  it.each([400, 403, 404, 409, 422, 500, 503])("does not repeat a request after a %d", async (status) => {
    const credentials = source();
    await using place = await createScriptedService(accepting("new-secret-value", status), { credentials });
    expect((await put(place)).ok).toBe(false);
    expect(place.asked).toHaveLength(1);
    // A failing service has not checked the credentials.
    expect(credentials.told).toEqual(status < 500 ? ["current"] : []);
  });

  it("reports a credentials error when neither is accepted, after exactly two requests", async () => {
    const credentials = source();
    await using place = await createScriptedService(accepting("another"), { credentials });
    expect(await put(place)).toMatchObject({ ok: false, error: { kind: "credentials", status: 401 } });
    expect([place.asked.length, credentials.told]).toEqual([2, []]);
  });

  it("reports an unknown result when the response to the second request is lost", async () => {
    const credentials = source();
    const script: Script = ({ headers }, answer) => {
      if (headers.authorization === "SECRET old-secret-value") answer.destroy();
      else answer.writeHead(401).end();
    };
    await using place = await createScriptedService(script, { credentials });
    expect(await put(place)).toMatchObject({ ok: false, error: { kind: "try_again", status: null } });
    expect(credentials.told).toEqual([]);
  });

  it("blames the clock and not the key when the refusal corrects the clock", async () => {
    const credentials = source({ scheme: "RSA-SHA256", privateKey: strongKey });
    await using place = await createScriptedService(
      ({ headers }, answer) => {
        const now = place.clock.now() + 1_800_000;
        answer.setHeader("Date", new Date(now).toUTCString());
        const isInTime = Math.abs(Date.parse(`${headers["x-svc-timestamp"]}Z`) - now) < 300_000;
        answer.writeHead(isInTime ? 200 : 401).end("{}");
      },
      { credentials },
    );
    expect((await put(place)).ok).toBe(true);
    expect([place.asked.length, credentials.told]).toEqual([2, ["current"]]);
  });

  it("reads the credentials once per request: requests in progress keep theirs", async () => {
    const credentials = source(OLD, null);
    const held = Promise.withResolvers<void>();
    await using place = await createScriptedService(
      async (asked, answer, count) => {
        if (count === 1) await held.promise;
        accepting("old-secret-value")(asked, answer, count);
      },
      { credentials },
    );
    const underWay = put(place);
    await expect.poll(() => place.asked.length, { interval: 5 }).toBe(1);
    credentials.force = { current: NEW, previous: OLD };
    held.resolve();
    expect((await underWay).ok).toBe(true);
    expect((await put(place)).ok).toBe(true);
    expect(place.asked.map(({ headers }) => headers.authorization)).toEqual([
      "SECRET old-secret-value",
      "SECRET new-secret-value",
      "SECRET old-secret-value",
    ]);
  });
});
