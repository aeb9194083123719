import { describe, expect, it } from "vitest";
import { SETUP_FINDINGS, type SetupFinding } from "../../../../contract/configuration/setup.ts";
import { fileName } from "../../../../renderer/kit/browser.ts";
import { enFindings } from "../../../../renderer/kit/i18n/en/findings.ts";
import { nbFindings } from "../../../../renderer/kit/i18n/nb/findings.ts";
import { findingText, problemAt, problemText } from "../../../../renderer/setup/texts.ts";
import { startAllTexts } from "../../../support/texts.ts";

const found = (finding: string, values: SetupFinding["values"] = {}): SetupFinding => ({
  test: "credentials",
  outcome: "failed",
  finding: finding as SetupFinding["finding"],
  values,
  tookMs: 1,
});

describe("findings", () => {
  it("have a sentence for everything that main may find, and for nothing else", () => {
    for (const catalogue of [enFindings, nbFindings]) {
      const { unknown: _, ...groups } = catalogue;
      const keys = Object.entries(groups).flatMap(([group, entries]) =>
        Object.keys(entries).map((key) => `${group}.${key}`),
      );
      expect(keys.sort()).toEqual([...SETUP_FINDINGS].sort());
    }
  });

  it("are shown with their values", async () => {
    await startAllTexts("en");
    expect(findingText(found("credentials.merchant_unknown", { merchant: "kaffebaren" }))).toEqual({
      sentence: "The service has no merchant kaffebaren. Check the merchant ID.",
      unknown: null,
    });
  });

  it("that this window does not know are shown generically, with their key", async () => {
    await startAllTexts("en");
    for (const finding of ["credentials.from_next_year", "constructor", "credentials", "__proto__.x"]) {
      const { sentence, unknown } = findingText(found(finding));
      expect(sentence).toBe("Does not work, for an unknown reason. Give support the code below.");
      expect(unknown).toBe(finding);
    }
  });
});

describe("problems", () => {
  it("are in the window's language, at their field", async () => {
    await startAllTexts("nb");
    const problems = [{ field: "service.trustedHosts[2]", expected: "a host name" }];
    expect(problemAt(problems, "service.trustedHosts")).toEqual(problems[0]);
    expect(problemAt(problems, "service.ca")).toBeUndefined();
    expect(problemText((_, english) => english, { field: "service.trustedHosts[2]", expected: "a host name" })).toBe(
      "Skriv vertsnavn som service.example, med komma mellom.",
    );
    const because = (code: "field_no_credentials" | "field_no_query") => ({ code, values: {} });
    const wrong = { field: "service.baseUrl", expected: "x" };
    expect(problemText((_, english) => english, { ...wrong, because: because("field_no_credentials") })).toContain(
      "brukernavn",
    );
    expect(problemText((_, english) => english, { ...wrong, because: because("field_no_query") })).toBe(
      "Fjern ? og alt som følger etter.",
    );
    expect(problemText((_, english) => english, { field: "pin.again", expected: "" })).toBe("PIN-kodene er ikke like.");
  });

  it("of a field that the catalogue does not know keep main's text", async () => {
    await startAllTexts("en");
    expect(problemText((_, english) => english, { field: "service.magic", expected: "more of it" })).toBe(
      "Not valid: service.magic: more of it",
    );
    expect(problemText((_, english) => english, { field: "service", expected: "everything" })).toContain("everything");
  });
});

it("a file name is valid on any system", () => {
  expect(fileName("Kassa 2 / Grünerløkka", "-public.pem")).toMatch(/^[\w-]+-public\.pem$/);
  expect(fileName("…", ".json")).toBe("till.json");
});
