/** PIN checks interrupted by a kill in the real program: correct PINs never count, answered wrong ones always do. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect } from "vitest";
import { build } from "../support/build.ts";
import { MANAGER_PIN } from "../support/test-till.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import { faultCase } from "./case.ts";

beforeAll(build, 120_000);

const PRELOAD = pathToFileURL(join(import.meta.dirname, "../support/kill-at-step.mjs")).href;
const WRONG = "902174";

async function started(setup: TillProcessSetup, at: string): Promise<TillProcess> {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT_STEP: at };
  const till = startProcess(existsSync(setup.data) ? setup.arguments : setup.firstArguments, env);
  await till.ready;
  return till;
}

/** Signs in, with a kill at this step. @returns the answer; null without one */
async function killedAt(setup: TillProcessSetup, at: string, pin: string, step: number) {
  await using till = await started(setup, at);
  writeFileSync(at, String(step));
  const answer = await till.call("staff.signIn", { pin }).catch(() => null);
  rmSync(at);
  till.child.kill("SIGKILL");
  await till.exited;
  return answer;
}

describe("a till killed during a PIN check", () => {
  faultCase("counts every answered wrong PIN and no right one, at any step", async (tally) => {
    await using setup = await prepareTillProcess();
    const at = join(dirname(setup.data), "kill-at-step");
    // More kills than free attempts, and at every step.
    let kills = 0;
    for (let step = 1; kills < 7; step += 1) {
      const answer = await killedAt(setup, at, MANAGER_PIN, step);
      if (answer === null) kills += 1;
      else {
        expect(answer.ok).toBe(true);
        step = 0;
      }
    }
    tally.runs = kills;
    let answered = 0;
    for (let step = 1; answered === 0; step += 1) {
      const answer = await killedAt(setup, at, WRONG, step);
      if (answer === null) tally.runs += 1;
      else answered += 1;
    }
    await using till = await started(setup, at);
    let isLocked = false;
    while (!isLocked) {
      const answer = await till.call("staff.signIn", { pin: WRONG });
      isLocked = !answer.ok && answer.error.code === "locked_out";
      if (!isLocked) answered += 1;
    }
    tally.note = `${kills} right and ${tally.runs - kills} wrong PINs, ${answered} answered`;
    // Each answer counted. A kill between the commit and the answer counts too, since the attacker learns nothing.
    expect(answered).toBeLessThanOrEqual(5);
  });
});
