import { describe, expect, it } from "vitest";
import { explain } from "../../../../main/lib/startup-error.ts";

describe("a startup error", () => {
  it("describes each field in one line, and omits values with several lines and possible keys", () => {
    const problems = [
      { field: "pos.id", expected: "a text" },
      { field: "a\nb", expected: "one\r\ntwo" },
      { field: "service.-----BEGIN PRIVATE KEY----- MIIE", expected: "no such field" },
    ];
    expect(explain("It does not start.", problems).split("\n")).toEqual([
      "It does not start.",
      "  pos.id: expected a text",
      "  (not shown): expected (not shown)",
      "  (not shown): expected no such field",
    ]);
  });
});
