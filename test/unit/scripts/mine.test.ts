import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/builder.ts";

const { selectTests } = (await import(join(ROOT, "scripts/mine.mjs"))) as {
  selectTests(changed: string[], imports: Map<string, string[]>): { tests: string[]; specs: string[]; left: number };
};

const select = (changed: string[], imports: Record<string, string[]>) =>
  selectTests(changed, new Map(Object.entries(imports)));

describe("the tests of a change", () => {
  it("are those that import it, the nearest first, then by words of the path", () => {
    const { tests, left } = select(["main/payments/queue.ts"], {
      "test/integration/main/payments.test.ts": ["main/app/till.ts"],
      "test/integration/main/kiosk.test.ts": ["main/app/till.ts"],
      "test/unit/main/payments/queue.test.ts": ["main/payments/queue.ts"],
      "test/unit/main/people/pin.test.ts": ["main/people/pin.ts"],
      "main/app/till.ts": ["main/payments/queue.ts"],
    });
    expect(tests).toEqual([
      "test/unit/main/payments/queue.test.ts",
      "test/integration/main/payments.test.ts",
      "test/integration/main/kiosk.test.ts",
    ]);
    expect(left).toBe(0);
  });

  it("are limited, and the number of the others is known", () => {
    const names = Array.from({ length: 100 }, (_, index) => `test/unit/contract/number-${index}.test.ts`);
    const { tests, left } = select(
      ["contract/money.ts"],
      Object.fromEntries(names.map((name) => [name, ["contract/money.ts"]])),
    );
    expect(tests.length).toBeGreaterThan(20);
    expect(tests.length + left).toBe(100);
  });

  it("leave out those of thorough runs, faults and builds, unless they changed themselves", () => {
    const imports = {
      "test/unit/contract/money.thorough.test.ts": ["contract/money.ts"],
      "test/faults/kill.test.ts": ["contract/money.ts"],
      "test/unit/packaging/shipped.test.ts": ["contract/money.ts", "scripts/build.mjs"],
    };
    expect(select(["contract/money.ts"], imports).tests).toEqual([]);
    expect(select(["test/faults/kill.test.ts"], imports).tests).toEqual(["test/faults/kill.test.ts"]);
  });

  it("include changed specs, and specs that are named as a folder of the renderer", () => {
    const imports = { "test/e2e/lock.spec.ts": [], "test/e2e/setup.spec.ts": [], "test/e2e/vends.spec.ts": [] };
    expect(select(["renderer/setup/steps/done.tsx", "test/e2e/lock.spec.ts"], imports).specs).toEqual([
      "test/e2e/lock.spec.ts",
      "test/e2e/setup.spec.ts",
    ]);
    expect(select(["main/configuration/setup/draft.ts"], imports).specs).toEqual([]);
  });
});
