import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { helpPage } from "../../../../main/shell/help-page.ts";

describe("the page that calls for help", () => {
  it("holds nothing that could run, load or lead away", () => {
    expect(helpPage().body).not.toMatch(/<script|<a\b|<form|<iframe|<img|<link|\bon\w+=|src=|href=|https?:/i);
  });

  it("may be shown by its own policy, which allows its one style and nothing else", () => {
    const { body, headers } = helpPage();
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
    const { body } = helpPage();
    expect(body).toContain("nothing is lost");
    expect(body).toContain("ingenting er tapt");
    expect(body).toContain('lang="nb"');
  });
});
