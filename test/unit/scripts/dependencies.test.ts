/** What `npm run check` reports about package-lock.json, and the software bill of materials. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/builder.ts";
import { temporaryFolder } from "../../support/folder.ts";

interface Installed {
  name: string;
  version: string;
}
interface Lock {
  packages: Record<string, { version: string; integrity?: string; dev?: boolean }>;
}

const { integrityProblems, installedPackages, vulnerabilities } = (await import(
  join(ROOT, "scripts/dependencies.mjs")
)) as {
  integrityProblems(lock: Lock): string[];
  installedPackages(lock: Lock): Installed[];
  vulnerabilities(installed: readonly Installed[], records: readonly object[]): string[];
};
const { sbomOf } = (await import(join(ROOT, "build/vite/sbom.mjs"))) as {
  sbomOf(works: readonly (Installed & { licence: string })[], root: string): string;
};

const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;

const record = (events: object[], more: object = {}) => ({
  id: "GHSA-test",
  summary: "reads too far",
  affected: [{ package: { ecosystem: "npm", name: "some-package" }, ranges: [{ type: "SEMVER", events }] }],
  ...more,
});
const isReported = (version: string, entry: object) =>
  vulnerabilities([{ name: "some-package", version }], [entry]).length > 0;

describe("package-lock.json", () => {
  it("has the hash of each package's archive", () => {
    expect(integrityProblems(lock)).toEqual([]);
    expect(installedPackages(lock).length).toBeGreaterThan(500);
  });

  it("is refused when a package has no hash, and names the package", () => {
    const packages = {
      "": { version: "1.0.0" },
      "node_modules/@a/b": { version: "2.0.0" },
      "node_modules/c": { version: "1.0.0", integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
    };
    expect(integrityProblems({ packages })).toEqual([
      'package-lock.json: node_modules/@a/b has no SHA-512 "integrity".',
      'package-lock.json: node_modules/c has no SHA-512 "integrity".',
    ]);
  });
});

describe("known vulnerabilities", () => {
  it.each([
    ["0.9.0", false],
    ["1.0.0", true],
    ["1.4.9", true],
    ["1.5.0", false],
    ["2.0.0-beta.1", true],
    ["2.1.0", true],
    ["2.1.1", false],
  ])("are reported for the versions between introduced and fixed: %s is %s", (version, reported) => {
    const events = [
      { introduced: "1.0.0" },
      { fixed: "1.5.0" },
      { introduced: "2.0.0-beta.1" },
      { last_affected: "2.1.0" },
    ];
    expect(isReported(version, record(events))).toBe(reported);
    expect(isReported(version, record(events.toReversed()))).toBe(reported);
  });

  it.each([
    ["1.0.0-alpha", true],
    ["1.9.9", true],
    ["2.0.0", false],
  ])("end at the limit of a range: %s is %s", (version, reported) => {
    expect(isReported(version, record([{ limit: "2.0.0" }, { introduced: "0" }]))).toBe(reported);
  });

  it("are reported when ranges meet in a version, and when a range has one version", () => {
    const meeting = [{ introduced: "1.5.0" }, { fixed: "1.5.0" }, { introduced: "1.0.0" }];
    const single = [{ last_affected: "1.5.0" }, { introduced: "1.5.0" }];
    const reported = (events: object[]) => ["1.4.0", "1.5.0", "1.6.0"].filter((one) => isReported(one, record(events)));
    expect(reported(meeting)).toEqual(["1.4.0", "1.5.0", "1.6.0"]);
    expect(reported(single)).toEqual(["1.5.0"]);
  });

  it("are reported for npm ranges, and not for ranges of Git commits", () => {
    const typed = (type: string) => ({
      ...record([]),
      affected: [
        { package: { ecosystem: "npm", name: "some-package" }, ranges: [{ type, events: [{ introduced: "0" }] }] },
      ],
    });
    expect(["ECOSYSTEM", "GIT"].map((type) => isReported("1.0.0", typed(type)))).toEqual([true, false]);
  });

  it.each([
    ["0.9.9", false],
    ["1.0.0", true],
    ["1.9.9", true],
    ["2.0.0", false],
  ])("are reported between bounds without a patch number: %s is %s", (version, reported) => {
    expect(isReported(version, record([{ introduced: "1.0" }, { fixed: "2" }]))).toBe(reported);
  });

  it("are reported when versions cannot be compared", () => {
    expect(isReported("1.0.0", record([{ introduced: "0" }, { fixed: "unknown" }]))).toBe(true);
    expect(isReported("github:some/package", record([{ introduced: "1.0.0" }]))).toBe(true);
    expect(isReported("1.0.0", record([{ introduced: "2.0.0" }, { limit: "*" }]))).toBe(false);
  });

  it.each([
    null,
    { id: "a", affected: null },
    { id: "a", affected: [null] },
    { id: "a", affected: [{ package: { ecosystem: "npm", name: "some-package" }, ranges: null, versions: null }] },
    record([], { affected: [{ package: { ecosystem: "npm", name: "some-package" }, ranges: [{ type: "SEMVER" }] }] }),
  ])("are not reported by a record without versions: %j", (entry) => {
    expect(vulnerabilities([{ name: "some-package", version: "1.0.0" }], [entry as never])).toEqual([]);
  });

  it("are reported for listed versions, and not when the record was withdrawn or is of another package", () => {
    const listed = {
      ...record([]),
      affected: [{ package: { ecosystem: "npm", name: "some-package" }, versions: ["3.0.0"] }],
    };
    expect(isReported("3.0.0", listed)).toBe(true);
    expect(isReported("3.0.1", listed)).toBe(false);
    expect(isReported("3.0.0", { ...listed, withdrawn: null })).toBe(true);
    expect(isReported("3.0.0", { ...listed, withdrawn: "2026-01-01T00:00:00Z" })).toBe(false);
    expect(vulnerabilities([{ name: "another", version: "3.0.0" }], [listed])).toEqual([]);
  });

  it("fail the check with the package, its version and the record's id, and are skipped without a file", () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "advisories.jsonl");
    const affected = [
      {
        package: { ecosystem: "npm", name: "better-sqlite3" },
        ranges: [{ type: "SEMVER", events: [{ introduced: "0" }] }],
      },
    ];
    const line = JSON.stringify(record([], { affected }));
    writeFileSync(file, `${line}\n\n${line}\n`);
    const check = (advisories: string) =>
      execFileSync(process.execPath, [join(ROOT, "scripts/dependencies.mjs")], {
        env: { ...process.env, TILL_ADVISORIES: advisories },
        encoding: "utf8",
        stdio: "pipe",
      });
    expect(() => check(file)).toThrow(/better-sqlite3 \d+\.\d+\.\d+: GHSA-test \(reads too far\)/);
    writeFileSync(file, "GHSA-test\n");
    for (const wrong of [file, join(folder.path, "missing.json")])
      expect(() => check(wrong)).toThrow(`${wrong}: expected OSV records, as a JSON array or one per line`);
    expect(check("")).toContain("skipped");
  });
});

describe("the software bill of materials", () => {
  it("is valid CycloneDX and has the archive hash of each shipped package", async () => {
    const { version } = lock.packages["node_modules/better-sqlite3"] ?? { version: "" };
    const works = [{ name: "better-sqlite3", version, licence: "MIT" }];
    const text = sbomOf(works, ROOT);
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
    const { components } = JSON.parse(text) as { components: { name: string; hashes: { alg: string }[] }[] };
    expect(components.map(({ name, hashes }) => [name, hashes[0]?.alg])).toEqual([
      ["better-sqlite3", "SHA-512"],
      ["electron", "SHA-512"],
    ]);
    expect(sbomOf(works, ROOT)).toBe(text);
  });

  it("is refused for a package whose archive package-lock.json does not name", () => {
    expect(() => sbomOf([{ name: "unlisted", version: "1.0.0", licence: "MIT" }], ROOT)).toThrow("unlisted 1.0.0");
  });
});
