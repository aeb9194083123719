/** Payment requests and their outcomes: section 2.3 and decision G4. */

import type { Section } from "./section.ts";
import {
  incompleteOutcomes,
  paymentLinks,
  paymentRequest,
  payments,
  permissions,
  permissionsFees,
  receiptsElectronic,
  reportsGolden,
  sandboxCallbacks,
  sandboxPayments,
  sandboxPermissions,
  sandboxResources,
} from "./tests.ts";

export const paymentSections: readonly Section[] = [
  {
    title: "2.3 Payment request outcome (`paymentOutcome`)",
    intro: "",
    requirements: [
      {
        what: "`currency`",
        code: ["main/payments/outcome.ts", "main/payments/plausibility.ts"],
        tests: [sandboxPayments.everyField, reportsGolden.zEqualsLedger],
      },
      {
        what: "`amount`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, reportsGolden.zEqualsLedger],
      },
      {
        what: "`additional_amount`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, payments.tip],
      },
      {
        what: "`auth_amount`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, payments.partialCapture],
      },
      {
        what: "`auth_additional_amount`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, sandboxPayments.twoAmounts],
      },
      {
        what: "`captures`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.parts, incompleteOutcomes.refundsOnce],
      },
      { what: "`refunds`", code: ["main/payments/outcome.ts"], tests: [sandboxPayments.parts, payments.partialRefund] },
      {
        what: "`status`",
        code: ["main/payments/outcome.ts", "main/payments/lifecycle.ts"],
        tests: [sandboxPayments.everyField, payments.saleByCode],
      },
      {
        what: "`status_code`",
        code: ["main/payments/outcome.ts", "main/payments/status-names.ts"],
        tests: [sandboxPayments.everyField, sandboxResources.statusCodes],
      },
      {
        what: "`customer`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, payments.saleByPhone],
      },
      { what: "`date_modified`", code: ["main/payments/outcome.ts"], tests: [sandboxPayments.everyField] },
      {
        what: "`date_expires`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, payments.renewal],
      },
      {
        what: "`credit`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, reportsGolden.zEqualsLedger],
      },
      {
        what: "`interchange_fee`, `transaction_fee`",
        code: ["main/payments/outcome.ts", "main/accounting/periods/entries.ts"],
        tests: [reportsGolden.zEqualsLedger, permissionsFees.fees],
      },
      {
        what: "`attachment_uri`",
        code: ["main/peripherals/receipts/uploads.ts", "main/service/api/attachments.ts"],
        tests: [sandboxPayments.attachmentUri, receiptsElectronic.uploadsOnce, receiptsElectronic.newAddress],
      },
      {
        what: "`pos_id`",
        code: ["main/payments/outcomes/adoption.ts", "main/payments/queue/lookup.ts"],
        tests: [sandboxPayments.everyField],
      },
      {
        what: "`pos_tid`, `tid`",
        code: ["main/payments/outcome.ts"],
        tests: [sandboxPayments.everyField, payments.saleByCode],
      },
      {
        what: "`permissions`",
        code: ["main/payments/outcome.ts", "main/customers/apply-answer.ts"],
        tests: [permissions.withPayment, permissionsFees.fees],
      },
    ],
  },
  {
    title: "G4 Creating a payment request (`paymentRequestInput`)",
    intro: "The specification shows no payload; decision G4 in `docs/protocol.md` lists the fields.",
    requirements: [
      {
        what: "`action`",
        code: ["main/payments/start.ts"],
        tests: [payments.saleByCode, sandboxResources.paymentInput],
      },
      {
        what: "`allow_credit`",
        code: ["main/payments/start.ts"],
        tests: [sandboxResources.paymentInput, reportsGolden.zEqualsLedger],
      },
      {
        what: "`amount`, `currency`",
        code: ["main/payments/start.ts"],
        tests: [payments.saleByCode, sandboxResources.paymentInput],
      },
      {
        what: "`customer`",
        code: ["main/payments/start.ts"],
        tests: [payments.saleByPhone, sandboxPermissions.tokenAsCustomer],
      },
      {
        what: "`pos_id`, `pos_tid`",
        code: ["main/payments/start.ts"],
        tests: [payments.saleByCode, sandboxResources.paymentInput],
      },
      {
        what: "`additional_amount`",
        code: ["main/payments/start.ts"],
        tests: [sandboxPayments.twoAmounts, payments.tip],
      },
      { what: "`additional_edit`", code: ["main/payments/start.ts"], tests: [sandboxPayments.tip, payments.tip] },
      {
        what: "`callback_uri`",
        code: ["main/payments/start.ts"],
        tests: [sandboxCallbacks.transitions, payments.saleByCode],
      },
      { what: "`expires_in`", code: ["main/payments/start.ts"], tests: [sandboxPayments.expiry, payments.expiry] },
      {
        what: "`text`",
        code: ["main/payments/start.ts"],
        tests: [sandboxResources.paymentInput, paymentRequest.sameBytes],
      },
      {
        what: "`required_scope`",
        code: ["main/payments/start.ts", "main/customers/permissions.ts"],
        tests: [permissions.withPayment],
      },
      {
        what: "`required_scope_text`",
        code: ["main/payments/start.ts", "main/customers/permissions.ts"],
        tests: [permissions.withPayment, sandboxResources.paymentInput],
      },
      { what: "`line_items`", code: ["main/payments/line-items.ts"], tests: [sandboxResources.paymentInput] },
      {
        what: "`links`, `display_message_uri`, `success_return_uri`, `failure_return_uri`",
        code: ["main/payments/start.ts", "sandbox/phone/views.ts"],
        tests: [paymentLinks.sendsLinks],
      },
    ],
  },
];
