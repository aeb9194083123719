import type { ControlGroup } from "./control.ts";

export const fuses: ControlGroup = {
  title: "Fuses",
  intro:
    "electron-builder sets these bytes before it signs the program. `npm run dist` reads them back ([scripts/release.mjs](../scripts/release.mjs)) and makes no installer when one differs. To read an installed till's: `npx @electron/fuses read --app PATH`. The two native modules are outside the archive and its integrity check: a folder that only an administrator can write protects them (deb and Windows; not an AppImage or a copied dmg).",
  controls: [
    {
      id: "S104",
      against: "`ELECTRON_RUN_AS_NODE=1` makes the program an interpreter with its signature",
      by: "`runAsNode` off",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "Not seen at work.",
    },
    {
      id: "S105",
      against: "`NODE_OPTIONS` loads code; `NODE_EXTRA_CA_CERTS` adds authorities",
      by: "`enableNodeOptionsEnvironmentVariable` off",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "Not seen at work.",
    },
    {
      id: "S106",
      against: "`--inspect` or SIGUSR1 opens a debugger with all keys",
      by: "`enableNodeCliInspectArguments` off",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "Not seen at work.",
    },
    {
      id: "S107",
      against: "A folder next to the archive runs in its place",
      by: "`onlyLoadAppFromAsar` on",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "Not seen at work.",
    },
    {
      id: "S108",
      against: "A changed archive runs",
      by: "`enableEmbeddedAsarIntegrityValidation` on",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "macOS and Windows only: Electron does not check on Linux.",
    },
    {
      id: "S109",
      against: "Cookies are on disk in the clear",
      by: "`enableCookieEncryption` on",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "The desktop till uses no cookies.",
    },
    {
      id: "S110",
      against: "`file://` pages read other files",
      by: "`grantFileProtocolExtraPrivileges` off",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "The till's page is no `file://` page.",
    },
    {
      id: "S111",
      against: "A snapshot file next to the program is loaded into main",
      by: "`loadBrowserProcessSpecificV8Snapshot` off",
      code: ["electron-builder.yml"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "Not seen at work.",
    },
  ],
};
