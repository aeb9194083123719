/** The tables of test/specification/: every endpoint, field and event has a row, whose code and tests exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../../contract/customers/permissions.ts";
import * as wire from "../../../contract/wire/wire.ts";
import { SPECIFICATION } from "../../specification/index.ts";
import type { Requirement } from "../../specification/section.ts";
import { ROOT } from "../../support/builder.ts";

const { specificationPage } = (await import(join(ROOT, "scripts/reference-docs.mjs"))) as {
  specificationPage(): string;
};

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const ROWS = SPECIFICATION.flatMap(({ requirements }) => requirements);

/** Returns the rows of the section whose title starts with a text. */
function rowsOf(start: string): readonly Requirement[] {
  return SPECIFICATION.find(({ title }) => title.startsWith(start))?.requirements ?? [];
}

const named = (rows: readonly Requirement[]) =>
  rows.flatMap(({ what }) => [...what.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
const camelCase = (field: string) => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe("the tables of the specification", () => {
  it.each([
    ["2.1", Object.keys(wire.posInput.shape)],
    ["2.1", Object.keys(wire.posLocation.shape)],
    ["2.2", Object.keys(wire.listResponse.options[0].shape)],
    ["2.3", Object.keys(wire.paymentOutcome.shape)],
    ["2.4", Object.keys(wire.permissionOutcome.shape)],
    ["2.5", [...Object.keys(wire.scan.shape), ...Object.keys(wire.scanReply.shape)]],
    ["2.6", [...Object.keys(wire.callbackMessage.shape), ...["id", "event", "uri"].map((field) => `meta.${field}`)]],
    ["G4", Object.keys(wire.paymentRequestInput.shape)],
    ["G15", Object.keys(wire.permissionRequestInput.shape)],
    ["4.1 Scopes", SCOPES],
    ["6", [...wire.PAYMENT_EVENTS, ...wire.PERMISSION_EVENTS, wire.SCAN_EVENT]],
  ])("have a row for everything of %s", (start, wanted) => {
    const listed = named(rowsOf(start));
    expect(wanted.filter((field) => !listed.includes(field))).toEqual([]);
  });

  it("name existing code that contains each field", () => {
    const missing = ROWS.flatMap(({ code }) => code).filter((file) => !existsSync(join(ROOT, file)));
    expect(missing).toEqual([]);
    expect(ROWS.filter(({ code }) => code.length === 0)).toEqual([]);
    const elsewhere = ROWS.flatMap((row) => {
      const text = row.code.map(read).join("\n");
      const fields = named([row]).flatMap((field) => (/^[a-z_.]+$/.test(field) ? (field.split(".").at(-1) ?? []) : []));
      return fields.filter((field) => !text.includes(field) && !text.includes(camelCase(field)));
    });
    expect(elsewhere).toEqual([]);
  });

  it("name existing tests", () => {
    const tests = ROWS.flatMap(({ tests: all }) => all);
    const missing = tests.filter(
      ({ file, name }) => !existsSync(join(ROOT, file)) || !read(file).includes(`"${name}"`),
    );
    expect(missing).toEqual([]);
  });

  it("have a test in every row", () => {
    const untested = ROWS.filter(({ tests }) => tests.length === 0);
    expect(untested.map(({ what }) => what)).toEqual([]);
  });

  it("are all on the page that the build writes", () => {
    const rows = [...specificationPage().matchAll(/^\| (?!what|---)(.+?) \| /gm)].map(([, what]) => what);
    expect(rows).toEqual(ROWS.map(({ what }) => what));
  });
});
