/** The view of a permission: no token, no national id, and masked claims. */
import type { Permission, PermissionStep } from "../../contract/customers/permissions.ts";
import { inEnglishOrNull } from "../../contract/reasons/reasons.ts";
import { iso, isoOrNull } from "../lib/iso-time.ts";
import type { OperationRow } from "../payments/queue/operation.ts";
import { operationView } from "../payments/view.ts";
import { type MailRow, mailView } from "./mails.ts";
import type { PermissionRow } from "./rows.ts";

export function permissionView(
  row: PermissionRow,
  related: Pick<Permission, "revision"> & { operations: readonly OperationRow[]; mail: MailRow | null },
  now: number,
): Permission {
  const { operations, mail, revision } = related;
  const isKept = row.sealed !== null;
  return {
    posTid: row.posTid,
    combined: row.combined,
    rid: row.rid,
    scope: row.scope,
    preset: row.preset,
    purpose: row.purpose,
    termsUrl: row.termsUrl,
    text: row.text,
    phase: row.phase,
    status: row.status,
    statusCode: row.statusCode,
    qr: row.phase === "draft" && row.qrText !== null ? { text: row.qrText, kind: "shortlink" } : null,
    codeUntil: row.phase === "draft" ? isoOrNull(row.codeUntil) : null,
    customer: row.customer,
    granted: row.granted,
    claims: row.claims,
    reading: row.toRead.length > 0,
    unread: row.unread,
    usable: isUsable(row, now),
    deadline: isoOrNull(row.deadline),
    keepDays: row.keepDays,
    erased:
      row.erasedAt === null || row.erasedBecause === null
        ? null
        : { at: iso(row.erasedAt), because: row.erasedBecause, claims: row.erased },
    fee: row.feeCurrency === null ? null : { amount: row.fee, currency: row.feeCurrency },
    mail: mail && mailView(mail),
    createdAt: iso(row.createdAt),
    modifiedAt: iso(row.modifiedAt),
    revision,
    operations: operations.map((operation) => operationView(operation)),
    attention: inEnglishOrNull(row.attention),
    attentionReason: row.attention,
    steps: stepsOf(row, { isKept, isMailed: mail !== null && mail.endedAt === null }),
  };
}

export function isUsable({ sealed, tokenUntil }: PermissionRow, now: number): boolean {
  return sealed !== null && (tokenUntil === null || tokenUntil > now);
}

function stepsOf(row: PermissionRow, { isKept, isMailed }: Record<"isKept" | "isMailed", boolean>): PermissionStep[] {
  const steps: PermissionStep[] = [];
  if (isAbortable(row)) steps.push("abort");
  if (isKept && Object.keys(row.claims).length > 0) steps.push("reveal");
  const isAnythingLeft = isKept || isMailed || row.customer !== null || Object.keys(row.claims).length > 0;
  if (isAnythingLeft) steps.push("forget");
  return steps;
}

/** True while the till may stop waiting. A combined request ends with its payment. */
export function isAbortable({ combined, phase, rid, answeredAt }: PermissionRow): boolean {
  if (combined || answeredAt !== null) return false;
  return phase === "draft" || phase === "queued" || phase === "waiting" || (phase === "attention" && rid === null);
}
