import type { ControlGroup } from "./control.ts";

export const supply: ControlGroup = {
  title: "Supply chain",
  intro: "",
  controls: [
    {
      id: "S115",
      against: "A replaced dependency",
      by: "Each package in `package-lock.json` has its archive hash; the check refuses one without. Dependencies are pinned exactly.",
      code: ["scripts/dependencies.mjs"],
      tests: [
        { file: "test/unit/scripts/dependencies.test.ts", name: "has the hash of each package's archive" },
        {
          file: "test/unit/scripts/dependencies.test.ts",
          name: "is refused when a package has no hash, and names the package",
        },
      ],
      residual: "A package that was malicious when it was pinned.",
    },
    {
      id: "S116",
      against: "Known vulnerabilities",
      by: "`npm run check` reports them from an OSV file named by `TILL_ADVISORIES`.",
      code: ["scripts/dependencies.mjs"],
      tests: [
        {
          file: "test/unit/scripts/dependencies.test.ts",
          name: "fail the check with the package, its version and the record's id, and are skipped without a file",
        },
      ],
      residual: "Without the file the check is skipped, with a message.",
    },
    {
      id: "S117",
      against: "Unknown contents of a release",
      by: "The build writes a CycloneDX SBOM with the archive hash of each shipped package, and all licences.",
      code: ["build/vite/sbom.mjs", "build/vite/licences.mjs"],
      tests: [
        {
          file: "test/unit/scripts/dependencies.test.ts",
          name: "is valid CycloneDX and has the archive hash of each shipped package",
        },
        { file: "test/unit/packaging/licences.test.ts", name: "fail a build when one is missing" },
      ],
      residual: "Electron's own contents are one entry.",
    },
    {
      id: "S118",
      against: "Development files or keys in the package",
      by: "The package has the bundles, this platform's native modules and licences only; no key, test, source map or development dependency.",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has no key, certificate, credential or personal data",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has only its bundles from the project, and no development dependency",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has no native sources, no tests, no source maps and no TypeScript",
        },
      ],
      residual: "Packing has run around a stand-in for the runtime only.",
    },
  ],
};
