import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { helpPage } from "../../../../../main/shells/electron/help-page.ts";

describe("the page that calls for help", () => {
  it.each(["staff", "customer"] as const)("holds nothing that could run, load or lead away (%s)", (reader) => {
    expect(helpPage(reader).body).not.toMatch(/<script|<a\b|<form|<iframe|<img|<link|\bon\w+=|src=|href=|https?:/i);
  });

  it.each(["staff", "customer"] as const)("may be shown by its own policy, with its one style alone (%s)", (reader) => {
    const { body, headers } = helpPage(reader);
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
    const hashes = styles.map((style) => createHash("sha256").update(style).digest("base64"));
    const policy = headers["content-security-policy"] ?? "";
    expect(styles).toHaveLength(1);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hashes[0]}';`);
    expect(policy).not.toContain("unsafe");
    expect(headers["x-frame-options"]).toBe("DENY");
  });

  it("says in both languages that nothing is lost, and never that something was paid", () => {
    const { body } = helpPage("staff");
    expect(body).toContain("nothing is lost");
    expect(body).toContain("ingenting er tapt");
    expect(body).toContain('lang="nb"');
  });

  it("sends a customer to the staff", () => {
    const { body } = helpPage("customer");
    expect(body).toContain("ask the staff");
    expect(body).toContain("Spør de ansatte");
    expect(body).not.toContain("Restart");
  });
});
