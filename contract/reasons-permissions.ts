export const PERMISSION_REASONS = {
  permission_unknown: "This till has asked nobody for this. No money moved.",
  permission_no_preset: "There is no such preset any more. Choose another one. No money moved.",
  permission_offline:
    "The customer cannot be asked while the service cannot be reached. Nobody was asked, and no money moved. Wait for the connection, and ask again.",
  permission_no_code:
    "This till cannot hear of scans, so that there is no code to show. Nobody was asked, and no money moved. Ask for the customer's phone number.",
  permission_no_code_yet:
    "The code cannot be shown yet: the till has yet to reach the service. Nobody was asked, and no money moved. Wait a moment, or ask for the customer's phone number.",
  permission_not_open: "This was answered, or is over. Nothing was changed, and no money moved.",
  permission_of_payment:
    "This was asked for together with a payment: cancel that. Nothing was changed, and no money moved.",
  permission_not_yet: "The customer has not answered yet. Wait for the answer on their phone. No money moved.",
  permission_nothing_kept: "Nothing of this customer is kept any more. Ask again if it is needed. No money moved.",
  permission_no_claim: "The customer has not granted this, or it could not be read. No money moved.",
  permission_no_token:
    "This customer's consent to be charged again is over, or was never given. Nobody was charged. Ask the customer to scan, or for their phone number.",
  permission_never_sent:
    "It could not be sent in time, and the customer was not asked. No money moved. Ask again if they still wait.",
  permission_not_answered:
    "The service did not answer in time, so that it is not known whether the customer was asked. What they may answer is not used. If they agree all the same, the reports show what the service charges for it. Ask again if they still wait.",
  permission_aborted:
    "The till has stopped waiting. What the customer may still answer is not used. If they agree all the same, the reports show what the service charges for it.",
  permission_fee_unbooked:
    "The service says that it charges {{fee}} (in the currency's smallest unit) for this. That cannot be right, or is in another currency than this till's, and is in no report of the till. Ask the service about it.",
  permission_refused: "The service does not take this request: {{cause}} Nobody was asked, and no money moved.",
  permission_id_taken:
    "The service has another request under the same name. Nothing of it is used, and no money moved. Ask again.",
  permission_implausible:
    "The service's answer does not fit what was asked. Nothing of it is used or kept, and no money moved. Ask again, and tell support if it happens once more.",
  permission_lost:
    "The service does not know this request any more. Nothing was granted, and no money moved. Ask again.",
  permission_damaged: "What was stored of this request is damaged. It was not sent, and no money moved. Ask again.",
  permission_not_granted: "The customer did not share this.",
  permission_expired_token: "The customer's consent ran out before this was read. Ask again if it is needed.",
  permission_not_read: "The service did not give this: {{cause}} Ask again if it is needed.",
  permission_no_id_token: "The service did not say who the customer is.",
  permission_bad_id_token: "The proof of who the customer is does not hold. It is not used.",
  permission_no_service_key:
    "Who the customer is cannot be proven: this till has no key of the service that is strong enough. The owner adds it in Keys.",
  permission_age_unclear:
    "The age cannot be worked out from what the service said. Nothing of it was kept. Check the customer's papers.",
  permission_age_disagrees:
    "The proofs of this customer's age do not say the same: the age is not proven, and no money moved. Check the customer's papers.",
  permission_erased:
    "What this customer shared has been erased. Nothing was done with it, and no money moved. Ask again if it is needed.",
  label_no_printer:
    "No receipt printer is set up. Nothing was printed, and no money moved. Save the label as a PDF, or ask the owner to set a printer up.",
  label_no_address: "This customer shared no address. Nothing was printed, and no money moved. Ask for it in words.",
  label_queue:
    "A print queue keeps what it prints on this machine's disk, so addresses are not printed on it. Nothing was printed, and no money moved. Save the label as a PDF, or set up a USB or network printer.",
  label_not_printed:
    "The label was not printed: {{cause}} Nothing of it is kept in the printer or the till, and no money moved. See to the printer and print it again, or save it as a PDF.",
  label_unknown:
    "The label may have come out, whole or in part: {{cause}} No money moved. Look at the printer. Print it again if it did not come out, and tear up what is not whole.",
  printer_unreachable: "The printer cannot be reached.",
  printer_no_answer: "The printer does not answer.",
  printer_paper_out: "The paper is out.",
  printer_cover_open: "The cover is open.",
  printer_printer_error: "The printer has an error.",
  printer_no_permission: "The system does not let the till use the printer.",
  printer_queue_stopped: "The printer's queue is paused.",
  printer_interrupted: "The connection broke in the middle.",
} as const satisfies Record<string, string>;
