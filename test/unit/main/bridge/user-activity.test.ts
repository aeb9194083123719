import { expect, it } from "vitest";
import { COMMANDS, type CommandName, commandRow } from "../../../../contract/bridge/commands.ts";
import { runCommand } from "../../../../main/bridge/dispatch.ts";
import { handlersWith, openTo } from "./test-bridge.ts";

const names = Object.keys(COMMANDS) as CommandName[];

const INPUTS: Partial<Record<CommandName, object>> = {
  "payment.story": { posTid: "P1" },
  "display.show": { posTid: null },
  "payment.start": { action: "SALE", amount: 100 },
  "payment.abort": { posTid: "P1" },
  "staff.signIn": { pin: "4821" },
};

/** Returns whether a command counts as user activity. */
async function isActivity(name: CommandName, ports = openTo("owner")): Promise<boolean> {
  let touched = false;
  const touch = () => {
    touched = true;
  };
  const result = await runCommand({ ...ports, handlers: handlersWith(), touch }, name, INPUTS[name] ?? {});
  expect(result).toMatchObject({ error: { code: expect.not.stringContaining("invalid_input") } });
  return touched;
}

it("commands that windows call automatically are not user activity", async () => {
  for (const name of ["payment.story", "report.reconciliation", "display.show", "diagnostics.health"] as const)
    expect([name, await isActivity(name)]).toEqual([name, false]);
  for (const name of ["payment.start", "payment.abort", "staff.touch", "staff.signIn", "report.z"] as const)
    expect([name, await isActivity(name)]).toEqual([name, true]);
});

it("refused commands are not user activity", async () => {
  expect(await isActivity("report.z", openTo("cashier"))).toBe(false);
});

it("windows may call every reading command automatically", () => {
  const readings = names.filter((name) => /\.(?:get|list|health|names|options|timeline|story|policy|rule)$/.test(name));
  expect(readings.filter((name) => !commandRow(name).automatic)).toEqual([]);
});
