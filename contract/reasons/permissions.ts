export const PERMISSION_REASONS = {
  permission_unknown: "This till has no such request.",
  permission_no_preset: "This question no longer exists. Choose another one.",
  permission_offline:
    "The service cannot be reached, so the customer was not asked. Wait for the connection, then ask again.",
  permission_no_code:
    "This till cannot show a code, since it does not receive scans. Ask for the customer's phone number.",
  permission_no_code_yet:
    "The code is not ready: the till has not reached the service yet. Wait a moment, or ask for the customer's phone number.",
  permission_not_open: "This request was answered or has ended. Nothing was changed.",
  permission_of_payment: "This was requested together with a payment. Cancel the payment instead. Nothing was changed.",
  permission_not_yet: "The customer has not answered yet. Wait for the answer on their phone.",
  permission_nothing_kept: "This customer's data is no longer stored. Ask again if you need it.",
  permission_no_claim: "The customer did not share this, or it could not be read.",
  permission_no_token:
    "This customer has not consented to payment requests, or no longer does. No request was sent. Ask them to scan, or for their phone number.",
  permission_never_sent:
    "The request could not be sent in time, and the customer was not asked. Ask again if they are still here.",
  permission_not_answered:
    "The service did not answer in time, so the customer may have been asked. The till ignores a late answer, but the service may charge for it. Ask again if they are still here.",
  permission_aborted:
    "The till stopped waiting. It ignores a late answer, but the service may charge for it; see the reports.",
  permission_fee_unbooked:
    "The service reports a fee of {{fee}} (in the smallest unit of its currency). The amount is implausible or in another currency, so it is in no report. Ask the service about it.",
  permission_refused: "The service refused this request: {{cause}} The customer was not asked.",
  permission_id_taken: "The service has another request with the same ID. Nothing of it is used. Ask again.",
  permission_implausible:
    "The service's answer does not match the request and was not used. Ask again, and call support if it happens again.",
  permission_lost: "The service no longer has this request. Nothing was shared. Ask again.",
  permission_damaged: "The stored request is damaged and was not sent. Ask again.",
  permission_not_granted: "The customer did not share this.",
  permission_expired_token: "The customer's consent expired before the data was read. Ask again if you need it.",
  permission_not_read: "The service did not provide this: {{cause}} Ask again if you need it.",
  permission_no_id_token: "The service did not identify the customer.",
  permission_bad_id_token: "The proof of the customer's identity is invalid and was not used.",
  permission_no_service_key:
    "The customer's identity cannot be verified: this till has no strong key from the service. The owner adds it under Settings → Run set-up again.",
  permission_age_unclear: "The service's answer does not give the age. Nothing was stored. Check the customer's ID.",
  permission_age_disagrees:
    "The proofs of this customer's age disagree, so the age is not confirmed. Check the customer's ID.",
  permission_erased: "The data this customer shared has been erased. Ask again if you need it.",
  label_no_printer: "No receipt printer is set up. Save the label as a PDF, or ask the owner to set up a printer.",
  label_no_address: "This customer shared no address. Ask the customer for it.",
  label_queue:
    "Labels are not printed through a print queue, which keeps copies on disk. Save the label as a PDF, or set up a USB or network printer.",
  label_not_printed: "The label was not printed: {{cause}} Check the printer and print again, or save it as a PDF.",
  label_unknown:
    "The label may have been printed: {{cause}} Check the printer. Print again if needed, and destroy any incomplete label.",
  printer_unreachable: "The printer cannot be reached.",
  printer_no_answer: "The printer does not answer.",
  printer_paper_out: "The printer is out of paper.",
  printer_cover_open: "The printer's cover is open.",
  printer_printer_error: "The printer reports an error.",
  printer_no_permission: "The system does not let the till use the printer.",
  printer_queue_stopped: "The printer's queue is paused.",
  printer_interrupted: "The connection was lost while printing.",
} as const satisfies Record<string, string>;
