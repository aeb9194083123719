/** Texts on a user's phone for approvals, sign-ins and linking, in the shop's language. */
import type { CommandInput } from "./commands.ts";
import type { OperatorLanguage } from "./customer-language.ts";
import { formatMoney } from "./money.ts";
import { MAX_SCOPE_TEXT } from "./permissions.ts";
import { shortened } from "./shorten.ts";

export type Approvable = CommandInput<"staff.approve">["command"];

const WHAT: Readonly<Record<Approvable, Record<OperatorLanguage, string>>> = {
  "payment.refund": { en: "refund", nb: "refundering" },
  "payment.start": { en: "sale with a discount", nb: "salg med rabatt" },
  "queue.retry": { en: "send again what waits", nb: "sende på nytt det som venter" },
  "queue.discard": { en: "give up what waits", nb: "gi opp det som venter" },
  "reservation.bulk": { en: "many reservations at once", nb: "mange reservasjoner på én gang" },
  "vend.resolve": { en: "decide about a vend", nb: "avgjøre et automatsalg" },
  "vend.acknowledge": { en: "close a vend", nb: "avslutte et automatsalg" },
  "vend.unblock": { en: "put a slot back on sale", nb: "selge fra en plass igjen" },
  "permission.reveal": { en: "show what a customer shared", nb: "vise det en kunde har delt" },
  "customer.label": { en: "print a customer's address", nb: "skrive ut adressen til en kunde" },
  "customer.forget": { en: "erase what a customer shared", nb: "slette det en kunde har delt" },
  "diagnostics.bundle": { en: "make a support bundle", nb: "lage en supportpakke" },
  "shell.leaveKiosk": { en: "leave kiosk mode", nb: "forlate kioskmodus" },
};

const MAX_NAME = 40;
const short = (name: string) => shortened(name, MAX_NAME);

export interface PhoneTextPlace {
  shop: string;
  language: OperatorLanguage;
  locale: string;
}

/** Returns an approval's text. `money`: null for none or several amounts; `name`: the payment's number. */
export function approvalText(
  { shop, language, locale }: PhoneTextPlace,
  command: Approvable,
  { money, name }: { money: { amount: number; currency: string } | null; name: string | null },
): string {
  const what = WHAT[command][language];
  const parts = [what, money === null ? null : formatMoney(money.amount, money.currency, locale), name];
  const said = parts.filter((part) => part !== null).join(" · ");
  const text = language === "nb" ? `${short(shop)}: Godkjenne? ${said}` : `${short(shop)}: Approve? ${said}`;
  return shortened(text, MAX_SCOPE_TEXT);
}

export function signInText({ shop, language }: PhoneTextPlace): string {
  return language === "nb" ? `${short(shop)}: Logge inn i kassen?` : `${short(shop)}: Sign in at the till?`;
}

export function linkText({ shop, language }: PhoneTextPlace, person: string, number: string): string {
  const text =
    language === "nb"
      ? `${short(shop)}: Koble telefonen til ${short(person)} i kassen? Tallet ditt: ${number}`
      : `${short(shop)}: Link this phone to ${short(person)} at the till? Your number: ${number}`;
  return shortened(text, MAX_SCOPE_TEXT);
}
