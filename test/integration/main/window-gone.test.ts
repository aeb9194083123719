/** A window that is loaded anew while its till checks a PIN: nobody is left signed in behind a page that asks nobody. */
import { connect } from "node:net";
import { expect, it } from "vitest";
import { DEMO_PIN } from "../../../contract/pins.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type StandingTill, standingTill } from "../../support/standing-till.ts";

/** Where its bridge is, and the token that opens it. */
function bridgeOf({ said }: StandingTill): { port: number; token: string } {
  const [, port = "", token = ""] = /till ready http:\/\/127\.0\.0\.1:(\d+)\/#token=(\S+)/.exec(said.stdout) ?? [];
  return { port: Number(port), token };
}

it("a sign-in whose connection ends before its answer is undone, and stands in the journal as both", async () => {
  using folder = temporaryFolder();
  await using till = await standingTill(folder.path, { demo: true });
  const { port, token } = bridgeOf(till);
  const body = JSON.stringify({ pin: DEMO_PIN });
  const window = connect(port, "127.0.0.1");
  window.on("error", () => undefined);
  window.write(
    [
      "POST /bridge/staff.signIn HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n"),
    () => window.end(),
  );
  const staff: (string | null)[] = [];
  while (staff.at(-1) !== null || !staff.includes("Owner"))
    staff.push((await till.next("terminal.changed")).terminal.staff?.name ?? null);
  expect(await till.must("terminal.get", {})).toMatchObject({ staff: null });
  await till.must("staff.signIn", { pin: DEMO_PIN });
  const { items } = await till.must("journal.list", {});
  const events = items.map(({ event }) => event).filter((event) => event.startsWith("staff.signed"));
  expect(events.toReversed()).toEqual(["staff.signedIn", "staff.signedOut", "staff.signedIn"]);
});
