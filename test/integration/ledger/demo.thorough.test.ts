/** `npm run ledger -- demo` as its own process: three tills sell automatically, and the ledger receives the sales. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { openLedger } from "../../../ledger/database.ts";
import { verifyLedger } from "../../../ledger/verify.ts";
import { build } from "../../support/build.ts";

describe("npm run ledger -- demo", () => {
  it("starts a ledger, a service, three tills and the office page, receives sales, and stops on request", async () => {
    build();
    const child = spawn(process.execPath, [join("out", "main", "ledger.js"), "demo"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const lines: string[] = [];
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (lines.length === 6) break;
      }
      expect(lines).toEqual([
        expect.stringMatching(/^ledger ready postgres:/),
        expect.stringMatching(/^sandbox ready http:/),
        ...["kasse-1", "kasse-2", "kasse-3"].map((id) =>
          expect.stringMatching(new RegExp(`^till ready ${id} http:.*#token=`)),
        ),
        expect.stringMatching(/^office ready http:.*#token=/),
      ]);
      const office = new URL(lines[5]?.split(" ").at(-1) ?? "");
      expect((await fetch(office)).status).toBe(200);
      const ledger = openLedger(lines[0]?.split(" ").at(-1) ?? "", null);
      const selling = async () =>
        (await ledger<{ till: string }>`SELECT till FROM sales_per_hour WHERE captured > 0 ORDER BY till`).map(
          ({ till }) => till,
        );
      await expect.poll(selling).toEqual(["kasse-1", "kasse-2", "kasse-3"]);
      for await (const { till, problems } of verifyLedger(ledger)) expect(problems, till).toEqual([]);
      const shops = await ledger`SELECT DISTINCT shop FROM sales_per_day ORDER BY shop`;
      expect(shops).toEqual([{ shop: "Grünerløkka" }, { shop: "Vika" }]);
      await ledger.end();
    } finally {
      child.kill("SIGTERM");
    }
    expect(await ended).toBe(0);
  });
});
