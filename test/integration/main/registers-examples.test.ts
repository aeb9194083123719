/** The examples of docs/registers.md, run as they stand there. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { keyOf } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import type { TestTill } from "../../support/test-till.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/registers.md"), "utf8");
const run = promisify(execFile);

/** The example in a language. */
function example(language: string): string {
  const found = new RegExp(`## Examples[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`there is no example in ${language}`);
  return found;
}

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const environment = ({ till }: TestTill) => ({ ...process.env, URL: till.registersUrl() ?? "", KEY: keyOf("a") });

describe("the examples of docs/registers.md", () => {
  it.skipIf(!has("curl"))("sell with curl", async () => {
    await using world = await createTillWithRegisters();
    const { stdout } = await run("sh", ["-ec", example("sh")], { env: environment(world) });
    expect(stdout.match(/"reference":"receipt 2026\/42"/g)).toHaveLength(2);
    expect((await world.must("payment.list", {})).items).toMatchObject([{ register: "Register A", amount: 14_900 }]);
  });

  it.skipIf(!has("python3"))("sell and cancel with Python", async () => {
    await using world = await createTillWithRegisters();
    const { stdout } = await run("python3", ["-c", example("python")], { env: environment(world) });
    expect(stdout.trim()).toBe("aborted");
    expect((await world.must("payment.list", {})).items).toMatchObject([{ reference: "receipt 2026/43" }]);
  });
});
