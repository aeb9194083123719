/** Resources and lists: sections 2.1 and 2.2. */

import type { Section } from "./section.ts";
import { apiSandbox, resources, sandboxResources } from "./tests.ts";

export const resourceSections: readonly Section[] = [
  {
    title: "2.1 POS (`posInput`)",
    intro: "",
    requirements: [
      {
        what: "`id`, `name`, `type`, `location`, `latitude`, `longitude`, `accuracy`",
        code: ["main/service/connection/registration.ts"],
        tests: [apiSandbox.resources, sandboxResources.posInput],
      },
    ],
  },
  {
    title: "2.2 Lists (`listResponse`)",
    intro: "",
    requirements: [
      {
        what: "`uris`, `next`",
        code: ["main/service/api/lists.ts"],
        tests: [resources.cursors, sandboxResources.pages],
      },
    ],
  },
];
