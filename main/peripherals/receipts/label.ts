import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { ShippingLabel } from "../../../contract/customers/permissions.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { type OperatorLanguage, operatorLanguageOf } from "../../../contract/values/customer-language.ts";
import { isolateDirection } from "../../../contract/values/plain-text.ts";
import type { Recipient } from "../../customers/claims.ts";
import type { Customers } from "../../customers/module.ts";
import type { Clock } from "../../lib/clock.ts";
import { escPos } from "../printing/escpos.ts";
import type { PrintWorker } from "../printing/worker.ts";
import type { Block } from "./blocks.ts";
import { pageOf } from "./html.ts";
import type { ReceiptTerms } from "./model.ts";
import type { ReceiptSettingsStore } from "./settings.ts";
import { receiptTime, shownTime } from "./time.ts";
import { RECEIPT_WORDS } from "./words.ts";

export interface LabelPorts {
  clock: Clock;
  settings: Pick<ReceiptSettingsStore, "get">;
  worker: Pick<PrintWorker, "printNow">;
  terms(): ReceiptTerms;
  payment(posTid: string): Payment | null;
  recipient: Customers["recipient"];
}

/** Label texts in the shop's language, because the customer does not read them. */
const WORDS = {
  en: {
    title: "Shipping label",
    from: "From",
    to: "To",
    payment: "Payment",
    reference: "Reference",
    printed: "Printed",
  },
  nb: {
    title: "Adresselapp",
    from: "Fra",
    to: "Til",
    payment: "Betaling",
    reference: "Referanse",
    printed: "Skrevet ut",
  },
} as const;

/** Creates `customer.label`. A print is sent from memory and never queued, so that no address is stored. */
export function labelCommand(ports: LabelPorts) {
  return async ({ posTid, as }: CommandInput<"customer.label">): Promise<Result<ShippingLabel>> => {
    const { printer } = ports.settings.get();
    if (as === "print" && printer.kind === "none")
      return failed("illegal_state", { posTid, because: reasonFor("label_no_printer") });
    // The system's spooler stores print data on disk, CUPS for a day.
    if (as === "print" && printer.kind === "escpos-queue")
      return failed("illegal_state", { posTid, because: reasonFor("label_queue") });
    const recipient = ports.recipient(posTid, as);
    if (!recipient.ok) return recipient;
    const language = operatorLanguageOf(ports.terms().locale);
    const blocks = labelBlocks(ports, posTid, recipient.value, language);
    if (as === "pdf" || printer.kind === "none")
      return done({ as: "pdf", html: pageOf(blocks, { title: WORDS[language].title, language }) });
    const printed = await ports.worker.printNow(escPos(blocks, printer));
    if (printed.is === "printed") return done({ as: "print", confirmed: printed.confirmed });
    const cause = reasonFor(`printer_${printed.fault}`);
    const because = reasonFor(printed.is === "not" ? "label_not_printed" : "label_unknown", { cause });
    return failed("illegal_state", { posTid, because });
  };
}

function labelBlocks(
  { clock, payment, terms }: LabelPorts,
  posTid: string,
  { lines, phone }: Recipient,
  language: OperatorLanguage,
): Block[] {
  const { environment, shop, timeZone } = terms();
  const { title, from, to, ...words } = WORDS[language];
  const number = payment(posTid)?.number ?? null;
  const note = (text: string): Block => ({ kind: "note", text });
  const row = (label: string, value: string): Block => ({ kind: "row", label, value });
  return [
    ...(environment === "live" ? [] : [{ kind: "banner" as const, text: RECEIPT_WORDS[language][environment] }]),
    { kind: "title", text: title },
    note(`${from}:`),
    ...[shop.name, ...shop.address].map(isolateDirection).map(note),
    ...(shop.phone === null ? [] : [row(RECEIPT_WORDS[language].phone, shop.phone)]),
    { kind: "rule" },
    note(`${to}:`),
    ...lines.map((text): Block => ({ kind: "address", text: isolateDirection(text) })),
    ...(phone === null ? [] : [row(RECEIPT_WORDS[language].phone, phone)]),
    { kind: "rule" },
    ...(number === null ? [] : [row(words.payment, number)]),
    row(words.reference, posTid),
    row(words.printed, shownTime(receiptTime(clock.now(), timeZone), language)),
    // The shop finds the payment by this code.
    ...(number === null ? [] : [{ kind: "code" as const, text: number }]),
  ];
}
