/** The default dialect of test services: `npm test -- dialects` runs tests in each. */
import { DIALECTS } from "../../sandbox/dialect/dialect.ts";
import type { SandboxOptions } from "../../sandbox/service.ts";

/**
 * Reads TILL_TEST_DIALECT: `strict`, `family`, or `hostile` with a seed (`hostile:7`), which makes its responses
 * repeatable.
 */
export function dialectOfTests(): Pick<SandboxOptions, "dialect" | "dialectSeed"> {
  const [name, seed = "1"] = (process.env.TILL_TEST_DIALECT ?? "house").split(":");
  const dialect = DIALECTS.find((one) => one === name);
  if (dialect === undefined || !/^\d{1,9}$/.test(seed)) throw new Error(`TILL_TEST_DIALECT: ${name}:${seed} is none`);
  return { dialect, dialectSeed: Number(seed) };
}
