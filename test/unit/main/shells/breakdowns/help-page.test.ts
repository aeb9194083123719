import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CUSTOMER_LANGUAGES } from "../../../../../contract/values/customer-language.ts";
import { helpPage } from "../../../../../main/shells/breakdowns/help-page.ts";

describe("the help page after a crash", () => {
  it.each(["staff", "stopped", "customer", "kiosk"] as const)(
    "contains nothing that could run, load or navigate (%s)",
    (reader) => {
      expect(helpPage(reader).body).not.toMatch(/<script|<a\b|<form|<iframe|<img|<link|\bon\w+=|src=|href=|https?:/i);
    },
  );

  it.each(["staff", "stopped", "customer", "kiosk"] as const)(
    "is allowed by its own policy, with its single style (%s)",
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

  it("says in both languages that nothing is lost, and never that a payment succeeded", () => {
    const { body } = helpPage("staff");
    expect(body).toContain("nothing is lost");
    expect(body).toContain("ingenting er tapt");
    expect(body).toContain('lang="nb"');
  });

  it("tells kiosk customers in the shop's language, then in English, that the kiosk is unavailable, and whom to call", () => {
    const contact = { locale: "nb-NO", phone: "22 00 <b>00</b> 00", kiosk: true };
    const { body } = helpPage("kiosk", contact);
    const sections = [...body.matchAll(/<section lang="(\w+)">(.*?)<\/section>/gs)];
    expect(sections.map(([, language]) => language)).toEqual(["nb", "en"]);
    expect(sections[0]?.[2]).toContain("<h1>Ute av drift</h1>");
    expect(sections[1]?.[2]).toContain("Nothing is charged twice");
    for (const [, , words] of sections) expect(words).toContain("22 00 &lt;b&gt;00&lt;/b&gt; 00");
    // The text promises no staff nearby, and mentions only this machine.
    for (const [, , words] of sections) expect(words).not.toMatch(/till|kasse|staff|ansatte/i);
  });

  it("omits an unknown phone number, and repeats no English", () => {
    const { body } = helpPage("kiosk", { locale: "en-GB", phone: null, kiosk: true });
    expect(body.match(/<section/g)).toHaveLength(1);
    expect(body).not.toContain("Call");
  });

  it("is translated into each customer language", () => {
    const titles = CUSTOMER_LANGUAGES.map((locale) => {
      const { body } = helpPage("kiosk", { locale, phone: null, kiosk: true });
      return /<h1>(.*?)<\/h1>/.exec(body)?.[1];
    });
    expect(new Set(titles).size).toBe(CUSTOMER_LANGUAGES.length);
  });

  it("directs a customer to the staff", () => {
    const { body } = helpPage("customer");
    expect(body).toContain("ask the staff");
    expect(body).toContain("Spør de ansatte");
    expect(body).not.toContain("Restart");
  });
});
