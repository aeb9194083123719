/**
 * Health findings: severity, meaning for staff, and next step. `{{…}}` are values of the finding. The renderer's
 * catalogues translate them by code, and docs/errors.md lists them; a test compares all three.
 */
import { ABOUT_OTHER_PROGRAMS, type FindingEntry } from "./findings-programs.ts";

export type { FindingEntry, HealthStatus } from "./findings-programs.ts";

export const FINDINGS = {
  service_online: { status: "ok", staff: "The payment service answers.", next: null },
  service_not_asked: { status: "ok", staff: "The payment service has not been asked anything yet.", next: null },
  service_slow: {
    status: "attention",
    staff: "The payment service answers slowly: the slowest requests take {{seconds}} s.",
    next: "Check the shop's network. If other things are slow too, it is the network; otherwise ask the payment service.",
  },
  service_unsteady: {
    status: "attention",
    staff: "Answers of the payment service go missing: {{percent}}% of the last requests had none.",
    next: "Check the shop's network. The till repeats what got no answer; nothing happens twice.",
  },
  service_offline: {
    status: "bad",
    staff: "The payment service cannot be reached.",
    next: "Check the network cable or wireless network, then the internet connection. Payments go on when it is back.",
  },
  service_refused: {
    status: "bad",
    staff: "The payment service does not accept this till's key.",
    next: "Ask the owner to check the key, the merchant and the clock under Settings.",
  },
  clock_right: { status: "ok", staff: "The clock agrees with the payment service's.", next: null },
  clock_not_compared: {
    status: "ok",
    staff: "The clock has not been compared with the payment service's yet.",
    next: null,
  },
  clock_too_far: {
    status: "bad",
    staff: "This machine's clock is {{seconds}} s away from the payment service's. The kiosk sells nothing with it.",
    next: "Let the machine set its clock from the network. Sales go on by themselves within a minute of that.",
  },
  clock_off: {
    status: "attention",
    staff: "This machine's clock is {{seconds}} s away from the payment service's. The till corrects for it.",
    next: "Let the machine set its clock from the network. Receipts show the machine's time.",
  },
  callbacks_off: {
    status: "ok",
    staff: "The till asks the payment service for news. It is not set up to be called back.",
    next: null,
  },
  callbacks_no_address: {
    status: "attention",
    staff: "The till cannot listen for notifications ({{detail}}). It asks the payment service for news instead.",
    next: "Payments work. Close the program that has this address, or choose another under Settings, Set-up. The till tries again every minute.",
  },
  callbacks_arriving: { status: "ok", staff: "News of payments arrives by notification.", next: null },
  callbacks_waiting: {
    status: "ok",
    staff: "The till is ready for notifications. None was due yet.",
    next: null,
  },
  callbacks_late: {
    status: "attention",
    staff: "Notifications arrive, but mostly after the till has asked by itself.",
    next: "Payments work. Ask whoever runs the proxy in front of this till why it is slow.",
  },
  callbacks_late_demo: {
    status: "ok",
    staff: "Notifications arrive. In a demo on this machine the till is often faster at asking.",
    next: null,
  },
  callbacks_in_clear: {
    status: "attention",
    staff:
      "Notifications travel in the clear: {{address}} is not reached over https, so others on the way can read them.",
    next: "Payments work, and nobody can forge a notification: each is signed. Give the till an https:// address under Settings, Set up anew, by a proxy that ends TLS or by a certificate of its own.",
  },
  callbacks_silent: {
    status: "attention",
    staff: "No notification arrived, although payments changed. The till found out by asking.",
    next: "Payments work, a little slower. Test the notifications under Settings, Set up anew.",
  },
  callbacks_cut: {
    status: "attention",
    staff:
      "More connections came than the till takes. Notifications cut off since the start: {{number}}. It asks by itself.",
    next: "Payments work. If it goes on, ask who runs the network who connects to this till's address for notifications.",
  },
  callbacks_weak_key: {
    status: "attention",
    staff:
      "The service's public key is too short to prove who sends a notification. Each only makes the till ask, and it asks who has scanned its code.",
    next: "Payments work, a little slower. Ask the service for a public key of at least 2048 bits, under Settings, Set up anew.",
  },
  callbacks_weak_key_claims: {
    status: "attention",
    staff:
      "The service's public key is too short to prove who sends a notification. Each only makes the till ask, and it shows a new code for each payment, since it is not told who has scanned.",
    next: "Payments work, a little slower. Ask the service for a public key of at least 2048 bits, under Settings, Set up anew.",
  },
  callbacks_no_key: {
    status: "attention",
    staff:
      "The till does not have the service's public key. A notification only makes it ask, and it asks who has scanned its code.",
    next: "Payments work, a little slower. Give the till the service's public key under Settings, Set up anew.",
  },
  callbacks_no_key_claims: {
    status: "attention",
    staff:
      "The till does not have the service's public key. A notification only makes it ask, and it shows a new code for each payment, since it is not told who has scanned.",
    next: "Payments work, a little slower. Give the till the service's public key under Settings, Set up anew.",
  },
  callbacks_refused: {
    status: "attention",
    staff: "Notifications that were refused, since their signature did not fit: {{number}}.",
    next: "Check the public address and the service's public key under Settings, Set up anew.",
  },
  queue_empty: { status: "ok", staff: "Everything has been sent.", next: null },
  queue_sending: { status: "ok", staff: "Waiting for the payment service: {{number}}.", next: null },
  queue_old: {
    status: "attention",
    staff: "Waiting to be sent: {{number}}, the oldest for {{minutes}} min.",
    next: "Look at them under “Waiting to send”. They go out by themselves when the payment service answers.",
  },
  queue_paused: {
    status: "attention",
    staff: "Sending is paused: the payment service does not accept this till's key.",
    next: "Ask the owner to check the key and the clock.",
  },
  queue_parked: {
    status: "attention",
    staff: "Waiting for a manager's decision: {{number}}.",
    next: "Open “Waiting to send”, and try each again or give it up.",
  },
  disk_roomy: { status: "ok", staff: "There is room on the disk.", next: null },
  disk_low: {
    status: "attention",
    staff: "The disk is almost full: {{megabytes}} MB are left.",
    next: "Make room on this machine's disk before new payments are refused.",
  },
  disk_full: {
    status: "bad",
    staff: "The disk is full: {{megabytes}} MB are left. No new payment is taken.",
    next: "Make room on this machine's disk. Payments under way go on.",
  },
  disk_unknown: {
    status: "attention",
    staff: "How much room the disk has cannot be told.",
    next: "Send a support bundle.",
  },
  database_sound: { status: "ok", staff: "The till's data is whole.", next: null },
  database_unchecked: {
    status: "attention",
    staff: "The till's data has not been checked as a whole for {{days}} days.",
    next: "Leave the till running overnight: it checks when nobody uses it.",
  },
  database_damaged: {
    status: "bad",
    staff: "The till's data is damaged. It still takes payments; the payment service knows each of them.",
    next: "Finish the open payments, stop the till, and go back to the newest backup with the command below.",
  },
  database_disagrees: {
    status: "bad",
    staff: "The sums of period {{period}} do not agree with its bookings: the till's data was changed or is damaged.",
    next: "Do not close the period. Stop the till and go back to a backup, or send a support bundle.",
  },
  database_copied: {
    status: "bad",
    staff:
      "A copy of this till's data is at work beside it: the service has payment {{number}}, which this till did not make.",
    next: "Stop one of the two, and set it up anew as a till of its own. The payments that are missing here are decided about at the close.",
  },
  database_stopped: {
    status: "bad",
    staff: "The till's disk failed: nothing more is written, and no payment is taken.",
    next: "Start the till again. If this comes back, the disk must be replaced.",
  },
  database_unsafe: {
    status: "bad",
    staff: "The database does not keep every write: {{mode}}.",
    next: "Stop the till and send a support bundle.",
  },
  backups_fresh: { status: "ok", staff: "The till's data is backed up.", next: null },
  backups_none: {
    status: "ok",
    staff: "There is no backup yet: the first is made within the hour.",
    next: null,
  },
  backups_overdue: {
    status: "attention",
    staff: "The last backup is {{hours}} h old, and there is something new to back up.",
    next: "See that the disk has room. If it stays like this, send a support bundle.",
  },
  journal_signed: { status: "ok", staff: "The journal is signed.", next: null },
  journal_unsigned: {
    status: "attention",
    staff: "The journal has not been signed for {{hours}} h.",
    next: "See that the disk has room. If it stays like this, send a support bundle.",
  },
  ...ABOUT_OTHER_PROGRAMS,
  vault_sealed: { status: "ok", staff: "The till's keys are sealed.", next: null },
  vault_machine_key: {
    status: "ok",
    staff:
      "The till's keys are sealed to this machine: a copied data folder does not open elsewhere. Who can read this machine's files can open it here; an encrypted disk, or a passphrase (TILL_PASSPHRASE, from the first set-up on) keeps them from it.",
    next: null,
  },
  vault_weak_accepted: {
    status: "ok",
    staff: "The till's keys are weakly protected on this machine, and the owner has accepted that.",
    next: null,
  },
  vault_weak: {
    status: "attention",
    staff: "The till's keys are weakly protected on this machine.",
    next: "Ask the owner to set a passphrase, or to accept it under Settings.",
  },
  logs_written: { status: "ok", staff: "The till keeps a log for support.", next: null },
  logs_off: { status: "ok", staff: "The till keeps no log files here.", next: null },
  logs_failing: {
    status: "attention",
    staff: "The log files cannot be written (lines lost: {{number}}). Payments are not affected.",
    next: "See that the disk has room and that the data folder can be written to.",
  },
  program_current: { status: "ok", staff: "The program is up to date.", next: null },
  program_updates_off: {
    status: "attention",
    staff: "This till does not look for new versions of its program.",
    next: "Whoever looks after this machine has to install them by hand: Settings, Updates says why, and what to do.",
  },
  program_updates_off_demo: {
    status: "ok",
    staff: "This demo does not look for new versions of its program.",
    next: null,
  },
  program_update_by_hand: {
    status: "attention",
    staff: "Version {{version}} is there, and has to be installed by hand here.",
    next: "Ask whoever looks after this machine to install it: Settings, Updates says how.",
  },
  program_update_ready: {
    status: "ok",
    staff: "Version {{version}} is there. It is installed when nobody uses the till.",
    next: null,
  },
  program_update_waits: {
    status: "attention",
    staff: "Version {{version}} has waited for {{days}} days to be installed.",
    next: "Leave the till running overnight, or let the owner install it under Settings, Updates.",
  },
  program_update_failed: {
    status: "attention",
    staff: "Updates do not work.",
    next: "Look at Settings, Updates: it says why, since when, and what to do.",
  },
  printer_off: { status: "ok", staff: "No receipt printer is set up.", next: null },
  printer_unseen: { status: "ok", staff: "The receipt printer has not been asked yet.", next: null },
  printer_ready: { status: "ok", staff: "The receipt printer is ready.", next: null },
  printer_paper_low: {
    status: "attention",
    staff: "The receipt printer's roll is nearly used up.",
    next: "Put in a new roll when nobody waits.",
  },
  printer_unreachable: {
    status: "attention",
    staff: "The receipt printer cannot be reached. Receipts that wait for it: {{number}}. Payments are not affected.",
    next: "Switch it on, and check its cable and its address, device or queue in the settings. What waits is printed as soon as it is there.",
  },
  printer_no_answer: {
    status: "attention",
    staff: "The receipt printer does not answer. Receipts that wait for it: {{number}}. Payments are not affected.",
    next: "Switch it off and on again. What waits is printed as soon as it answers.",
  },
  printer_paper_out: {
    status: "attention",
    staff: "The receipt printer has no paper. Receipts that wait for it: {{number}}. Payments are not affected.",
    next: "Put in a new roll. What waits is printed then.",
  },
  printer_cover_open: {
    status: "attention",
    staff: "The receipt printer's cover is open. Receipts that wait for it: {{number}}. Payments are not affected.",
    next: "Close the cover. What waits is printed then.",
  },
  printer_error: {
    status: "attention",
    staff: "The receipt printer reports an error. Receipts that wait for it: {{number}}. Payments are not affected.",
    next: "Look at its lights, and switch it off and on again.",
  },
  printer_no_permission: {
    status: "attention",
    staff:
      "The system does not let the till use the USB printer. Receipts that wait for it: {{number}}. Payments are not affected.",
    next: "Add the till's user to the group lp, then sign in to this machine again.",
  },
  printer_queue_stopped: {
    status: "attention",
    staff:
      "The receipt printer's queue is paused or accepts no jobs. Receipts that wait for it: {{number}}. Payments are not affected.",
    next: "Check the printer, then resume its queue in the system's printer settings.",
  },
  printer_interrupted: {
    status: "attention",
    staff: "The last print broke off. Receipts that wait for the printer: {{number}}. Payments are not affected.",
    next: "Look whether the last receipt came out.",
  },
  printer_required: {
    status: "bad",
    staff:
      "The receipt printer cannot print, and this kiosk is set up to sell nothing without it. Receipts that wait: {{number}}.",
    next: "Look at its power, cable, paper and cover. Sales go on by themselves as soon as it can print.",
  },
  dispenser_off: { status: "ok", staff: "No vending machine is set up.", next: null },
  dispenser_clear: { status: "ok", staff: "Of every vend it is known what dropped.", next: null },
  dispenser_unreached: {
    status: "bad",
    staff: "The vending machine does not answer. Nothing is sold from it meanwhile; no money moves.",
    next: "Check its power, its cable and its address. Sales go on by themselves as soon as it answers.",
  },
  dispenser_unfit: {
    status: "bad",
    staff: "The vending machine says that it cannot sell now. Nothing is sold from it meanwhile; no money moves.",
    next: "Look at its door, its slots and its display. Sales go on by themselves as soon as it can.",
  },
  dispenser_strange: {
    status: "bad",
    staff: "What answers at the vending machine's address is no vending machine. Nothing is sold; no money moves.",
    next: "Check the address or the port under Settings, Kiosk. Sales go on by themselves as soon as a machine answers.",
  },
  dispenser_unreadable: {
    status: "attention",
    staff: "The vending machine sent a report that cannot be read. Vends: {{number}}. No money moved because of it.",
    next: "Check the machine's program: the wrong field of each vend is listed below. Then say what dropped, or that you have looked.",
  },
  dispenser: {
    status: "bad",
    staff:
      "The vending machine did not say what dropped in two vends in a row. Nothing is sold from it. The money of those vends is settled as usual.",
    next: "Check the machine and its vends below. Then unblock its slots: sales start again.",
  },
  dispenser_slots: {
    status: "attention",
    staff: "Slots of the vending machine are off sale after a fault. Slots: {{slots}}.",
    next: "Check each slot, then unblock it below. Vends that need attention are listed there too.",
  },
  dispenser_unknown: {
    status: "attention",
    staff: "Vends of which it is not known what dropped, or which are not as they should be: {{number}}.",
    next: "Each is listed below, with the reason and with where its money is. Look into the machine, then say what dropped, or that you have looked.",
  },
  customer_off: { status: "ok", staff: "No customer's screen is open.", next: null },
  customer_shown: { status: "ok", staff: "The customer's screen is open.", next: null },
  customer_window_gone: {
    status: "attention",
    staff: "The customer's screen should be open, and there is no second display for it.",
    next: "Switch the second display on and check its cable: the screen comes back by itself.",
  },
  customer_page_gone: {
    status: "attention",
    staff: "The customer's screen was opened, and its page is gone.",
    next: "Open it again under Settings, Customer's screen, or close it there.",
  },
  display_fine: { status: "ok", staff: "The screen is large enough.", next: null },
  display_not_told: { status: "ok", staff: "No window has told how large its screen is.", next: null },
  display_small: {
    status: "attention",
    staff: "The window is smaller than this till is made for: {{width}} × {{height}}, at least 800 × 600.",
    next: "Make the window larger, or lower the screen's scale.",
  },
} as const satisfies Record<string, FindingEntry>;

export type FindingCode = keyof typeof FINDINGS;

export type UrgentFinding = {
  [C in FindingCode]: (typeof FINDINGS)[C]["next"] extends string ? C : never;
}[FindingCode];

export function isUrgent(code: FindingCode): code is UrgentFinding {
  return FINDINGS[code].next !== null;
}
