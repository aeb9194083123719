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
          name: "gives a till no settings of another shop or till; the refusal is in Health and, once, in the journal",
        },
        {
          file: "test/integration/ledger/settings.thorough.test.ts",
          name: "gives no shop's settings to a till that was provisioned without a shop",
        },
        {
          file: "test/unit/main/configuration/centre/centre.test.ts",
          name: "is refused: %s; what is beside it is taken",
        },
        {
          file: "test/unit/main/configuration/centre/kept.test.ts",
          name: "are not what a database has put among them: the digests in the vault decide",
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
          name: "brings back no older settings: not by a replay, a restart, or a backup in the database's place",
        },
        {
          file: "test/unit/main/configuration/centre/centre.test.ts",
          name: "is never issued before what was, whatever its version: the ledger's database chooses the next version",
        },
        {
          file: "test/unit/main/configuration/centre/kept.test.ts",
          name: "stay when it starts with a clock that is behind: those for all do not take their place",
        },
        {
          file: "test/unit/main/configuration/centre/kept.test.ts",
          name: "accepts that key's settings from their first version on, and keeps none that the withdrawn key has signed",
        },
        {
          file: "test/integration/ledger/settings.thorough.test.ts",
          name: "goes on from a version that its key has signed: one that the database has raised far is refused",
        },
      ],
      residual:
        "A till that never had settings can get an older version. A replaced key's settings stay in force until the new key sets those parts.",
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
          name: "reads nothing: no row of its own, no other till, no figure",
        },
        { file: "test/integration/ledger/rights.thorough.test.ts", name: "sends for no other till" },
        {
          file: "test/integration/ledger/rights.thorough.test.ts",
          name: "keeps what was written, whoever wants to change it",
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
          name: "makes no large object: a disk is not filled beside the ledger's tables",
        },
        {
          file: "test/integration/ledger/limits.thorough.test.ts",
          name: "has its time, its idle transactions and its temporary files limited, an added till's and an older one's",
        },
        { file: "test/integration/ledger/limits.thorough.test.ts", name: "writes no row that is too large" },
        {
          file: "test/integration/ledger/limits.thorough.test.ts",
          name: "has the running and the next month made, and no other",
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
          name: "is open to the token from its own address, and to nothing else",
        },
        {
          file: "test/integration/ledger/office.thorough.test.ts",
          name: "reads as ledger_reader, in transactions that change nothing, whoever the user is",
        },
        {
          file: "test/integration/ledger/office.thorough.test.ts",
          name: "answers every question, or says what is wrong with it: no input stops the ledger",
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
          name: "%i keeps every row and figure, and gets the schema and rights of a new one",
        },
      ],
      residual: "Helpers make the rows.",
    },
  ],
};
