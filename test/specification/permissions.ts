/** Permission requests, their outcomes and scopes: sections 2.4 and 4.1, decision G15. */

import type { Section } from "./section.ts";
import {
  idToken,
  oauthAttachments,
  permissions,
  permissionsCallbacks,
  permissionsFees,
  permissionsIdentity,
  permissionsPresets,
  permissionsPrivacy,
  permissionsTokens,
  receiptMail,
  sandboxPermissions,
  shippingLabel,
} from "./tests.ts";

export const permissionSections: readonly Section[] = [
  {
    title: "2.4 Permission request outcome (`permissionOutcome`)",
    intro: "The second `pos_id` of the specification is `pos_tid` (G17).",
    requirements: [
      {
        what: "`access_token`",
        code: ["main/customers/answer.ts", "main/customers/records.ts"],
        tests: [sandboxPermissions.results, permissions.tokenAlone, permissionsPrivacy.keepsNoClaim],
      },
      {
        what: "`id_token`",
        code: ["main/service/api/id-token.ts"],
        tests: [sandboxPermissions.idToken, permissionsIdentity.badIdToken],
      },
      {
        what: "`token_type`",
        code: ["contract/wire/wire.ts"],
        tests: [oauthAttachments.token],
        note: "Always `Bearer`; the till does not check it.",
      },
      {
        what: "`expires_in`",
        code: ["main/customers/answer.ts", "main/customers/reader.ts"],
        tests: [sandboxPermissions.refresh, permissionsTokens.charge],
      },
      {
        what: "`refresh_token`",
        code: ["main/customers/reader.ts"],
        tests: [sandboxPermissions.refresh, permissionsTokens.refresh],
      },
      {
        what: "`scope`",
        code: ["main/customers/answer.ts"],
        tests: [permissions.partialGrant, permissionsCallbacks.refusesForeign],
      },
      {
        what: "`currency`",
        code: ["main/customers/apply-answer.ts", "main/customers/store.ts"],
        tests: [permissionsFees.fees],
      },
      {
        what: "`transaction_fee`",
        code: ["main/customers/apply-answer.ts", "main/accounting/periods/bookings.ts"],
        tests: [permissionsCallbacks.appliesOnce, permissionsFees.fees],
      },
      { what: "`status`", code: ["main/customers/answer.ts"], tests: [sandboxPermissions.results, permissions.expiry] },
      { what: "`status_code`", code: ["main/customers/answer.ts"], tests: [sandboxPermissions.results] },
      { what: "`pos_id`, `pos_tid`", code: ["main/customers/answer.ts"], tests: [permissionsCallbacks.refusesForeign] },
      {
        what: "`rid`",
        code: ["main/customers/answer.ts", "main/customers/sending.ts"],
        tests: [permissionsCallbacks.refusesForeign, permissions.lostAnswer],
      },
      {
        what: "`user_info`",
        code: ["main/customers/reader.ts"],
        tests: [permissionsPrivacy.keepsNoClaim],
        note: "Not stored: the claims come from userinfo, fetched with the token.",
      },
    ],
  },
  {
    title: "G15 Asking for permission (`permissionRequestInput`)",
    intro: "",
    requirements: [
      { what: "`customer`", code: ["main/customers/request.ts"], tests: [permissions.grant] },
      { what: "`scope`", code: ["main/customers/request.ts"], tests: [permissions.grant, permissions.partialGrant] },
      { what: "`pos_id`, `pos_tid`", code: ["main/customers/request.ts"], tests: [permissions.lostAnswer] },
      { what: "`text`", code: ["main/customers/request.ts"], tests: [permissions.grant] },
      { what: "`callback_uri`", code: ["main/customers/request.ts"], tests: [permissionsCallbacks.appliesOnce] },
      { what: "`expires_in`", code: ["main/customers/request.ts"], tests: [permissions.expiry] },
      { what: "`legal_terms_url`", code: ["main/customers/request.ts"], tests: [permissionsPresets.terms] },
      {
        what: "`nonce`",
        code: ["main/customers/request.ts", "main/service/api/id-token.ts"],
        tests: [sandboxPermissions.nonce, idToken.nonce],
      },
    ],
  },
  {
    title: "4.1 Scopes",
    intro: "",
    requirements: [
      {
        what: "none: the token alone",
        code: ["main/customers/request.ts"],
        tests: [permissions.tokenAlone, sandboxPermissions.tokenAsCustomer],
      },
      {
        what: "`openid`",
        code: ["main/service/api/id-token.ts", "contract/customers/permissions.ts"],
        tests: [sandboxPermissions.idToken],
      },
      { what: "`address`, `phone`", code: ["main/customers/claims.ts"], tests: [sandboxPermissions.claims] },
      {
        what: "`email`",
        code: ["main/customers/claims.ts", "main/customers/mails.ts"],
        tests: [permissions.grant, receiptMail.sendsMail],
      },
      { what: "`profile`", code: ["main/customers/claims.ts"], tests: [sandboxPermissions.claims] },
      {
        what: "`shipping_address`",
        code: ["main/customers/claims.ts", "main/peripherals/receipts/label.ts"],
        tests: [permissions.grant, shippingLabel.prints],
      },
      {
        what: "`fodselsnummer`",
        code: ["main/customers/reader.ts", "main/customers/national-id.ts"],
        tests: [permissions.age],
      },
      {
        what: "`bankid`",
        code: ["main/customers/reader.ts", "main/customers/national-id.ts"],
        tests: [oauthAttachments.bankId, sandboxPermissions.claims],
      },
    ],
  },
];
