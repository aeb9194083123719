/** Authentication: section 5. */

import type { Section } from "./section.ts";
import {
  apiSandbox,
  authorizationCode,
  client,
  permissions,
  sandboxCredentials,
  sandboxPermissions,
  sandboxResources,
  signing,
  verifyCallback,
} from "./tests.ts";

export const authenticationSections: readonly Section[] = [
  {
    title: "5 Authentication",
    intro: "",
    requirements: [
      {
        what: "`X-Svc-Merchant`, `X-Svc-User`",
        code: ["main/service/api/authentication.ts"],
        tests: [client.signedRequest],
      },
      {
        what: "`X-Svc-Integrator`",
        code: ["main/service/api/authentication.ts"],
        tests: [client.integrator, apiSandbox.schemes],
      },
      {
        what: "`X-Testbed-Token`",
        code: ["main/service/api/authentication.ts"],
        tests: [apiSandbox.schemes, sandboxCredentials.testbedToken],
      },
      {
        what: "`Authorization: SECRET`",
        code: ["main/service/api/authentication.ts"],
        tests: [client.secretScheme, sandboxCredentials.levels],
      },
      {
        what: "`Authorization: RSA-SHA256`",
        code: ["main/service/api/signing.ts"],
        tests: [signing.vectors, signing.secondImplementation],
      },
      {
        what: "`X-Svc-Timestamp`",
        code: ["main/service/api/signing.ts", "main/service/api/skew.ts"],
        tests: [client.signedRequest, client.clockSkew],
      },
      {
        what: "`X-Svc-Content-Digest`",
        code: ["main/service/api/signing.ts"],
        tests: [client.signedRequest, client.noBody],
      },
      {
        what: "the string to sign",
        code: ["main/service/api/signing.ts"],
        tests: [signing.secondImplementation, signing.url],
      },
      {
        what: "levels OPEN, SECRET, KEY (5.1)",
        code: ["sandbox/http/endpoint.ts", "main/configuration/refund-key/holder.ts"],
        tests: [sandboxCredentials.levels, sandboxResources.statusCodes],
      },
      {
        what: "signatures of the service (5.5)",
        code: ["main/service/api/verify-callback.ts"],
        tests: [verifyCallback.accepts],
      },
      {
        what: "access tokens as customers (5.6)",
        code: ["main/customers/commands.ts"],
        tests: [sandboxPermissions.tokenAsCustomer, permissions.tokenAlone],
      },
      {
        what: "clients of the standard flow (5.6)",
        code: ["sandbox/http/authorization-server.ts"],
        tests: [authorizationCode.standardClient],
      },
    ],
  },
];
