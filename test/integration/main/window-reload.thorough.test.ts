/**
 * A window that reloads while its till checks a PIN: no user stays signed in behind a page that shows the sign-in
 * screen.
 */
import { connect } from "node:net";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { DEMO_PIN } from "../../../contract/calls/pins.ts";
import { createDispatch } from "../../../main/bridge/dispatch.ts";
import { realPins } from "../../support/cheap-pins.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type InProcessTill, startTillInProcess } from "../../support/in-process-till.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

/** Returns the bridge's port and token. */
function bridgeOf({ said }: InProcessTill): { port: number; token: string } {
  const [, port = "", token = ""] = /till ready http:\/\/127\.0\.0\.1:(\d+)\/#token=(\S+)/.exec(said.stdout) ?? [];
  return { port: Number(port), token };
}

/** Runs a command whose window is gone when the response is ready. */
function callWithLostResponse({ till }: TestTill, command: string, input: object): Promise<unknown> {
  return createDispatch({ ...till, log: pino({ level: "silent" }) })(command, input, { canReceive: () => false });
}

/** Returns sign-ins and sign-outs from the journal. */
function sessionEventsOf({ database }: TestTill): string[] {
  return database
    .prepare<[], { event: string; actor: string; data: string }>(
      "SELECT event, actor, data FROM journal WHERE event LIKE 'staff.signed%' ORDER BY sequence",
    )
    .all()
    .map(({ event, actor, data }) =>
      event === "staff.signedIn" ? `${actor} in` : `${actor} out: ${(JSON.parse(data) as { how: string }).how}`,
    );
}

describe("a till whose window reloads", () => {
  it("undoes a sign-in whose connection ends before its response, and journals both", async () => {
    using folder = temporaryFolder();
    // Slow enough that the connection has ended before the PIN is checked.
    using _realCost = realPins();
    await using till = await startTillInProcess(folder.path, { demo: true });
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

  it("keeps the first owner, created in a window that was closed, and signs the owner out", async () => {
    await using world = await createTestTill();
    world.database.prepare("UPDATE staff SET role = 'manager'").run();
    await callWithLostResponse(world, "staff.claimOwner", { name: "Eva", pin: "702914" });
    expect(await world.must("terminal.get", {})).toMatchObject({ staff: null });
    expect(sessionEventsOf(world)).toEqual(["Eva in", "Eva out: unheard"]);
    expect(await world.must("staff.signIn", { pin: "702914" })).toEqual({ name: "Eva", role: "owner" });
  });

  it("signs out after a lost response that replaced another user, and journals the switch without an actor", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await world.must("staff.add", { name: "Ola", role: "cashier", pin: "4821" });
    await callWithLostResponse(world, "staff.signIn", { pin: "4821" });
    expect(await world.must("terminal.get", {})).toMatchObject({ staff: null });
    expect(sessionEventsOf(world)).toEqual(["Owner in", "Owner out: switched", "Ola in", "Ola out: unheard"]);
  });

  it("keeps the user signed in after a lost response to a wrong PIN or another command", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await callWithLostResponse(world, "staff.signIn", { pin: "902174" });
    await callWithLostResponse(world, "staff.claimOwner", { name: "Eva", pin: "702914" });
    await callWithLostResponse(world, "staff.approve", { pin: MANAGER_PIN, command: "payment.refund", input: {} });
    expect(await world.must("terminal.get", {})).toMatchObject({ staff: { name: "Owner" } });
    expect(sessionEventsOf(world)).toEqual(["Owner in"]);
  });
});
