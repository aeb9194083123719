/** Endpoints: section 4. */

import type { Section } from "./section.ts";
import {
  accountSignIn,
  apiSandbox,
  authorizationCode,
  browserIdentity,
  keysRegistration,
  oauthAttachments,
  paymentRequest,
  payments,
  permissions,
  permissionsCallbacks,
  permissionsTokens,
  receiptsElectronic,
  resources,
  sandboxCredentials,
  sandboxPayments,
  sandboxPermissions,
  sandboxResources,
  shippingLabel,
} from "./tests.ts";

export const endpointSections: readonly Section[] = [
  {
    title: "4 Endpoints",
    intro: "",
    requirements: [
      {
        what: "GET `/merchant/`",
        code: ["main/service/api/merchant.ts", "main/configuration/setup/trials/credentials.ts"],
        tests: [resources.paths, apiSandbox.resources],
      },
      {
        what: "GET `/merchant/<id>/`",
        code: ["main/service/api/merchant.ts", "main/service/connection/module.ts"],
        tests: [resources.paths, apiSandbox.resources],
      },
      {
        what: "GET, POST `/pos/`",
        code: ["main/service/api/pos.ts", "main/service/connection/registration.ts"],
        tests: [resources.paths, apiSandbox.resources],
      },
      {
        what: "GET, PUT, DELETE `/pos/<id>/`",
        code: ["main/service/api/pos.ts", "main/configuration/setup/trials/registration.ts"],
        tests: [sandboxResources.pos, apiSandbox.resources],
      },
      {
        what: "GET, POST `/shortlink/`",
        code: ["main/service/api/shortlink.ts", "main/service/connection/registration.ts"],
        tests: [sandboxResources.shortlinks, apiSandbox.resources],
      },
      {
        what: "GET, PUT, DELETE `/shortlink/<id>/`",
        code: ["main/service/api/shortlink.ts", "main/payments/stickers/upkeep.ts"],
        tests: [sandboxResources.shortlinks, apiSandbox.resources],
      },
      {
        what: "GET `/shortlink/<id>/last_scan/` (G14)",
        code: ["main/service/api/shortlink.ts", "main/payments/outcomes/scan-poller.ts"],
        tests: [payments.lastScan],
      },
      {
        what: "GET, POST `/payment_request/`",
        code: ["main/service/api/payment-request.ts", "main/accounting/reconciliation/service-list.ts"],
        tests: [paymentRequest.created, paymentRequest.location, resources.paths],
      },
      {
        what: "GET `/payment_request/<tid>/` (G7)",
        code: ["main/service/api/payment-request.ts"],
        tests: [resources.paths],
      },
      {
        what: "PUT `/payment_request/<tid>/`: `CAPTURE` (G8)",
        code: ["main/service/api/payment-request.ts", "main/payments/bodies.ts"],
        tests: [payments.partialCapture, paymentRequest.changed],
      },
      {
        what: "PUT `/payment_request/<tid>/`: `RELEASE`",
        code: ["main/payments/bodies.ts"],
        tests: [payments.release],
      },
      { what: "PUT `/payment_request/<tid>/`: `ABORT`", code: ["main/payments/bodies.ts"], tests: [payments.abort] },
      { what: "PUT `/payment_request/<tid>/`: `REAUTH`", code: ["main/payments/bodies.ts"], tests: [payments.renewal] },
      {
        what: "PUT `/payment_request/<tid>/`: `REFUND`",
        code: ["main/payments/bodies.ts"],
        tests: [payments.partialRefund, sandboxCredentials.levels],
      },
      {
        what: "GET `/payment_request/<tid>/outcome/` (G7)",
        code: ["main/service/api/payment-request.ts", "main/payments/outcomes/poller.ts"],
        tests: [sandboxPayments.everyField, payments.saleByCode],
      },
      {
        what: "claim link, the `uri` of a created request (G5)",
        code: ["main/payments/queue/attempt.ts", "main/service/api/payment-request.ts"],
        tests: [payments.claimLink],
      },
      {
        what: "POST `/permission_request/`",
        code: ["main/service/api/permission-request.ts", "main/customers/sending.ts"],
        tests: [permissions.grant, permissions.lostAnswer],
      },
      {
        what: "GET `/permission_request/<rid>/` (G23)",
        code: ["main/service/api/permission-request.ts"],
        tests: [resources.paths],
      },
      {
        what: "GET `/permission_request/<rid>/outcome/`",
        code: ["main/service/api/permission-request.ts", "main/customers/poller.ts"],
        tests: [sandboxPermissions.results, permissionsCallbacks.refusesForeign],
      },
      {
        what: "POST to `attachment_uri` (G21)",
        code: ["main/service/api/attachments.ts", "main/peripherals/receipts/uploads.ts"],
        tests: [oauthAttachments.upload, receiptsElectronic.uploadsOnce],
      },
      {
        what: "GET `/oauth2/v1/userinfo`",
        code: ["main/service/api/oauth.ts", "main/customers/reader.ts"],
        tests: [sandboxPermissions.claims, permissions.grant],
      },
      {
        what: "GET `/oauth2/v1/scope/shipping_address`",
        code: ["main/service/api/oauth.ts", "main/customers/reader.ts", "main/peripherals/receipts/label.ts"],
        tests: [sandboxPermissions.claims, permissions.grant, shippingLabel.prints],
      },
      {
        what: "GET `/oauth2/v1/scope/personal_id/no/id`",
        code: ["main/service/api/oauth.ts", "main/customers/reader.ts"],
        tests: [sandboxPermissions.claims, permissions.age],
      },
      {
        what: "GET `/oauth2/v1/scope/personal_id/no/bankid`",
        code: ["main/service/api/oauth.ts", "main/customers/reader.ts"],
        tests: [sandboxPermissions.claims, oauthAttachments.bankId],
      },
      {
        what: "POST `/oauth2/v1/token/`: refreshing (G25)",
        code: ["main/service/api/oauth.ts", "main/customers/reader.ts"],
        tests: [sandboxPermissions.refresh, permissionsTokens.refresh],
      },
      {
        what: "the authorization-code grant (1)",
        code: ["main/customers/browser/identity.ts", "sandbox/http/authorization-server.ts"],
        tests: [browserIdentity.signsIn, authorizationCode.standardClient],
      },
      {
        what: "registration of applications (1)",
        code: [
          "main/service/api/application.ts",
          "main/customers/browser/application.ts",
          "sandbox/http/application.ts",
        ],
        tests: [accountSignIn.switchesOff, authorizationCode.registration],
      },
      {
        what: "GET, POST `/user/`, GET, PUT, DELETE `/user/<id>/` (G22)",
        code: ["main/service/api/user.ts", "main/configuration/keys/register.ts"],
        tests: [sandboxResources.users, keysRegistration.replacesKey, keysRegistration.keepsUser],
      },
      {
        what: "GET `/status_code/`, `/status_code/<code>/` (G10)",
        code: ["main/service/api/status-code.ts", "main/payments/status-names.ts"],
        tests: [sandboxResources.statusCodes, resources.paths],
      },
      {
        what: "methods that a resource does not have: 405 (rule 5)",
        code: ["sandbox/http/endpoint.ts"],
        tests: [sandboxResources.methods],
      },
      {
        what: "addresses end in a slash (rule 1)",
        code: ["main/service/api/paths.ts"],
        tests: [sandboxResources.slashes, resources.paths],
      },
      {
        what: "`Location`, full (rule 3)",
        code: ["main/service/api/payment-request.ts"],
        tests: [paymentRequest.location],
      },
      {
        what: "the same create again (rule 4)",
        code: ["main/payments/queue/attempt.ts"],
        tests: [sandboxResources.repeatedCreate],
      },
    ],
  },
];
