/** A window's ticket at a running till: refused tickets are journalled. */
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { startTillInProcess } from "../../support/in-process-till.ts";

describe("a till", () => {
  it("logs and journals a reused ticket and an unknown ticket", async () => {
    using folder = temporaryFolder();
    await using till = await startTillInProcess(folder.path, { demo: true });
    const { bridge } = till.launched;
    const url = new URL(bridge?.windowUrl() ?? "");
    const exchange = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}`, connection: "close" };
      return (await fetch(new URL("/session", url), { method: "POST", headers })).status;
    };
    const ticket = url.hash.replace("#token=", "");
    expect([await exchange(ticket), await exchange(ticket), await exchange("guessed")]).toEqual([200, 401, 401]);
    await till.must("staff.signIn", { pin: (await till.must("terminal.get", {})).demo?.managerPin ?? "" });
    const { items } = await till.must("journal.list", { event: "bridge.refused" });
    expect(items.map(({ values }) => values)).toEqual([
      { because: "unknown", times: 1 },
      { because: "used_again", times: 1 },
    ]);
    expect(till.said.log).toContain('"because":"used_again"');
    expect(till.said.log).not.toContain(ticket);
  });
});
