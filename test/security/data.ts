import type { ControlGroup } from "./control.ts";

export const data: ControlGroup = {
  title: "Money and data at rest",
  intro: "docs/security.md explains the vault, PINs and the refund key. docs/operating.md explains backups.",
  controls: [
    {
      id: "S32",
      against: "Reading keys from the disk",
      by: "AES-256-GCM under a key of the system's keychain, a passphrase (scrypt), or a machine key with the machine's id. Files are readable by the owner only.",
      code: ["main/storage/vault/desktop-vault.ts", "main/storage/vault/file-vault.ts"],
      tests: [
        {
          file: "test/unit/main/storage/vault/desktop-vault.test.ts",
          name: "writes no plain text, is readable by its owner only, and names its keychain",
        },
        {
          file: "test/unit/main/storage/vault/file-vault.test.ts",
          name: "does not open when the folder was copied to another machine",
        },
        { file: "test/unit/main/storage/vault/file-vault.test.ts", name: "detects a changed byte" },
      ],
      residual:
        "Without keychain or passphrase, a local user who reads the folder and the machine's id opens the vault.",
    },
    {
      id: "S33",
      against: "Other users of the machine reading the till's files",
      by: "The data folder's files are readable by the till's user only.",
      code: ["main/storage/", "main/app/"],
      tests: [
        {
          file: "test/integration/main/process.thorough.test.ts",
          name: "keeps its files private from other users of the machine",
        },
      ],
      residual: "An administrator reads all files.",
    },
    {
      id: "S34",
      against: "A desktop without a keyring",
      by: "No key is stored before the owner accepts the risk (journaled) or sets a passphrase. Chromium's built-in password is not used.",
      code: ["main/storage/vault/weak-vault.ts", "main/storage/vault/keychain.ts"],
      tests: [
        {
          file: "test/unit/main/storage/vault/desktop-vault.test.ts",
          name: "(%s) stores no key or secret before the owner has accepted it",
        },
        {
          file: "test/unit/main/configuration/keys/vault-commands.test.ts",
          name: "is recorded with user, time and sentence, in the journal too",
        },
      ],
      residual: "After consent the vault is as weak as a machine key.",
    },
    {
      id: "S35",
      against: "Keys leaking through prints, logs or errors",
      by: "Keys are `KeyObject`s and secrets are closures; printing the vault, client or errors shows neither.",
      code: ["main/configuration/keys/rotating-credentials.ts", "main/lib/secret.ts"],
      tests: [
        {
          file: "test/unit/main/storage/vault/vault-memory.test.ts",
          name: "hides its values when it, its keys, its client or one of their errors is printed",
        },
        {
          file: "test/integration/main/keys-secrecy.thorough.test.ts",
          name: "writes or returns no key, secret, token or PIN through provisioning, rotation, refunds and restarts",
        },
      ],
      residual: "A debugger or memory dump of the process shows keys.",
    },
    {
      id: "S36",
      against: "A retired key staying in use",
      by: "The owner rotates with an overlap that ends by the service's confirmed time after the service accepts the new key. A crash leaves one whole key; an old provisioning file restores nothing.",
      code: ["main/configuration/keys/commit.ts", "main/configuration/keys/rotation.ts"],
      tests: [
        {
          file: "test/unit/main/configuration/keys/rotation.test.ts",
          name: "is completed by the next start when the vault was written but not the journal (from %s)",
        },
        {
          file: "test/unit/main/configuration/keys/rotation.test.ts",
          name: "ends automatically after its time, and its key is removed from the vault",
        },
        {
          file: "test/unit/main/configuration/keys/rotation.test.ts",
          name: "does not restore a replaced key from the old file",
        },
        {
          file: "test/unit/main/configuration/keys/rotation.test.ts",
          name: "starts when the service's time is known, after activation with a clock five days %s",
        },
        {
          file: "test/integration/main/keys.thorough.test.ts",
          name: "keeps the previous key when this machine's clock is 15 days ahead and the service accepts the new %s",
        },
        { file: "test/integration/main/keys.thorough.test.ts", name: "during sales loses nothing" },
      ],
      residual: "The old key works at the service until the service removes it; the till tries and reports it.",
    },
    {
      id: "S37",
      against: "Refunds from an open session or a copied secret",
      by: "The refund key is sealed a second time. A PIN with the refund right unlocks it for one refund, in memory, until that refund settles. One id is refunded once.",
      code: ["main/configuration/refund-key/refund-key.ts", "main/configuration/refund-key/holder.ts"],
      tests: [
        {
          file: "test/integration/main/refund-key.thorough.test.ts",
          name: "refunds nothing without a refund key, and with one only by PIN, even for a signed-in manager",
        },
        {
          file: "test/integration/main/keys.thorough.test.ts",
          name: "refunds once, however often a key is refused during the rotation",
        },
        {
          file: "test/unit/main/configuration/refund-key/sealing.test.ts",
          name: "is opened only by its PIN with the vault's pepper",
        },
      ],
      residual: "With database and open vault, six digits take about three days to search on one machine.",
    },
    {
      id: "S38",
      against: "Refunds above the owner's limit",
      by: "A limit per role covers all refunds of one payment, signed in or approving. Each approval is journaled with its outcome.",
      code: ["main/payments/commands.ts", "contract/people/staff.ts", "main/people/approval.ts"],
      tests: [
        { file: "test/integration/main/people.thorough.test.ts", name: "applies to the sum of a payment's refunds" },
        {
          file: "test/integration/main/people.thorough.test.ts",
          name: "of a manager cannot be bypassed by their own PIN or by a second manager's",
        },
      ],
      residual: "The owner has no limit.",
    },
    {
      id: "S39",
      against: "Changed history",
      by: "A hash chain over the journal; its signed head is stored outside the database. Without the vault's key a used journal does not start before a person accepts it.",
      code: ["main/storage/journal/chain.ts", "main/storage/journal/head.ts"],
      tests: [
        { file: "test/unit/main/storage/journal/journal.test.ts", name: "detects two swapped rows" },
        {
          file: "test/unit/main/storage/journal/head.test.ts",
          name: "reveals an entry that was changed after it was signed",
        },
        {
          file: "test/unit/main/operations/maintenance/keyless.test.ts",
          name: "(%s) blocks the till until an operator accepts it",
        },
        {
          file: "test/unit/main/operations/maintenance/verify.test.ts",
          name: "reports a truncated tail, although the chain is valid",
        },
      ],
      residual: "An attacker with the open vault can sign a changed journal; a chain's ledger shows it.",
    },
    {
      id: "S40",
      against: "Customers' tokens in waiting requests",
      by: "A waiting request's token is sealed (AES-256-GCM) under a vault key.",
      code: ["main/payments/queue/bodies-at-rest.ts"],
      tests: [
        {
          file: "test/integration/main/tokens-at-rest.test.ts",
          name: "stores a customer's %s sealed while it waits, over a restart, and sends it unchanged",
        },
      ],
      residual:
        "Requests of an earlier version stay unsealed until settled. A backup restored without the vault cannot send the request.",
    },
    {
      id: "S41",
      against: "A changed or foreign backup",
      by: "HMAC-SHA-256 under a vault key over the database, till, kind and time; restore checks it before it trusts the file.",
      code: ["main/storage/backups/authenticity.ts", "main/operations/maintenance/restore.ts"],
      tests: [
        {
          file: "test/unit/main/operations/maintenance/restore-authenticity.test.ts",
          name: "is not authenticated by the MAC of another backup or till",
        },
        {
          file: "test/unit/main/operations/maintenance/restore-authenticity.test.ts",
          name: "is not restored under the name of another time or kind",
        },
        {
          file: "test/unit/main/operations/maintenance/restore-authenticity.test.ts",
          name: "of changed pages is authenticated as a whole",
        },
      ],
      residual: "An older genuine backup can be restored. An attacker with the vault can make a MAC.",
    },
    {
      id: "S42",
      against: "Rights gained or money moved through an unauthenticated backup",
      by: "Such a file needs `--unauthenticated`. People, roles, keys and settings of the file are excluded, and the journal records it. The till sends, captures and releases nothing of it automatically.",
      code: ["main/operations/maintenance/rights.ts"],
      tests: [
        {
          file: "test/unit/main/operations/maintenance/restore-authenticity.test.ts",
          name: "grants no rights when the owner consents: users and settings stay those of this till",
        },
        {
          file: "test/unit/main/operations/maintenance/restore-authenticity.test.ts",
          name: "brings no users to a new machine: the owner chooses a new PIN there",
        },
        {
          file: "test/unit/main/operations/maintenance/restore-authenticity.test.ts",
          name: "moves no money: each unsent operation waits for an operator, and its vends are closed",
        },
        {
          file: "test/integration/main/restored-unauthenticated.test.ts",
          name: "captures no reservation that it calls a sale, and shows why it is still reserved",
        },
      ],
      residual: "The file's payments and products are taken as they are. The till's user can pass the option.",
    },
    {
      id: "S43",
      against: "Planted triggers, views or tables in a backup",
      by: "Restore compares the schema with the program's and refuses any difference.",
      code: ["main/storage/database/schema.ts", "main/operations/maintenance/restore.ts"],
      tests: [
        {
          file: "test/unit/main/operations/maintenance/restore-authenticity.test.ts",
          name: "is not found at any version that the till's own migrations produce, one at a time",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S44",
      against: "Money missing from Zs after a restore",
      by: "Payments that the service lists and the database lacks are adopted into the open period, marked as recovered.",
      code: ["main/accounting/reconciliation/recovery.ts"],
      tests: [
        {
          file: "test/integration/main/recovered-payments.test.ts",
          name: "is adopted into the open period once, marked as recovered, under its own number, and can be refunded",
        },
        {
          file: "test/integration/main/recovered-payments.test.ts",
          name: "equals the service's ledger, whatever was sold, refunded and closed around the backup (seed %i)",
        },
        {
          file: "test/integration/main/reports-after-restore.test.ts",
          name: "is closed after all comparisons, under an unused number, with what the backup lacks",
        },
      ],
      residual:
        "The next Z counts again what the Zs counted that were made after the backup: add up only the Zs that the till lists. The products of a recovered sale are unknown. The service must list its payments.",
    },
    {
      id: "S45",
      against: "An upgrade changing money",
      by: "Every released schema is upgraded in tests; journal, Zs, bookings and signatures stay equal. Foreign keys are checked inside the transaction.",
      code: ["main/storage/database/migrations.ts", "main/storage/database/upgrade.ts"],
      tests: [
        {
          file: "test/unit/main/storage/database/upgrades.test.ts",
          name: "%i keeps every row and total, and has the schema of a new file",
        },
        { file: "test/unit/main/storage/database/upgrades.test.ts", name: "have rows for every migration" },
      ],
      residual: "Helpers make the rows; only schema 22 is a real program's folder.",
    },
    {
      id: "S46",
      against: "Duplicate requests after an upgrade",
      by: "A data folder of schema 22 with captured money starts and sends owed operations exactly once.",
      code: ["main/storage/database/migrations.ts"],
      tests: [
        {
          file: "test/integration/main/upgrade-schema-22.test.ts",
          name: "starts, sends its pending operations once, and has every row and total right",
        },
        {
          file: "test/integration/main/upgrade-schema-22.test.ts",
          name: "is restored from its backup into the folder of a new till",
        },
      ],
      residual: "Other schemas have no real folder.",
    },
    {
      id: "S47",
      against: "A payout file hiding money",
      by: "Each row with money counts under its own name, and all rows must equal the stated payout.",
      code: ["main/accounting/settlement/file.ts"],
      tests: [
        {
          file: "test/unit/main/accounting/settlement/other-movements.test.ts",
          name: "counts in the totals and keeps the action's name from the file",
        },
        {
          file: "test/unit/main/accounting/settlement/other-movements.test.ts",
          name: "equals captures − refunds − fees ± others for random files, and drops no row with an amount",
        },
        {
          file: "test/unit/main/accounting/settlement/unsigned-files.test.ts",
          name: "never makes a file match a payout",
        },
      ],
      residual: "The payout is not checked without payout rows, or when a row's sign is not certain.",
    },
    {
      id: "S48",
      against: "Keys left after a factory reset",
      by: "A factory reset overwrites and removes the vault's files and removes the till's data.",
      code: ["main/operations/maintenance/"],
      tests: [
        { file: "test/unit/main/operations/maintenance/reset.test.ts", name: "removes the till and nothing else" },
      ],
      residual: "Overwriting proves nothing on SSDs or copy-on-write file systems.",
    },
  ],
};
