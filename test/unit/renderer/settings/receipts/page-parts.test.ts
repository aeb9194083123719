import { describe, expect, it } from "vitest";
import { receiptHtml } from "../../../../../main/peripherals/receipts/html.ts";
import { buildReceipt } from "../../../../../main/peripherals/receipts/model.ts";
import { pageParts } from "../../../../../renderer/settings/receipts/page-parts.ts";
import { payment, TERMS } from "../../../main/peripherals/receipts/fixtures.ts";

describe("a receipt's page", () => {
  const of = payment({ text: "<style>h1{}</style>" });
  const html = receiptHtml(
    buildReceipt(of, { kind: "sale", part: 0 }, { at: 0, language: "nb", person: null, vat: [] }, TERMS),
  );

  it("is split into its complete style and a page without style", () => {
    const { css, rest } = pageParts(html);
    expect(css).toContain(".receipt .row");
    expect(css).toContain("@container");
    expect(css).toContain("@media print");
    expect(rest).not.toContain("<style");
    expect(rest).not.toContain("@container");
    expect(rest).toContain("Salgskvittering");
    expect(rest).toContain("&lt;style&gt;");
  });

  it("keeps everything when it has no style", () => {
    expect(pageParts("<p>1 < 2</p>")).toEqual({ css: "", rest: "<p>1 < 2</p>" });
  });
});
