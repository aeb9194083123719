import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CUSTOMER_LANGUAGES } from "../../../../../contract/customer-language.ts";
import { helpPage } from "../../../../../main/shells/breakdowns/help-page.ts";

describe("the page that calls for help", () => {
  it.each(["staff", "stopped", "customer", "kiosk"] as const)(
    "holds nothing that could run, load or lead away (%s)",
    (reader) => {
      expect(helpPage(reader).body).not.toMatch(/<script|<a\b|<form|<iframe|<img|<link|\bon\w+=|src=|href=|https?:/i);
    },
  );

  it.each(["staff", "stopped", "customer", "kiosk"] as const)(
    "may be shown by its own policy, with its one style alone (%s)",
    (reader) => {
      const { body, headers } = helpPage(reader);
      const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
      const hashes = styles.map((style) => createHash("sha256").update(style).digest("base64"));
      const policy = headers["content-security-policy"] ?? "";
      expect(styles).toHaveLength(1);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`style-src 'sha256-${hashes[0]}';`);
      expect(policy).not.toContain("unsafe");
      expect(headers["x-frame-options"]).toBe("DENY");
    },
  );

  it("says in both languages that nothing is lost, and never that something was paid", () => {
    const { body } = helpPage("staff");
    expect(body).toContain("nothing is lost");
    expect(body).toContain("ingenting er tapt");
    expect(body).toContain('lang="nb"');
  });

  it("tells a kiosk's customers in the shop's language, then in English, what they cannot do, and whom to call", () => {
    const contact = { locale: "nb-NO", phone: "22 00 <b>00</b> 00", kiosk: true };
    const { body } = helpPage("kiosk", contact);
    const sections = [...body.matchAll(/<section lang="(\w+)">(.*?)<\/section>/gs)];
    expect(sections.map(([, language]) => language)).toEqual(["nb", "en"]);
    expect(sections[0]?.[2]).toContain("<h1>Ute av drift</h1>");
    expect(sections[1]?.[2]).toContain("Nothing is charged twice");
    for (const [, , words] of sections) expect(words).toContain("22 00 &lt;b&gt;00&lt;/b&gt; 00");
    // It promises no staff at hand, and no machine but this one.
    for (const [, , words] of sections) expect(words).not.toMatch(/till|kasse|staff|ansatte/i);
  });

  it("says nothing of a number that is not known, and English once", () => {
    const { body } = helpPage("kiosk", { locale: "en-GB", phone: null, kiosk: true });
    expect(body.match(/<section/g)).toHaveLength(1);
    expect(body).not.toContain("Call");
  });

  it("has words of its own in each language of customers", () => {
    const titles = CUSTOMER_LANGUAGES.map((locale) => {
      const { body } = helpPage("kiosk", { locale, phone: null, kiosk: true });
      return /<h1>(.*?)<\/h1>/.exec(body)?.[1];
    });
    expect(new Set(titles).size).toBe(CUSTOMER_LANGUAGES.length);
  });

  it("sends a customer to the staff", () => {
    const { body } = helpPage("customer");
    expect(body).toContain("ask the staff");
    expect(body).toContain("Spør de ansatte");
    expect(body).not.toContain("Restart");
  });
});
