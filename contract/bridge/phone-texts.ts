/** Texts on a user's phone for approvals, sign-ins and linking, in the shop's language. */

import { MAX_SCOPE_TEXT } from "../customers/permissions.ts";
import type { OperatorLanguage } from "../values/customer-language.ts";
import { formatMoney } from "../values/money.ts";
import { shortenText } from "../values/plain-text.ts";
import type { CommandInput } from "./commands.ts";

export type Approvable = CommandInput<"staff.approve">["command"];

const COMMAND_LABELS: Readonly<Record<Approvable, Record<OperatorLanguage, string>>> = {
  "payment.refund": { en: "refund", nb: "refusjon" },
  "payment.start": { en: "sale with a discount", nb: "salg med rabatt" },
  "queue.retry": { en: "retry a queued request", nb: "sende på nytt det som venter" },
  "queue.discard": { en: "discard a queued request", nb: "forkaste det som venter" },
  "reservation.bulk": { en: "change several reservations", nb: "mange reservasjoner på én gang" },
  "vend.resolve": { en: "enter what dropped in a vend", nb: "avgjøre et automatsalg" },
  "vend.acknowledge": { en: "mark a vend as checked", nb: "avslutte et automatsalg" },
  "vend.unblock": { en: "unblock a slot", nb: "selge fra en plass igjen" },
  "permission.reveal": { en: "show what a customer shared", nb: "vise det en kunde har delt" },
  "customer.label": { en: "print a customer's address", nb: "skrive ut adressen til en kunde" },
  "customer.forget": { en: "erase what a customer shared", nb: "slette det en kunde har delt" },
  "diagnostics.bundle": { en: "create a support file", nb: "lage en supportfil" },
  "shell.leaveKiosk": { en: "leave kiosk mode", nb: "forlate kioskmodus" },
};

const MAX_NAME = 40;
const shortName = (name: string) => shortenText(name, MAX_NAME);

export interface PhoneTextContext {
  shop: string;
  language: OperatorLanguage;
  locale: string;
}

/** Returns an approval's text. `money`: null for none or several amounts; `name`: the payment's number. */
export function approvalText(
  { shop, language, locale }: PhoneTextContext,
  command: Approvable,
  { money, name }: { money: { amount: number; currency: string } | null; name: string | null },
): string {
  const what = COMMAND_LABELS[command][language];
  const parts = [what, money === null ? null : formatMoney(money.amount, money.currency, locale), name];
  const summary = parts.filter((part) => part !== null).join(" · ");
  const text =
    language === "nb" ? `${shortName(shop)}: Godkjenne? ${summary}` : `${shortName(shop)}: Approve? ${summary}`;
  return shortenText(text, MAX_SCOPE_TEXT);
}

export function signInText({ shop, language }: PhoneTextContext): string {
  return language === "nb" ? `${shortName(shop)}: Logge inn i kassen?` : `${shortName(shop)}: Sign in at the till?`;
}

export function linkText({ shop, language }: PhoneTextContext, person: string, number: string): string {
  const text =
    language === "nb"
      ? `${shortName(shop)}: Koble telefonen til ${shortName(person)} i kassen? Tallet ditt: ${number}`
      : `${shortName(shop)}: Link this phone to ${shortName(person)} at the till? Your number: ${number}`;
  return shortenText(text, MAX_SCOPE_TEXT);
}
