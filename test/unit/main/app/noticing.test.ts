import { expect, it } from "vitest";
import { COMMAND_INPUTS, type CommandName } from "../../../../contract/commands.ts";
import { AUTOMATIC_COMMANDS } from "../../../../contract/permissions.ts";
import { noticing } from "../../../../main/app/parts/diagnostics.ts";
import { handlersWith } from "../bridge/bridge-world.ts";

const names = Object.keys(COMMAND_INPUTS) as CommandName[];

/** Which commands are user activity. */
function noticed(): Set<CommandName> {
  const found = new Set<CommandName>();
  for (const name of names) noticing(handlersWith(), () => found.add(name))[name]({} as never);
  return found;
}

it("what windows call by themselves is no user activity", () => {
  const activity = noticed();
  for (const name of ["payment.story", "report.reconciliation", "display.show", "diagnostics.health"] as const)
    expect([name, activity.has(name)]).toEqual([name, false]);
  for (const name of ["payment.start", "payment.abort", "staff.touch", "staff.signIn", "report.z"] as const)
    expect([name, activity.has(name)]).toEqual([name, true]);
});

it("whatever is called a reading is in the list of what windows may call by themselves", () => {
  const readings = names.filter((name) => /\.(?:get|list|health|names|options|timeline|story|policy|rule)$/.test(name));
  expect(readings.filter((name) => !AUTOMATIC_COMMANDS.has(name))).toEqual([]);
});
