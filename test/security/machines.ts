import type { ControlGroup } from "./control.ts";

export const machines: ControlGroup = {
  title: "Registers and machines",
  intro: "",
  controls: [
    {
      id: "S64",
      against: "An attacker between register and till",
      by: "Plain HTTP on this machine only; TLS 1.2 or later in the network. The till's private key stays in the vault; settings show the certificate's fingerprint.",
      code: ["main/integration/registers/listening.ts", "main/integration/registers/certificate.ts"],
      tests: [
        {
          file: "test/integration/main/registers-listening.thorough.test.ts",
          name: "creates one, which a register accepts, compares with the settings and trusts from then on",
        },
        {
          file: "test/unit/main/integration/registers/certificate.test.ts",
          name: "a server of registers refuses plain HTTP from the network",
        },
      ],
      residual: "The register's operator must compare the fingerprint.",
    },
    {
      id: "S65",
      against: "Registers exceeding their rights",
      by: "A key with named rights, shown once and stored as a digest. Revocation applies to the next request.",
      code: ["main/integration/registers/"],
      tests: [
        {
          file: "test/integration/main/registers.test.ts",
          name: "needs a known key, and the right to the request",
        },
        { file: "test/integration/main/registers.test.ts", name: "rejects requests from pages of other sites" },
        {
          file: "test/integration/main/registers-owner.thorough.test.ts",
          name: "move no money once they are revoked, even when a request's body was being sent",
        },
        {
          file: "test/unit/main/configuration/settings/registers.test.ts",
          name: "store only the digest of their keys",
        },
      ],
      residual: "A copied key works until it is revoked.",
    },
    {
      id: "S66",
      against: "Unattended refunds by registers or files",
      by: "A register's refund above its limit, and each refund from a file, waits for a person's approval.",
      code: ["main/integration/registers/"],
      tests: [
        {
          file: "test/integration/main/registers.test.ts",
          name: "waits for a user at the till, who approves it once",
        },
        {
          file: "test/integration/main/registers-folder.thorough.test.ts",
          name: "is processed once by name, also after a restart, and its refund waits for a user",
        },
      ],
      residual: "Refunds within a register's limit need no person.",
    },
    {
      id: "S67",
      against: "Links and FIFOs in the folder of registers",
      by: "Files are opened without following links and without blocking, bounded in size, off the main thread. Linked `in` or `out` folders are not used.",
      code: ["main/integration/registers/folder.ts", "main/lib/plain-file.ts"],
      tests: [
        {
          file: "test/integration/main/registers-folder.thorough.test.ts",
          name: "does not block the till with a FIFO: its window and registers get responses",
        },
        {
          file: "test/integration/main/registers-folder.thorough.test.ts",
          name: "does not follow a link next to a response",
        },
        {
          file: "test/integration/main/registers-folder.thorough.test.ts",
          name: "is not used while %s leads elsewhere, and nothing is accepted",
        },
      ],
      residual: "A user who can replace `in` and `out` can do so between two checks.",
    },
    {
      id: "S68",
      against: "Other files that users can write",
      by: "One helper opens such files; a lint rule names the files of the till and the ledger that may open others.",
      code: ["main/lib/plain-file.ts", "biome.json"],
      tests: [
        { file: "test/unit/main/lib/plain-file.test.ts", name: "is refused immediately when it is %s, with its name" },
        { file: "test/unit/main/lib/plain-file.test.ts", name: "is read up to its limit" },
        {
          file: "test/unit/scripts/lint.test.ts",
          name: "is an error in main and the ledger, in any form of import",
        },
      ],
      residual: "The check reads imports. Not checked: what named files pass on, packages, child processes.",
    },
    {
      id: "S69",
      against: "Webhooks leaking or redirected",
      by: "Messages are signed; redirects are not followed; secrets are shown once and stored in the vault.",
      code: ["main/integration/"],
      tests: [
        {
          file: "test/integration/main/webhooks.thorough.test.ts",
          name: "follows no redirect, and is retried after its requested delay",
        },
        {
          file: "test/integration/main/webhooks.thorough.test.ts",
          name: "store their secrets in the vault only",
        },
        {
          file: "test/integration/main/webhooks.thorough.test.ts",
          name: "receives every payment in messages that the scheme's own library verifies",
        },
      ],
      residual: "The receiver must verify the signature.",
    },
    {
      id: "S70",
      against: "A lying or replaced HTTP machine",
      by: "Local address only, no redirects, 16 KiB and 5 s per answer, an unreadable report moves no money and takes its slots off sale. The till captures at most what was ordered and approved.",
      code: ["main/peripherals/dispenser/http.ts"],
      tests: [
        {
          file: "test/unit/main/peripherals/dispenser/http.test.ts",
          name: "is classified by status, also when the body is too long or aborted",
        },
        {
          file: "test/integration/main/vending-contradictions.thorough.test.ts",
          name: "%s is listed with its field, also after a restart, until a readable one applies",
        },
      ],
      residual: "The machine's network is trusted: see docs/vending.md.",
    },
    {
      id: "S71",
      against: "A lying or flooding serial machine",
      by: "At most 95 bytes of a line are held. Only an answer with the expected number and checksum counts.",
      code: ["main/peripherals/dispenser/serial/"],
      tests: [
        {
          file: "test/unit/main/peripherals/dispenser/serial-line.test.ts",
          name: "is not found in noise without a valid checksum, and the buffer stays within the limit",
        },
        {
          file: "test/unit/main/peripherals/dispenser/serial-random.test.ts",
          name: "ends with the exact drop, or unknown by one item, and never drops twice",
        },
      ],
      residual: "A machine that lies consistently is believed, up to the approved amount.",
    },
  ],
};
