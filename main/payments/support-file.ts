/** The support file of one payment: its state, its history and the till. It names no customer. */
import type { HistoryEntry, PaymentFile } from "../../contract/journal/journal.ts";
import type { Payment, Terminal } from "../../contract/payments/views.ts";
import { type KnownIds, redactedRecord } from "./exchanges/redact.ts";

export const FILE_FORMAT = "till-payment";
export const FILE_VERSION = 1;

export function paymentFile(
  payment: Payment,
  { entries, known }: { entries: readonly HistoryEntry[]; known: KnownIds },
  terminal: Terminal,
  createdAt: number,
): PaymentFile {
  const { version, shell, mode, environment, pos, currency, locale, timeZone, connectivity, callbacks, clockSkewMs } =
    terminal;
  const content = {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    madeAt: new Date(createdAt).toISOString(),
    till: {
      version,
      shell,
      mode,
      environment,
      pos,
      currency,
      locale,
      timeZone,
      connectivity,
      callbacks,
      clockSkewMs,
      merchant: terminal.merchant.id,
    },
    payment: redactedRecord({ ...payment, qr: payment.qr && { kind: payment.qr.kind } }, known),
    story: entries.map((entry) => ({
      ...entry,
      evidence: entry.evidence.map((proof) =>
        proof.kind === "journal" ? proof : { ...proof, sent: asJson(proof.sent), received: asJson(proof.received) },
      ),
    })),
  };
  return { name: `payment-${payment.number}.json`, content: `${JSON.stringify(content, null, 2)}\n` };
}

/** Parses a stored body; returns the text itself when it is not JSON or was cut off. */
function asJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
