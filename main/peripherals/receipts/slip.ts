import type { HandOver } from "../../../contract/accounting/reports.ts";
import type { OperatorLanguage } from "../../../contract/values/customer-language.ts";
import type { Environment } from "../../../contract/values/environment.ts";
import { formatMoney } from "../../../contract/values/money.ts";
import type { Block } from "./blocks.ts";
import { receiptTime, shownTime } from "./time.ts";
import { RECEIPT_WORDS } from "./words.ts";

export interface SlipTerms {
  shopName: string;
  till: string;
  environment: Environment;
  locale: string;
  timeZone: string;
  language: OperatorLanguage;
}

const WORDS = {
  en: {
    title: "Hand-over",
    person: "Handed over by",
    from: "From",
    at: "To",
    captured: "Sales",
    refunded: "Refunded",
    tips: "Tips included",
    payments: "Payments",
    refunds: "Refunds",
    net: "Net",
    reserved: "Open reservations",
    parked: "Needs a manager",
    waiting: "Waiting to send",
    counted: "Counted",
    difference: "Difference",
    accepted: "Accepted by",
    sign: "Signature",
  },
  nb: {
    title: "Vaktbytte",
    person: "Overlevert av",
    from: "Fra",
    at: "Til",
    captured: "Salg",
    refunded: "Refundert",
    tips: "Herav tips",
    payments: "Betalinger",
    refunds: "Refusjoner",
    net: "Netto",
    reserved: "Åpne reservasjoner",
    parked: "Venter på leder",
    waiting: "Venter på sending",
    counted: "Telt",
    difference: "Avvik",
    accepted: "Overtatt av",
    sign: "Underskrift",
  },
} as const;

const DOTS = ".".repeat(16);

export function slipBlocks(handOver: HandOver, terms: SlipTerms): Block[] {
  const { language, locale, timeZone, environment, shopName, till } = terms;
  const words = WORDS[language];
  const { person, from, at, currency, captured, refunded, tips, net, payments, refunds, left, tally } = handOver;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const time = (moment: string) => shownTime(receiptTime(Date.parse(moment), timeZone), language);
  const row = (label: string, value: string | number): Block => ({ kind: "row", label, value: String(value) });
  const some = (label: string, value: number, shown: string | number) => (value === 0 ? [] : [row(label, shown)]);
  return [
    ...(environment === "live" ? [] : [{ kind: "banner" as const, text: RECEIPT_WORDS[language][environment] }]),
    { kind: "name", text: shopName },
    { kind: "title", text: words.title },
    { kind: "rule" },
    row(words.person, person),
    row(words.from, time(from)),
    row(words.at, time(at)),
    row(RECEIPT_WORDS[language].till, till),
    { kind: "rule" },
    row(words.payments, payments),
    row(words.captured, money(captured)),
    ...some(words.tips, tips, money(tips)),
    ...some(words.refunds, refunds, refunds),
    ...some(words.refunded, refunded, money(-refunded)),
    { kind: "total", label: words.net, value: money(net) },
    ...(tally === null ? [] : [row(words.counted, money(tally.net)), row(words.difference, money(tally.net - net))]),
    { kind: "rule" },
    ...some(words.reserved, left.reserved.count, money(left.reserved.amount)),
    ...some(words.parked, left.parked, left.parked),
    ...some(words.waiting, left.waiting, left.waiting),
    row(words.accepted, handOver.acceptedBy ?? DOTS),
    row(words.sign, DOTS),
  ];
}
