/** docs/specification.md: no endpoint, field or event is without a row, and what a row names is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../../contract/permissions.ts";
import * as wire from "../../../contract/wire.ts";
import { ROOT } from "../../support/builder.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGE = read("docs/specification.md");

interface Row {
  what: string;
  where: string;
  tests: { file: string; name: string }[];
}

/** The rows under a heading that begins so. */
function rowsOf(heading: string): Row[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)]
    .slice(1)
    .map(([, what = "", where = "", proof = ""]) => ({
      what,
      where,
      tests: [...proof.matchAll(/`(test\/[\w./-]+)` "([^"]+)"/g)].map(([, file = "", name = ""]) => ({ file, name })),
    }));
}

const HEADINGS = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
const ROWS = HEADINGS.flatMap(rowsOf);
const named = (rows: readonly Row[]) =>
  rows.flatMap(({ what }) => [...what.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
const filesIn = ({ where }: Row) => [...where.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, file = ""]) => file);
const camelCase = (field: string) => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe("the page of the specification", () => {
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
  ])("has a row for everything of %s", (heading, wanted) => {
    const there = named(rowsOf(heading));
    expect(wanted.filter((field) => !there.includes(field))).toEqual([]);
  });

  it("names code that is there, and that has each field in it", () => {
    const missing = ROWS.flatMap(filesIn).filter((file) => !existsSync(join(ROOT, file)));
    expect(missing).toEqual([]);
    expect(ROWS.filter((row) => filesIn(row).length === 0)).toEqual([]);
    const elsewhere = ROWS.flatMap((row) => {
      const code = filesIn(row).map(read).join("\n");
      const fields = named([row]).flatMap((field) => (/^[a-z_.]+$/.test(field) ? (field.split(".").at(-1) ?? []) : []));
      return fields.filter((field) => !code.includes(field) && !code.includes(camelCase(field)));
    });
    expect(elsewhere).toEqual([]);
  });

  it("names tests that are there", () => {
    const tests = ROWS.flatMap(({ tests: all }) => all);
    const missing = tests.filter(
      ({ file, name }) => !existsSync(join(ROOT, file)) || !read(file).includes(`"${name}"`),
    );
    expect(missing).toEqual([]);
  });

  it("proves every row", () => {
    const unproven = ROWS.filter(({ tests }) => tests.length === 0);
    expect(unproven.map(({ what }) => what)).toEqual([]);
  });
});
