import { describe, it } from "vitest";
import type { TestTill } from "../../support/test-till.ts";
import { expectNoPhaseChange, expectSaleContinues, responseFault } from "./service-in-trouble.ts";

describe("a faulty service", () => {
  it.each<[string, (world: TestTill) => void]>([
    ["429 with Retry-After", (world) => world.sandbox.faults.tooManyRequests("CREATE", "1")],
    ["HTML", responseFault(200, "text/html", "<h1>Log in to the Wi-Fi</h1>")],
    ["cut JSON", responseFault(201, "application/json", '{"id": "abc')],
    ["a redirect", (world) => world.sandbox.faults.add({ effect: "answer", kind: "CREATE", status: 302 })],
  ])("receives the request again, and the sale continues (%s)", (_what, trouble) => expectSaleContinues(trouble));

  it.each([
    ["HTML", "<html>", "null"],
    [
      "an unknown status",
      '{"status":"banana","amount":30000,"currency":"NOK","pos_id":"x","pos_tid":"y","tid":"z"}',
      '{"status":null}',
    ],
  ])("whose outcomes are %s changes no phase, and is polled again", (_what, ...bodies) => expectNoPhaseChange(bodies));
});
