/** Scans, callback messages and events: sections 2.5, 2.6 and 6. */

import type { Section } from "./section.ts";
import {
  callbackMessage,
  payments,
  permissions,
  permissionsCallbacks,
  receiver,
  sandboxCallbacks,
  sandboxResources,
  tls,
  verifyCallback,
} from "./tests.ts";

export const callbackSections: readonly Section[] = [
  {
    title: "2.5 Scans (`scan`, `scanReply`)",
    intro: "",
    requirements: [
      {
        what: "`id`",
        code: ["main/payments/outcomes/intake.ts"],
        tests: [callbackMessage.scan, sandboxResources.scanTokens],
      },
      {
        what: "`argstring`",
        code: ["main/payments/outcomes/intake.ts", "main/payments/outcomes/scan-poller.ts"],
        tests: [sandboxCallbacks.scanReply, payments.saleByCode],
      },
      {
        what: "answer: `text`",
        code: ["main/service/callbacks/receiver.ts"],
        tests: [sandboxCallbacks.scanReply, receiver.repliesToScan],
      },
      {
        what: "answer: `uri`",
        code: ["sandbox/flows/scanning.ts"],
        tests: [sandboxCallbacks.scanReply],
        note: "Deprecated (section 9) and not sent; the sandbox passes it on.",
      },
      {
        what: "answer: `next`",
        code: ["sandbox/flows/scanning.ts"],
        tests: [sandboxCallbacks.scanReply],
        note: "Not sent; the sandbox passes it on.",
      },
    ],
  },
  {
    title: "2.6 Callback message (`callbackMessage`)",
    intro: "",
    requirements: [
      {
        what: "`meta`, `meta.id`",
        code: ["main/service/api/callback-message.ts"],
        tests: [callbackMessage.payment, callbackMessage.metaAlone],
      },
      {
        what: "`meta.event`",
        code: ["main/service/api/callback-message.ts"],
        tests: [callbackMessage.payment, callbackMessage.permission],
      },
      {
        what: "`meta.uri`",
        code: ["main/service/api/callback-message.ts"],
        tests: [callbackMessage.metaAlone, callbackMessage.trustedHosts],
      },
      {
        what: "`object`",
        code: ["main/service/api/callback-message.ts", "main/payments/outcomes/intake.ts"],
        tests: [sandboxCallbacks.withObject, sandboxCallbacks.metaAlone],
      },
    ],
  },
  {
    title: "6 Events",
    intro: "",
    requirements: [
      {
        what: "`payment_authorized`, `payment_captured`, `payment_auth_released`",
        code: ["contract/wire/wire.ts", "main/service/api/callback-message.ts", "main/payments/outcomes/intake.ts"],
        tests: [sandboxCallbacks.transitions, callbackMessage.payment],
      },
      {
        what: "`payment_aborted_by_customer`, `payment_aborted_by_merchant`",
        code: ["contract/wire/wire.ts", "main/service/api/callback-message.ts", "main/payments/outcomes/intake.ts"],
        tests: [sandboxCallbacks.endings, callbackMessage.payment],
      },
      {
        what: "`payment_authorization_renewed`",
        code: ["contract/wire/wire.ts", "main/service/api/callback-message.ts", "main/payments/outcomes/intake.ts"],
        tests: [sandboxCallbacks.transitions, callbackMessage.payment],
      },
      {
        what: "`payment_authorization_expired`, `payment_request_expired`",
        code: ["contract/wire/wire.ts", "main/service/api/callback-message.ts", "main/payments/outcomes/intake.ts"],
        tests: [sandboxCallbacks.endings, callbackMessage.payment],
      },
      {
        what: "`permission_request_answered`",
        code: ["contract/wire/wire.ts", "main/service/api/callback-message.ts", "main/customers/permissions.ts"],
        tests: [callbackMessage.permission, permissionsCallbacks.appliesOnce],
      },
      {
        what: "`permission_request_expired`",
        code: ["contract/wire/wire.ts", "main/service/api/callback-message.ts", "main/customers/permissions.ts"],
        tests: [callbackMessage.permission, permissions.expiry],
      },
      {
        what: "`shortlink_scanned`",
        code: ["contract/wire/wire.ts", "main/service/api/callback-message.ts", "main/payments/outcomes/intake.ts"],
        tests: [callbackMessage.scan, sandboxCallbacks.scanReply],
      },
      {
        what: "http: `meta` alone (rule 5)",
        code: ["main/payments/outcomes/intake.ts"],
        tests: [sandboxCallbacks.metaAlone, callbackMessage.metaAlone],
      },
      {
        what: "https: `meta` and `object` (rule 4)",
        code: ["main/payments/outcomes/intake.ts"],
        tests: [sandboxCallbacks.withObject, tls.badCertificates],
      },
      {
        what: "where a message comes from (rule 7)",
        code: ["main/service/api/verify-callback.ts", "main/service/api/callback-message.ts"],
        tests: [verifyCallback.accepts, callbackMessage.trustedHosts],
      },
    ],
  },
];
