/** Names that a till has stored in another form than they are typed in now. */
import { describe, expect, it } from "vitest";
import { staffMembers } from "../../../main/people/members.ts";
import { createTestTill } from "../../support/test-till.ts";

describe("a name that is stored with its accents apart", () => {
  it("is another person's when it is typed with them", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    staffMembers(till.database).add(
      { name: "A\u030ase", role: "cashier", pin: { salt: Buffer.alloc(16), hash: Buffer.alloc(32), isUsual: false } },
      0,
    );
    for (const name of ["Åse", "ÅSE", "\u2068Åse\u2069"])
      expect(await till.call("staff.add", { name, role: "cashier", pin: "4917" }), name).toMatchObject({
        error: { details: { fields: [{ field: "name", because: { code: "staff_name_taken" } }] } },
      });
  });

  it("is the name of one product in the day's figures when it is typed with them", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const sell = (name: string) =>
      till.must("payment.start", { action: "SALE", amount: 100, lines: [{ name, quantity: 1, unitAmount: 100 }] });
    const lines = [];
    for (const name of ["Blåbær", "Bla\u030abær\u200e"]) {
      const { posTid } = await sell(name);
      lines.push((await till.must("payment.get", { posTid })).lines.map((line) => line.name));
      await till.must("payment.abort", { posTid });
    }
    expect(lines).toEqual([["Blåbær"], ["Blåbær"]]);
  });
});
