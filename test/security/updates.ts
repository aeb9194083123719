import type { ControlGroup } from "./control.ts";

export const updates: ControlGroup = {
  title: "Updates",
  intro: "docs/operating.md explains updates.",
  controls: [
    {
      id: "S112",
      against: "A forged update",
      by: "Ed25519 release signature over version, database version and SHA-512 of each file, checked before the download.",
      code: ["main/operations/updates/offer.ts"],
      tests: [
        {
          file: "test/unit/main/operations/updates/policy.test.ts",
          name: "when it is unsigned, signed with another key, or differs from the signed one",
        },
        {
          file: "test/integration/main/updates.thorough.test.ts",
          name: "is refused with an alarm when the feed forges it, and the alarm ends with a correct feed",
        },
        {
          file: "test/unit/scripts/release.thorough.test.ts",
          name: "names its database version, and has a signature that a till accepts",
        },
      ],
      residual: "The release key's holder can make an update.",
    },
    {
      id: "S113",
      against: "An older version, or one for an older database",
      by: "Refused, whatever the feed offers.",
      code: ["main/operations/updates/offer.ts"],
      tests: [
        { file: "test/unit/main/operations/updates/policy.test.ts", name: "when it is not newer" },
        {
          file: "test/unit/main/operations/updates/policy.test.ts",
          name: "when it is for an older database, or does not name one",
        },
      ],
      residual: "The feed's server can withhold updates; a feed that keeps an old release is not noticed.",
    },
    {
      id: "S114",
      against: "A feed that changes its answer, or a changed file",
      by: "Check, download and comparison are one step; the file is compared again after the till stops, before it is installed.",
      code: ["main/operations/updates/feed.ts", "main/operations/updates/file.ts"],
      tests: [
        {
          file: "test/integration/main/updates.thorough.test.ts",
          name: "is never a different one, however often the feed changes and whatever is pressed meanwhile",
        },
        {
          file: "test/integration/main/updates.thorough.test.ts",
          name: "that was changed after its download is refused with an alarm, and not used again",
        },
        {
          file: "test/integration/main/updates.thorough.test.ts",
          name: "does not run when it was changed after the stop of the till was requested",
        },
      ],
      residual:
        "On Windows and macOS the till's account can change the file after the last check. No installed till has been updated yet.",
    },
  ],
};
