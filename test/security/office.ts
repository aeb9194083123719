import type { ControlGroup } from "./control.ts";

export const office: ControlGroup = {
  title: "Head office",
  intro: "[chain.md](chain.md#trust) explains the ledger.",
  controls: [
    {
      id: "S72",
      against: "Another shop's settings",
      by: "Signed settings name their shop or till, and the till compares them with its own provisioning.",
      code: ["main/configuration/centre/check.ts", "main/configuration/centre/module.ts"],
      tests: [
        {
          file: "test/integration/ledger/settings.thorough.test.ts",
          name: "delivers no settings of another shop or till, and the refusal is in Health and, once, in the journal",
        },
        {
          file: "test/integration/ledger/settings.thorough.test.ts",
          name: "delivers no shop settings to a till that was provisioned without a shop",
        },
        {
          file: "test/unit/main/configuration/centre/centre.test.ts",
          name: "are refused: %s; the other parts are accepted",
        },
        {
          file: "test/unit/main/configuration/centre/kept.test.ts",
          name: "are verified by the digests in the vault, not by the database",
        },
      ],
      residual: "An attacker with the database can withhold settings.",
    },
    {
      id: "S73",
      against: "Replayed settings",
      by: "The newest version per key and address is in the vault. Nothing of a replaced key is accepted. An older version, or an older time of issue, is refused. Head office publishes no version far above what its key has signed.",
      code: ["main/configuration/centre/newest.ts", "ledger/settings.ts"],
      tests: [
        {
          file: "test/integration/ledger/settings.thorough.test.ts",
          name: "restores no older settings through a replay, a restart or a database backup",
        },
        {
          file: "test/unit/main/configuration/centre/centre.test.ts",
          name: "are never issued with an older version: the ledger's database assigns the next one",
        },
        {
          file: "test/unit/main/configuration/centre/kept.test.ts",
          name: "stay at a start with a slow clock: those for all tills do not replace them",
        },
        {
          file: "test/unit/main/configuration/centre/kept.test.ts",
          name: "accepts that key's settings from their first version, and drops those of the withdrawn key",
        },
        {
          file: "test/integration/ledger/settings.thorough.test.ts",
          name: "continues from a version that its key has signed, and refuses one that the database has raised far",
        },
      ],
      residual:
        "A till that never had settings can get an older version. A replaced key's settings stay active until the new key sets those parts.",
    },
    {
      id: "S74",
      against: "A till reading or changing other tills' rows",
      by: "A role per till; row-level security; insert only; triggers keep the sequence and refuse changes.",
      code: [
        "ledger/migrations/0002-rights.sql",
        "ledger/migrations/0006-hardening.sql",
        "ledger/migrations/0007-own-till.sql",
      ],
      tests: [
        {
          file: "test/integration/ledger/rights.thorough.test.ts",
          name: "reads nothing: no own row, no other till, no figure",
        },
        { file: "test/integration/ledger/rights.thorough.test.ts", name: "cannot send for another till" },
        {
          file: "test/integration/ledger/rights.thorough.test.ts",
          name: "prevents every user from changing written rows",
        },
      ],
      residual: "The database's owner can remove triggers; `verify` compares with the tills' signatures.",
    },
    {
      id: "S75",
      against: "One till filling the ledger",
      by: "No large objects; limits on temporary files, statements and row size; partitions of the running and next month only.",
      code: ["ledger/migrations/0012-limits.sql"],
      tests: [
        {
          file: "test/integration/ledger/limits.thorough.test.ts",
          name: "creates no large objects, which could fill the disk outside the ledger's tables",
        },
        {
          file: "test/integration/ledger/limits.thorough.test.ts",
          name: "has limits on time, idle transactions and temporary files, for new and for existing tills",
        },
        { file: "test/integration/ledger/limits.thorough.test.ts", name: "cannot insert an oversized row" },
        {
          file: "test/integration/ledger/limits.thorough.test.ts",
          name: "can create the partition of the current and the next month only",
        },
      ],
      residual: "A hostile till can raise its own time limits and keep four connections busy.",
    },
    {
      id: "S76",
      against: "Access to the office page",
      by: "A token and the page's own address, or a proxy's; it reads as `ledger_reader` in read-only transactions. Bad input is answered with an error.",
      code: ["ledger/office/"],
      tests: [
        {
          file: "test/integration/ledger/office.thorough.test.ts",
          name: "is open only to the token from the office's own address",
        },
        {
          file: "test/integration/ledger/office.thorough.test.ts",
          name: "reads as ledger_reader in read-only transactions for every user",
        },
        {
          file: "test/integration/ledger/office.thorough.test.ts",
          name: "responds to every query or names its error, and no input stops the ledger",
        },
      ],
      residual: "Token holders read all tills.",
    },
    {
      id: "S77",
      against: "A ledger upgrade changing figures",
      by: "Each ledger schema is upgraded in tests; rows, figures and rights stay equal.",
      code: ["ledger/migrations/"],
      tests: [
        {
          file: "test/integration/ledger/upgrades.test.ts",
          name: "%i keeps every row and figure, and gets the schema and rights of a new ledger",
        },
      ],
      residual: "Helpers make the rows.",
    },
  ],
};
