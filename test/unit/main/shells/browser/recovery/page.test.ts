import { describe, expect, it } from "vitest";
import { helpPage } from "../../../../../../main/shells/breakdowns/help-page.ts";
import { recoveryHtml, startHelpPage, startRecoveryPage } from "../../../../../../main/shells/browser/recovery/page.ts";

const ADVICE = {
  found: ["/shop's <data>/till.db is damaged."],
  options: [{ description: "To go back", command: "npm run till -- restore '/a & b.db'" }],
};

describe("the recovery page", () => {
  it("shows the explanation and the commands, as text", () => {
    const html = recoveryHtml(ADVICE);
    expect(html).toContain("/shop&#39;s &lt;data&gt;/till.db is damaged.");
    expect(html).toContain("npm run till -- restore &#39;/a &amp; b.db&#39;");
    expect(html).not.toMatch(/<data>|<script/);
  });

  it("is served only to this machine, and accepts no command", async () => {
    const page = await startRecoveryPage({ advice: ADVICE, port: 0 });
    const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, page.url), init);
    const shown = await get("/");
    expect([shown.status, await shown.text()]).toEqual([503, recoveryHtml(ADVICE)]);
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect((await get("/recovery.css")).status).toBe(200);
    expect((await get("/bridge/payment.start", { method: "POST" })).status).toBe(404);
    expect((await get("/", { headers: { origin: "https://elsewhere.example" } })).status).toBe(403);
    await page.close();
  });
});

describe("the page of a till that is out of order", () => {
  it("is served with its own policy, without a till", async () => {
    const help = helpPage("kiosk", { locale: "sv-SE", phone: "08-123 45", kiosk: true });
    const page = await startHelpPage({ page: help, port: 0 });
    const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, page.url), init);
    const shown = await get("/");
    expect([shown.status, await shown.text()]).toEqual([503, help.body]);
    expect(shown.headers.get("content-security-policy")).toBe(help.headers["content-security-policy"]);
    expect((await get("/bridge/terminal.get", { method: "POST" })).status).toBe(404);
    expect((await get("/session", { method: "POST" })).status).toBe(404);
    expect((await get("/index.html")).status).toBe(404);
    await page.close();
  });
});
