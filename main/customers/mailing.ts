/** The mailer's access to queued receipts. Each step is one transaction with its journal entry. */
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import type { ReceiptMailState } from "../../contract/customers/mail.ts";
import type { Permission } from "../../contract/customers/permissions.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { MailChange, MailRow } from "./mails.ts";
import type { Claims } from "./records.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";

export type Mailing = ReturnType<typeof mailing>;

export interface MailingPorts {
  store: PermissionStore;
  actor(): string | null;
  claimsOf(row: PermissionRow): Result<Claims>;
  find(posTid: string): PermissionRow | null;
}

const EVENTS = { sent: "receipt.mailed", failed: "receipt.notMailed", unpaid: "receipt.notMailed" } as const;

export function mailing({ store, actor, claimsOf, find }: MailingPorts) {
  const { journal, mails } = store;
  return {
    open: mails.open,
    /** Returns the address for sending; null if it cannot be opened any more */
    address: mails.address,
    change(row: MailRow, change: MailChange, receipt?: string) {
      store.commit(row.posTid, (now) => {
        mails.change(row.id, change);
        if (receipt === undefined) return;
        journal.append({ event: "receipt.mailQueued", posTid: row.payment, data: { receipt, mailId: row.id } }, now);
      });
    },
    end(row: MailRow, state: ReceiptMailState, problem?: Reason) {
      store.commit(row.posTid, (now) => {
        mails.end(row, state, problem ?? null, now);
        if (state === "held" || state === "waiting" || state === "forgotten") return;
        const data = { mailId: row.id, attempts: row.attempts, problem: problem?.code ?? null };
        journal.append({ event: EVENTS[state], posTid: row.payment, data }, now);
      });
    },
    /** Queues a receipt to the customer who shared an address with this permission. */
    queueReceipt(payment: string, posTid: string): Result<Permission> {
      const row = find(posTid);
      if (row === null) return failed("not_found", { posTid, because: reasonFor("permission_unknown") });
      const isQueued = mails.open().some((mail) => mail.posTid === posTid && mail.payment === payment);
      if (isQueued) return failed("illegal_state", { posTid, because: reasonFor("mail_under_way") });
      const claims = claimsOf(row);
      if (!claims.ok) return claims;
      const address = claims.value.email?.email;
      if (address === undefined) return failed("illegal_state", { posTid, because: reasonFor("mail_no_address") });
      store.commit(posTid, (now) => {
        const { id } = mails.add({ posTid, payment, address, state: "held" }, now);
        const data = { mailId: id, purpose: row.purpose };
        journal.append({ event: "receipt.mailAsked", posTid: payment, actor: actor(), data }, now);
      });
      return done(store.view(posTid));
    },
  };
}
