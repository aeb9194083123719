import type { ControlGroup } from "./control.ts";

export const service: ControlGroup = {
  title: "Service and callbacks",
  intro: "",
  controls: [
    {
      id: "S21",
      against: "Forged, changed or replayed callbacks",
      by: "128-bit secret path, RSA signature of 2048 bits or more over the registered address, digest, five-minute window.",
      code: ["main/service/api/verify-callback.ts", "main/service/callbacks/receiver.ts"],
      tests: [
        { file: "test/unit/main/service/api/verify-callback.test.ts", name: "with any one byte of the body changed" },
        {
          file: "test/unit/main/service/api/verify-callback.test.ts",
          name: "up to five minutes early or late, and not a second more",
        },
        {
          file: "test/faults/callbacks.test.ts",
          name: "change nothing when replayed at once, after minutes, after a restart or after a year",
        },
        {
          file: "test/faults/callbacks.test.ts",
          name: "are acknowledged and add at most one row, a thousand duplicates at once",
        },
      ],
      residual: "A callback with the service's valid signature is believed.",
    },
    {
      id: "S22",
      against: "Callbacks without full proof",
      by: "The till treats the callback as a hint and polls the service.",
      code: ["main/service/callbacks/receiver.ts"],
      tests: [
        { file: "test/unit/main/service/api/verify-callback.test.ts", name: "with %s: %s" },
        {
          file: "test/integration/main/callbacks-unproven.test.ts",
          name: "polls for the scanner when the service identifies the scanner",
        },
      ],
      residual: "Unproven callbacks can cause extra polls.",
    },
    {
      id: "S23",
      against: "Exhausting the callback receiver",
      by: "Limits on body, headers and time; 512 connections, 64 deliveries at work, 256 queued, then 503. A cut delivery makes the till poll for a minute; Health reports it.",
      code: ["main/service/callbacks/receiver.ts", "main/service/callbacks/connection-limits.ts"],
      tests: [
        {
          file: "test/unit/main/service/callbacks/receiver-limits.test.ts",
          name: "on connections: the oldest silent connection is dropped, and a delivery is never refused",
        },
        {
          file: "test/unit/main/service/callbacks/receiver-limits.test.ts",
          name: "on the queue: a delivery beyond it gets a 503 with Retry-After, and counts as cut",
        },
      ],
      residual: "A flood delays callbacks; polling still settles payments.",
    },
    {
      id: "S24",
      against: "Addresses inside messages (SSRF)",
      by: "Message addresses are not fetched. The till polls its own service with the ids it knows.",
      code: ["main/service/api/callback-message.ts"],
      tests: [
        {
          file: "test/unit/main/service/api/callback-message.test.ts",
          name: "without an object have nothing to apply, and the id from the address",
        },
        {
          file: "test/unit/main/service/api/callback-message.test.ts",
          name: "may never be fetched when no host is trusted; an IP address has no subdomains",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S25",
      against: "An attacker between till and service",
      by: "HTTPS with verified certificates; plain HTTP to this machine only; no redirects, no proxy, no retry below the queue; responses are cut at 256 KiB.",
      code: ["main/service/api/transport.ts", "main/service/api/connections.ts"],
      tests: [
        {
          file: "test/unit/main/service/api/tls.test.ts",
          name: "without a CA, or of another CA, host or time are refused, and nothing is sent",
        },
        { file: "test/unit/main/service/api/client-errors.test.ts", name: "%d is an error and is not followed" },
        {
          file: "test/unit/main/service/api/client-errors.test.ts",
          name: "cut a response over 256 KiB, with and without a length",
        },
      ],
      residual: "A CA that the machine trusts can impersonate the service; certificates are not pinned.",
    },
    {
      id: "S26",
      against: "TLS checks switched off by the environment",
      by: "The TLS options of one factory verify every connection. A lint rule requires a reason at each use of a network module, an unlisted package or a computed import.",
      code: ["main/service/api/connections.ts", "contract/values/secure-tls.ts", "scripts/lint/connections.grit"],
      tests: [
        { file: "test/integration/main/outgoing-tls.test.ts", name: "accepts no self-signed certificate" },
        { file: "test/unit/main/service/api/tls.test.ts", name: "are still verified" },
        { file: "test/unit/scripts/lint.test.ts", name: "are found in %s" },
        {
          file: "test/unit/scripts/lint.test.ts",
          name: "are allowed by an exception with its reason, one use at a time",
        },
      ],
      residual:
        "electron-updater uses Chromium's own connections. Not checked: what these files pass on, packages listed as local, child processes, escaped names, code in strings.",
    },
    {
      id: "S27",
      against: "One wrong `Date` header moving the clock",
      by: "A correction of more than an hour needs three consecutive responses that agree.",
      code: ["main/service/api/skew.ts"],
      tests: [
        {
          file: "test/unit/main/service/api/service-clock.test.ts",
          name: "ignores one response from 1970",
        },
        {
          file: "test/unit/main/service/api/service-clock.test.ts",
          name: "moves by up to an hour with the first response, and by more with the third consistent one in a row",
        },
        {
          file: "test/unit/main/service/api/service-clock.test.ts",
          name: "does not drift in steps of less than an hour",
        },
      ],
      residual: "A service that sends a wrong time consistently is believed.",
    },
    {
      id: "S28",
      against: "Contradictory `Location` headers",
      by: "The till does not accept a `Location` that contradicts the body's id, or a second one: it looks the request up.",
      code: ["main/service/api/decode.ts"],
      tests: [
        {
          file: "test/integration/main/creation-locations.test.ts",
          name: "is looked up and requested once when the response %s",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S29",
      against: "Credentials or queries in the service's address",
      by: "Settings refuse credentials, query and fragment, with the reason.",
      code: ["contract/calls/addresses.ts"],
      tests: [
        {
          file: "test/unit/contract/calls/addresses.test.ts",
          name: "is refused with the reason, naming the field: %s",
        },
        {
          file: "test/unit/main/service/callbacks/receiver.test.ts",
          name: "registers and verifies the normal form of %s",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S30",
      against: "A forged or foreign id_token",
      by: "RS256 with the service's key of 2048 bits or more; issuer, audience, `azp`, `exp`, `nonce`; `iat` within a day back and ten minutes ahead.",
      code: ["main/service/api/id-token.ts"],
      tests: [
        { file: "test/unit/main/service/api/id-token.test.ts", name: "a token that is %s proves nothing" },
        {
          file: "test/unit/main/service/api/id-token.test.ts",
          name: "only the service's own key is accepted, by RS256, whatever key and algorithm the token names",
        },
        {
          file: "test/unit/main/service/api/id-token.test.ts",
          name: "a request's own nonce must be returned exactly",
        },
      ],
      residual: "A key under 2048 bits proves no identity; the till then asks for a PIN.",
    },
    {
      id: "S31",
      against: "Secrets in logs, errors and the database",
      by: "Secrets stay in the vault and in memory. Error excerpts are redacted.",
      code: ["main/service/redaction.ts", "main/service/api/redaction.ts", "main/lib/secret.ts", "main/lib/log.ts"],
      tests: [
        {
          file: "test/integration/main/process.thorough.test.ts",
          name: "writes no key, secret, PIN, token or full customer identifier to its log or its files",
        },
        {
          file: "test/unit/main/service/api/errors.test.ts",
          name: "contains no secret that was sent, and nothing similar",
        },
      ],
      residual: "V8 strings cannot be wiped: a core dump or swap can hold a secret.",
    },
  ],
};
