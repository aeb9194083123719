/**
 * Health findings: severity, meaning for staff, and next step. `{{…}}` are values of the finding. The renderer's
 * catalogues translate them by code, and out/docs/errors.md lists them; a test compares all three.
 */
import { ABOUT_OTHER_PROGRAMS, type FindingEntry } from "./findings-programs.ts";

export type { FindingEntry, HealthStatus } from "./findings-programs.ts";

export const FINDINGS = {
  service_online: { status: "ok", staff: "The payment service answers.", next: null },
  service_not_asked: { status: "ok", staff: "The till has not contacted the payment service yet.", next: null },
  service_slow: {
    status: "attention",
    staff: "The payment service is slow: the slowest requests take {{seconds}} s.",
    next: "Check the shop's network. If other things are fast, contact the payment service.",
  },
  service_unsteady: {
    status: "attention",
    staff: "{{percent}}% of the last requests to the payment service got no answer.",
    next: "Check the shop's network. The till retries automatically, and nothing is done twice.",
  },
  service_offline: {
    status: "bad",
    staff: "The payment service cannot be reached.",
    next: "Check the network cable or Wi-Fi, then the internet connection. Payments continue when it is back.",
  },
  service_refused: {
    status: "bad",
    staff: "The payment service does not accept this till's key.",
    next: "Ask the owner to check the key under Settings → API credentials, and this machine's clock.",
  },
  clock_right: { status: "ok", staff: "The clock is right.", next: null },
  clock_not_compared: {
    status: "ok",
    staff: "The clock has not been checked yet.",
    next: null,
  },
  clock_too_far: {
    status: "bad",
    staff: "This machine's clock is {{seconds}} s off, so the kiosk cannot sell.",
    next: "Turn on automatic time on this machine. Sales start again automatically within a minute.",
  },
  clock_off: {
    status: "attention",
    staff: "This machine's clock is {{seconds}} s off. The till corrects for it.",
    next: "Turn on automatic time on this machine. Receipts show the machine's time.",
  },
  callbacks_off: {
    status: "ok",
    staff: "Notifications are not set up. The till polls the payment service instead.",
    next: null,
  },
  callbacks_no_address: {
    status: "attention",
    staff: "The till cannot listen for notifications ({{detail}}). It polls the payment service instead.",
    next: "Payments work. Close the program that uses this address, or choose another under Settings → Run set-up again. The till retries every minute.",
  },
  callbacks_arriving: { status: "ok", staff: "Notifications arrive.", next: null },
  callbacks_waiting: {
    status: "ok",
    staff: "The till is ready for notifications. None has been sent yet.",
    next: null,
  },
  callbacks_late: {
    status: "attention",
    staff: "Notifications arrive, but mostly too late to be useful.",
    next: "Payments work. Ask your IT support why the proxy in front of this till is slow.",
  },
  callbacks_late_demo: {
    status: "ok",
    staff: "Notifications arrive. In this demo, polling is often faster.",
    next: null,
  },
  callbacks_in_clear: {
    status: "attention",
    staff: "Notifications are not encrypted: {{address}} does not use https, so others on the network can read them.",
    next: "Payments work, and notifications cannot be forged. Enter an https:// address under Settings → Run set-up again, with a TLS proxy or a certificate.",
  },
  callbacks_silent: {
    status: "attention",
    staff: "Payments changed, but no notification arrived. The till found the changes by polling.",
    next: "Payments work, but more slowly. Test the notifications under Settings → Run set-up again.",
  },
  callbacks_cut: {
    status: "attention",
    staff: "Too many connections at once. Notifications dropped since the start: {{number}}. The till polls instead.",
    next: "Payments work. If this continues, ask your IT support what connects to this till's notification address.",
  },
  callbacks_weak_key: {
    status: "attention",
    staff:
      "The service's public key is too short to verify notifications. The till polls for results and scans instead.",
    next: "Payments work, but more slowly. Ask the service for a public key of at least 2048 bits, and enter it under Settings → Run set-up again.",
  },
  callbacks_weak_key_claims: {
    status: "attention",
    staff:
      "The service's public key is too short to verify notifications. The till polls for results and shows a new code for each payment.",
    next: "Payments work, but more slowly. Ask the service for a public key of at least 2048 bits, and enter it under Settings → Run set-up again.",
  },
  callbacks_no_key: {
    status: "attention",
    staff:
      "The service's public key is missing, so notifications cannot be verified. The till polls for results and scans instead.",
    next: "Payments work, but more slowly. Enter the service's public key under Settings → Run set-up again.",
  },
  callbacks_no_key_claims: {
    status: "attention",
    staff:
      "The service's public key is missing, so notifications cannot be verified. The till polls for results and shows a new code for each payment.",
    next: "Payments work, but more slowly. Enter the service's public key under Settings → Run set-up again.",
  },
  callbacks_refused: {
    status: "attention",
    staff: "Notifications refused because of a wrong signature: {{number}}.",
    next: "Check the public address and the service's public key under Settings → Run set-up again.",
  },
  queue_empty: { status: "ok", staff: "Everything has been sent.", next: null },
  queue_sending: { status: "ok", staff: "Waiting for the payment service: {{number}}.", next: null },
  queue_old: {
    status: "attention",
    staff: "Waiting to be sent: {{number}}. The oldest has waited {{minutes}} min.",
    next: "See “Waiting to send”. They are sent automatically when the payment service answers.",
  },
  queue_paused: {
    status: "attention",
    staff: "Sending is paused: the payment service does not accept this till's key.",
    next: "Ask the owner to check the key and the clock.",
  },
  queue_parked: {
    status: "attention",
    staff: "Requests that need a manager: {{number}}.",
    next: "Open “Waiting to send”, and choose “Try again” or “Discard…” for each request.",
  },
  disk_roomy: { status: "ok", staff: "The disk has enough space.", next: null },
  disk_low: {
    status: "attention",
    staff: "The disk is almost full: {{megabytes}} MB left.",
    next: "Free some disk space. When the disk is full, the till takes no new payments.",
  },
  disk_full: {
    status: "bad",
    staff: "The disk is full: {{megabytes}} MB left. The till takes no new payments.",
    next: "Free some disk space. Payments in progress continue.",
  },
  disk_unknown: {
    status: "attention",
    staff: "The free disk space is unknown.",
    next: "Send a support file.",
  },
  database_sound: { status: "ok", staff: "The till's data is intact.", next: null },
  database_unchecked: {
    status: "attention",
    staff: "The till's data has not been fully checked for {{days}} days.",
    next: "Leave the till running overnight. The check runs when the till is idle.",
  },
  database_damaged: {
    status: "bad",
    staff: "The till's data is damaged. The till still takes payments, and the payment service has a record of each.",
    next: "Finish the open payments, stop the till, and restore the newest backup with the command below.",
  },
  database_disagrees: {
    status: "bad",
    staff: "The sums of period {{period}} do not match its bookings. The till's data is damaged or was changed.",
    next: "Do not close the day. Stop the till and restore a backup, or send a support file.",
  },
  database_copied: {
    status: "bad",
    staff:
      "A copy of this till is running somewhere else: the service has payment {{number}}, which this till did not make.",
    next: "Stop one of the two and set it up as a new till. Decide about the missing payments when you close the day.",
  },
  database_stopped: {
    status: "bad",
    staff: "The till's disk failed. The till saves nothing and takes no payments.",
    next: "Restart the till. If this happens again, replace the disk.",
  },
  database_unsafe: {
    status: "bad",
    staff: "The database may lose data in a power cut: {{mode}}.",
    next: "Stop the till and send a support file.",
  },
  backups_fresh: { status: "ok", staff: "The till's data is backed up.", next: null },
  backups_none: {
    status: "ok",
    staff: "No backup yet. The first is made within the hour.",
    next: null,
  },
  backups_overdue: {
    status: "attention",
    staff: "The last backup is {{hours}} h old, and newer data is not backed up.",
    next: "Check that the disk has space. If this continues, send a support file.",
  },
  journal_signed: { status: "ok", staff: "The journal is signed.", next: null },
  journal_unsigned: {
    status: "attention",
    staff: "The journal has not been signed for {{hours}} h.",
    next: "Check that the disk has space. If this continues, send a support file.",
  },
  ...ABOUT_OTHER_PROGRAMS,
  vault_sealed: { status: "ok", staff: "The till's keys are encrypted.", next: null },
  vault_machine_key: {
    status: "ok",
    staff:
      "The till's keys are encrypted for this machine. Disk encryption also protects them if the machine is stolen.",
    next: null,
  },
  vault_weak_accepted: {
    status: "ok",
    staff: "The till's keys are weakly protected on this machine. The owner has accepted that.",
    next: null,
  },
  vault_weak: {
    status: "attention",
    staff: "The till's keys are weakly protected on this machine.",
    next: "Ask the owner to set a passphrase, or to accept it under Settings → API credentials.",
  },
  logs_written: { status: "ok", staff: "Log files for support are written.", next: null },
  logs_off: { status: "ok", staff: "This till writes no log files.", next: null },
  logs_failing: {
    status: "attention",
    staff: "The log files cannot be written (lines lost: {{number}}). Payments are not affected.",
    next: "Check that the disk has space and that the data folder is writable.",
  },
  program_current: { status: "ok", staff: "The program is up to date.", next: null },
  program_updates_off: {
    status: "attention",
    staff: "This till does not check for updates.",
    next: "Updates must be installed by hand. See Settings → Updates.",
  },
  program_updates_off_demo: {
    status: "ok",
    staff: "This demo does not check for updates.",
    next: null,
  },
  program_update_by_hand: {
    status: "attention",
    staff: "Version {{version}} is available and must be installed by hand.",
    next: "Ask your IT support to install it. See Settings → Updates.",
  },
  program_update_ready: {
    status: "ok",
    staff: "Version {{version}} is ready. It is installed when the till is idle.",
    next: null,
  },
  program_update_waits: {
    status: "attention",
    staff: "Version {{version}} has been waiting to be installed for {{days}} days.",
    next: "Leave the till running overnight, or ask the owner to install it under Settings → Updates.",
  },
  program_update_failed: {
    status: "attention",
    staff: "Updates do not work.",
    next: "See Settings → Updates for the reason and what to do.",
  },
  printer_off: { status: "ok", staff: "No receipt printer is set up.", next: null },
  printer_unseen: { status: "ok", staff: "The receipt printer has not been checked yet.", next: null },
  printer_ready: { status: "ok", staff: "The receipt printer is ready.", next: null },
  printer_paper_low: {
    status: "attention",
    staff: "The receipt printer is low on paper.",
    next: "Put in a new roll when no customers are waiting.",
  },
  printer_unreachable: {
    status: "attention",
    staff: "The receipt printer cannot be reached. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Turn it on, and check its cable and its address, device or queue under Settings → Printer. Waiting receipts are then printed automatically.",
  },
  printer_no_answer: {
    status: "attention",
    staff: "The receipt printer does not answer. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Turn it off and on again. Waiting receipts are then printed automatically.",
  },
  printer_paper_out: {
    status: "attention",
    staff: "The receipt printer is out of paper. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Put in a new roll. Waiting receipts are then printed automatically.",
  },
  printer_cover_open: {
    status: "attention",
    staff: "The receipt printer's cover is open. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Close the cover. Waiting receipts are then printed automatically.",
  },
  printer_error: {
    status: "attention",
    staff: "The receipt printer reports an error. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Check its lights, and turn it off and on again.",
  },
  printer_no_permission: {
    status: "attention",
    staff: "The till is not allowed to use the USB printer. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Add the till's user to the group lp, then sign in to this machine again.",
  },
  printer_queue_stopped: {
    status: "attention",
    staff:
      "The receipt printer's queue is paused or accepts no jobs. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Check the printer, then resume its queue in the system's printer settings.",
  },
  printer_interrupted: {
    status: "attention",
    staff: "The last print was interrupted. Receipts waiting: {{number}}. Payments are not affected.",
    next: "Check whether the last receipt was printed.",
  },
  printer_required: {
    status: "bad",
    staff: "The receipt printer cannot print, and this kiosk does not sell without it. Receipts waiting: {{number}}.",
    next: "Check its power, cable, paper and cover. Sales start again automatically.",
  },
  dispenser_off: { status: "ok", staff: "No vending machine is set up.", next: null },
  dispenser_clear: { status: "ok", staff: "Every vend has a known result.", next: null },
  dispenser_unreached: {
    status: "bad",
    staff: "The vending machine does not answer, so nothing is sold from it.",
    next: "Check its power, cable and address. Sales start again automatically.",
  },
  dispenser_unfit: {
    status: "bad",
    staff: "The vending machine reports that it cannot sell now.",
    next: "Check its door, slots and display. Sales start again automatically.",
  },
  dispenser_strange: {
    status: "bad",
    staff: "The device at the vending machine's address does not answer like a vending machine, so nothing is sold.",
    next: "Check the address or port under Settings → Kiosk. Sales start again automatically.",
  },
  dispenser_unreadable: {
    status: "attention",
    staff:
      "The vending machine sent a report that cannot be read. Vends affected: {{number}}. No money moved because of it.",
    next: "Check the machine's program: the faulty field of each vend is listed below. Then enter what dropped, or mark the vend as checked.",
  },
  dispenser: {
    status: "bad",
    staff:
      "The vending machine did not report what dropped in two vends in a row, so nothing is sold from it. Those vends are settled as usual.",
    next: "Check the machine and its vends below. Then unblock its slots to start selling again.",
  },
  dispenser_slots: {
    status: "attention",
    staff: "Vending machine slots off sale after a fault: {{slots}}.",
    next: "Check each slot, then unblock it below. Check the vends listed there too.",
  },
  dispenser_unknown: {
    status: "attention",
    staff: "Vends that need attention: {{number}}.",
    next: "Each is listed below with its reason and payment. Check the machine, then enter what dropped or mark the vend as checked.",
  },
  customer_off: { status: "ok", staff: "No customer screen is open.", next: null },
  customer_shown: { status: "ok", staff: "The customer screen is open.", next: null },
  customer_window_gone: {
    status: "attention",
    staff: "The second display for the customer screen is missing.",
    next: "Turn on the second display and check its cable. The customer screen then returns automatically.",
  },
  customer_page_gone: {
    status: "attention",
    staff: "The customer screen was closed unexpectedly.",
    next: "Open it again under Settings → Customer screen, or close it there.",
  },
  display_fine: { status: "ok", staff: "The screen is large enough.", next: null },
  display_not_told: { status: "ok", staff: "The size of the screen is unknown.", next: null },
  display_small: {
    status: "attention",
    staff: "The window is too small: {{width}} × {{height}}. The minimum is 800 × 600.",
    next: "Make the window larger, or lower the display scaling.",
  },
} as const satisfies Record<string, FindingEntry>;

export type FindingCode = keyof typeof FINDINGS;

export type UrgentFinding = {
  [C in FindingCode]: (typeof FINDINGS)[C]["next"] extends string ? C : never;
}[FindingCode];

export function isUrgent(code: FindingCode): code is UrgentFinding {
  return FINDINGS[code].next !== null;
}
