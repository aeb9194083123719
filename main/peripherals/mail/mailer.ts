/** Sends receipts by e-mail after the payment, one at a time. A retry sends the same message. */

import { mailAddress } from "../../../contract/customers/mail-commands.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { OPEN_PHASES, type Phase } from "../../../contract/values/phases.ts";
import type { Mailing } from "../../customers/mailing.ts";
import type { MailRow } from "../../customers/mails.ts";
import { type Loop, startLoop } from "../../lib/loop.ts";
import { createStopwatch } from "../../payments/queue/stopwatch.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { StorageContext } from "../../storage/context.ts";
import { wholeOf } from "../receipts/follower.ts";
import type { ReceiptIssuer } from "../receipts/issuer.ts";
import { receiptMessage } from "./message.ts";
import type { MailServer } from "./settings.ts";
import { submitMessage } from "./smtp.ts";

/** After this time the customer no longer expects the mail. */
export const MAIL_AGE_MS = 72 * 60 * 60_000;
const CHECK_MS = 60_000;

export interface MailerPorts extends Pick<StorageContext, "clock" | "log" | "random"> {
  mailing: Mailing;
  server(): MailServer | null;
  payment(posTid: string): Payment;
  issuer: Pick<ReceiptIssuer, "give">;
  ca: string | null;
}

export function startMailer(ports: MailerPorts): Loop & { sendNow(): void } {
  const { clock, mailing } = ports;
  const stopwatch = createStopwatch(clock);
  const resetPauses = () => {
    for (const row of mailing.open()) if (row.dueAt > clock.now()) mailing.change(row, { dueAt: clock.now() });
  };
  const loop = startLoop(ports, async () => {
    // After a clock change, everything is due.
    if (stopwatch.takeClockJumpMs() !== 0) resetPauses();
    for (const row of mailing.open()) if (row.state === "held") follow(ports, row);
    const next = mailing.open().find(({ state }) => state === "waiting");
    const wait = next === undefined ? CHECK_MS : next.dueAt - clock.now();
    if (next === undefined) return mailing.open().length === 0 ? null : CHECK_MS;
    if (wait > 0) return Math.min(wait, CHECK_MS);
    await attempt(ports, next, loop.closed);
    return 0;
  });
  return {
    ...loop,
    sendNow() {
      resetPauses();
      loop.wake();
    },
  };
}

/** Queues a mail once its payment is paid, and ends it when the payment ends without a receipt. */
function follow(ports: MailerPorts, row: MailRow): void {
  const { clock, issuer, mailing } = ports;
  const payment = ports.payment(row.payment);
  const ref = wholeOf(payment);
  if (ref === null) {
    if (!OPEN.includes(payment.phase) || row.deadline <= clock.now()) mailing.end(row, "unpaid");
    return;
  }
  // Without a mail server, the address is not kept.
  if (ports.server() === null) {
    mailing.end(row, "failed", reasonFor("mail_not_set_up"));
    return;
  }
  const { number } = issuer.give(payment, ref);
  const now = clock.now();
  mailing.change(row, { state: "waiting", dueAt: now, deadline: now + MAIL_AGE_MS }, number ?? "");
}

const OPEN: readonly Phase[] = OPEN_PHASES;

async function attempt(ports: MailerPorts, row: MailRow, closing: AbortSignal): Promise<void> {
  const { clock, issuer, log, mailing, random, ca } = ports;
  const endFailed = (
    code: "mail_too_old" | "mail_unreadable" | "mail_bad_address" | "mail_not_set_up" | "mail_no_receipt",
  ) => mailing.end(row, "failed", reasonFor(code));
  if (row.deadline <= clock.now()) return endFailed("mail_too_old");
  const address = mailing.address(row);
  if (address === null) return endFailed("mail_unreadable");
  if (!mailAddress.safeParse(address).success) return endFailed("mail_bad_address");
  const server = ports.server();
  if (server === null) return endFailed("mail_not_set_up");
  const payment = ports.payment(row.payment);
  const ref = wholeOf(payment);
  if (ref === null) return endFailed("mail_no_receipt");
  const message = receiptMessage(issuer.give(payment, ref), { id: row.id, to: address, from: server.from });
  const submitted = await submitMessage(server, message, { log, ca, closing });
  // The customer's data may have been deleted meanwhile.
  const current = mailing.open().find(({ id }) => id === row.id);
  if (current === undefined) return;
  const attempts = row.attempts + 1;
  if (submitted.is === "sent") return mailing.end({ ...current, attempts }, "sent");
  if (submitted.is === "refused") return mailing.end({ ...current, attempts }, "failed", submitted.problem);
  if (closing.aborted) return;
  mailing.change(current, {
    attempts,
    problem: submitted.problem,
    dueAt: clock.now() + pauseAfter(attempts, random()),
  });
}
