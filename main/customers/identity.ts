/**
 * Identity check by phone: a data request for `openid` with a nonce. Its result is reported once and erased at that
 * moment.
 */
import { done } from "../../contract/calls/errors.ts";
import type { Permission } from "../../contract/customers/permissions.ts";
import type { Reason, ReasonCode } from "../../contract/reasons/reasons.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { type IdentityCheck, type IdentityNews, PHONE_STAGE_MS } from "../people/phone-checks.ts";
import { type RequestPorts, requestIdentity, withdrawOpen } from "./request.ts";
import type { PermissionRow } from "./rows.ts";
import { isAbortable } from "./view.ts";

/** Creates the check. Abandons and erases requests from before the last start. */
export function identityCheck(ports: RequestPorts): IdentityCheck & { follow(permission: Permission): void } {
  const { store } = ports;
  const waiting = new Map<string, (news: IdentityNews) => void>();
  const drop = ({ posTid }: PermissionRow): void => {
    store.commit(posTid, (now) => {
      const row = store.find(posTid);
      if (row === null) return;
      if (isAbortable(row) || row.phase === "attention") {
        store.change(posTid, { phase: "aborted" }, now);
        withdrawOpen(store, posTid, now);
      }
      if (row.deadline !== null || row.customer !== null) store.erase(row, "asked", {}, now);
    });
  };
  for (const row of store.rows.openOfStaff()) drop(row);
  return {
    ask({ text, onNews }) {
      const permission = requestIdentity(ports, text);
      if (!permission.ok) return permission;
      const { posTid, qrText } = permission.value;
      waiting.set(posTid, onNews);
      const qr = { text: qrText ?? "", kind: "shortlink" as const };
      return done({ id: posTid, qr, url: null, lifetimeMs: PHONE_STAGE_MS });
    },
    giveUp(id) {
      if (!waiting.delete(id)) return;
      const row = store.find(id);
      if (row !== null) drop(row);
    },
    follow({ posTid }) {
      const row = store.find(posTid);
      if (row === null || row.nonce === null) return;
      const news = newsOf(row, () => store.open(row)?.claims.openid?.sub ?? null);
      if (news === null) return;
      const notify = waiting.get(posTid);
      if (news.is !== "asked") {
        waiting.delete(posTid);
        if (row.deadline !== null || row.customer !== null || row.phase === "attention") drop(row);
      }
      notify?.(news);
    },
  };
}

function newsOf(row: PermissionRow, subject: () => string | null): IdentityNews | null {
  switch (row.phase) {
    case "draft":
    case "aborted":
      return null;
    case "queued":
    case "waiting":
      return { is: "asked" };
    case "declined":
      return refused("phone_declined");
    case "expired":
      return refused("phone_not_answered");
    case "attention":
      return refused("phone_not_sent");
    case "granted":
      return row.toRead.length > 0 ? null : provenBy(row, subject());
  }
}

function provenBy({ unread }: PermissionRow, subject: string | null): IdentityNews {
  if (subject !== null) return { is: "proven", subject };
  const noKey = unread.some(({ because }) => because.code === "permission_no_service_key");
  return refused(noKey ? "phone_no_service_key" : "phone_unproven");
}

type Refusal = Extract<ReasonCode, `phone_${string}`>;

function refused(code: Refusal): { is: "failed"; because: Reason } {
  return { is: "failed", because: reasonFor(code) };
}
