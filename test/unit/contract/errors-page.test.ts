import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../../contract/calls/errors.ts";
import { KEYS_FINDINGS } from "../../../contract/configuration/keys.ts";
import { SETUP_FINDINGS } from "../../../contract/configuration/setup.ts";
import { FINDINGS, type FindingCode, isUrgent } from "../../../contract/health/findings.ts";
import { REASONS } from "../../../contract/reasons/reasons.ts";
import { EXIT_CODES, START_FINDINGS } from "../../../contract/values/exit-codes.ts";
import { isUrgentReason, UPDATE_REASONS, type UpdateReason } from "../../../contract/values/updates.ts";
import type { FailureExitCode } from "../../../main/lib/startup-error.ts";
import type { BadFinding } from "../../../main/storage/database/inspection.ts";
import { en } from "../../../renderer/kit/i18n/en/index.ts";
import { nb } from "../../../renderer/kit/i18n/nb/index.ts";

const { errorsPage } = (await import(join(import.meta.dirname, "../../../scripts/reference-docs.mjs"))) as {
  errorsPage(): string;
};

describe("the page of error codes", () => {
  it("has every code once", () => {
    const page = errorsPage();
    const tables = [ERRORS, REASONS, START_FINDINGS, FINDINGS, UPDATE_REASONS];
    const known = [
      ...tables.flatMap((table) => Object.keys(table)),
      ...SETUP_FINDINGS,
      ...KEYS_FINDINGS.map((code) => `key.${code}`),
    ];
    const listed = [...page.matchAll(/^\| `([a-z_.]+)` \| (\S)/gm)].map(([, code]) => code);
    expect(listed.sort()).toEqual(known.sort());
    const exits = [...page.matchAll(/^\| (\d) \|/gm)].map(([, code]) => code);
    expect(exits).toEqual(Object.keys(EXIT_CODES));
  });
});

describe("the tables", () => {
  it("have every way a start can fail, and no other", () => {
    const all: Record<BadFinding["is"], unknown> = START_FINDINGS;
    const found: Record<keyof typeof START_FINDINGS, BadFinding["is"]> = {
      ...{ newer: "newer", foreign: "foreign", damaged: "damaged", missing: "missing", behind: "behind" },
    };
    expect(Object.keys(all)).toEqual(Object.keys(found));
    const codes: FailureExitCode[] = [1, 2, 3];
    expect(Object.keys(EXIT_CODES).map(Number)).toEqual([0, ...codes]);
  });

  it("give an action for every problem", () => {
    for (const [code, { status, next }] of Object.entries(FINDINGS))
      expect([code, next !== null]).toEqual([code, status !== "ok"]);
    for (const [code, { kind, next }] of Object.entries(UPDATE_REASONS)) {
      if (kind === "failed") expect([code, next]).not.toEqual([code, null]);
    }
  });
});

describe("the screens", () => {
  const urgent = (Object.keys(FINDINGS) as FindingCode[]).filter(isUrgent).sort();
  const urgentReasons = (Object.keys(UPDATE_REASONS) as UpdateReason[]).filter(isUrgentReason).sort();

  it("have a text for exactly these codes, in every language", () => {
    for (const catalogue of [en, nb]) {
      expect(Object.keys(catalogue.error).sort()).toEqual(Object.keys(ERRORS).sort());
      expect(Object.keys(catalogue.healthFinding).sort()).toEqual(Object.keys(FINDINGS).sort());
      expect(Object.keys(catalogue.healthNext).sort()).toEqual(urgent);
      expect(Object.keys(catalogue.updateReason).sort()).toEqual(Object.keys(UPDATE_REASONS).sort());
      expect(Object.keys(catalogue.updateReasonNext).sort()).toEqual(urgentReasons);
    }
  });
});
