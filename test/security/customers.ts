import type { ControlGroup } from "./control.ts";

export const customers: ControlGroup = {
  title: "Customers' data",
  intro: "",
  controls: [
    {
      id: "S78",
      against: "Shared data kept too long",
      by: "Each record has its own vault key. Destroying the key erases the record in the database and its backups: with the sale, within an hour, or after the preset's days (30 at most).",
      code: ["main/customers/records.ts", "main/customers/erasure.ts", "main/customers/claims.ts"],
      tests: [
        {
          file: "test/integration/main/permissions-privacy.thorough.test.ts",
          name: "is erased at its deadline, also while the till was off, and an earlier backup does not open it",
        },
        {
          file: "test/integration/main/permissions-privacy.thorough.test.ts",
          name: "ends with the sale: the first sale after the grant can use it, the next cannot",
        },
        {
          file: "test/integration/main/permissions-erasure.thorough.test.ts",
          name: "is erased after the process died between the vault and the database",
        },
      ],
      residual: "A copy of the open vault from before the erasure still opens the record.",
    },
    {
      id: "S79",
      against: "Stored national ids",
      by: "A national id is read in memory and not stored. Windows, journal and log get masked values.",
      code: ["main/customers/claims.ts"],
      tests: [
        {
          file: "test/integration/main/permissions-privacy.thorough.test.ts",
          name: "is in no database, backup, journal, log, event or export",
        },
        {
          file: "test/integration/main/permissions-secrecy.thorough.test.ts",
          name: "stores customer data only sealed, and national ids nowhere",
        },
      ],
      residual: "The value stays in memory until collected.",
    },
    {
      id: "S80",
      against: "Addresses on shipping labels",
      by: "A label goes from memory to the printer; no queue stores it.",
      code: ["main/peripherals/receipts/label.ts"],
      tests: [
        {
          file: "test/integration/main/shipping-label.thorough.test.ts",
          name: "prints with sender, recipient and reference, and is stored nowhere",
        },
        {
          file: "test/integration/main/shipping-label.thorough.test.ts",
          name: "is not printed by an empty or offline printer, reports it, and leaves no waiting job",
        },
        {
          file: "test/integration/main/printer-places.thorough.test.ts",
          name: "prints no customer address, because the system would store it on disk",
        },
      ],
      residual: "The printed label itself.",
    },
    {
      id: "S81",
      against: "A mail server or an attacker before it",
      by: "TLS 1.2 or later with a verified certificate; plain only on this machine. No password or address is sent before that.",
      code: ["main/peripherals/mail/smtp.ts"],
      tests: [
        {
          file: "test/unit/main/peripherals/mail/smtp.test.ts",
          name: "mail is not sent over %s without a valid certificate, and neither is the password",
        },
        {
          file: "test/unit/main/peripherals/mail/smtp.test.ts",
          name: "mail is not sent in clear text when encryption is required but not offered",
        },
        {
          file: "test/integration/main/mail-settings.thorough.test.ts",
          name: "allow an unencrypted connection to this machine only",
        },
      ],
      residual: "The mail server reads the receipt.",
    },
    {
      id: "S82",
      against: "Mail addresses kept or repeated",
      by: "One recipient, no attachments. Server replies are stored as a code. The address is sealed until the receipt is sent, given up, or the customer is forgotten.",
      code: ["main/peripherals/mail/smtp.ts", "main/customers/mails.ts"],
      tests: [
        {
          file: "test/unit/main/peripherals/mail/smtp.test.ts",
          name: "mail is one message to one recipient, for any characters in the names",
        },
        {
          file: "test/integration/main/receipt-mail.thorough.test.ts",
          name: "is not sent once its customer is forgotten, and the address can no longer be decrypted",
        },
        {
          file: "test/integration/main/receipt-mail.thorough.test.ts",
          name: "is sent once the sale is paid and the address granted, and stores no address",
        },
      ],
      residual: "The mail server keeps what it keeps.",
    },
    {
      id: "S83",
      against: "Secrets in a support bundle",
      by: "One redactor removes the vault's values in every written form, then what looks like a secret, PIN, number, address or home folder. A bundle with a vault value is not written.",
      code: ["main/operations/health/redact.ts"],
      tests: [
        {
          file: "test/integration/main/diagnostics.thorough.test.ts",
          name: "contains no secret, phone number or name, wherever one was planted",
        },
        {
          file: "test/unit/main/operations/health/redact.test.ts",
          name: "removes planted secrets anywhere in any JSON, and returns JSON",
        },
        {
          file: "test/integration/main/diagnostics.thorough.test.ts",
          name: "is available only to its creator, who gets no other file",
        },
      ],
      residual: "Amounts, references, staff names in the journal and free text stay in the bundle.",
    },
  ],
};
