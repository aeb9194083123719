/** Text for customers at a kiosk that is out of order, in the shop's language and in English. */
import { type CustomerLanguage, customerLanguageOf } from "../../../contract/values/customer-language.ts";
import type { Contact } from "../../app/breakdowns.ts";
import { escapeHtml } from "../../lib/html.ts";

interface KioskWords {
  title: string;
  /** What happened, and what is unavailable */
  nothing: string;
  /** True if money was taken */
  safe: string;
  call: string;
}

const WORDS: Readonly<Record<CustomerLanguage, KioskWords>> = {
  en: {
    title: "Out of order",
    nothing: "Nothing can be bought here at the moment.",
    safe: "If you have paid, your payment is recorded. Nothing is charged twice.",
    call: "Questions? Call",
  },
  nb: {
    title: "Ute av drift",
    nothing: "Det er ikke mulig å kjøpe noe her akkurat nå.",
    safe: "Har du betalt, er betalingen registrert. Du belastes ikke to ganger.",
    call: "Spørsmål? Ring",
  },
  sv: {
    title: "Ur funktion",
    nothing: "Det går inte att köpa något här just nu.",
    safe: "Om du har betalat är betalningen registrerad. Du debiteras inte två gånger.",
    call: "Frågor? Ring",
  },
  da: {
    title: "Ude af drift",
    nothing: "Der kan ikke købes noget her lige nu.",
    safe: "Har du betalt, er betalingen registreret. Du bliver ikke opkrævet to gange.",
    call: "Spørgsmål? Ring",
  },
  fi: {
    title: "Epäkunnossa",
    nothing: "Täältä ei voi ostaa mitään juuri nyt.",
    safe: "Jos olet maksanut, maksusi on kirjattu. Sinulta ei veloiteta kahdesti.",
    call: "Kysyttävää? Soita",
  },
  de: {
    title: "Außer Betrieb",
    nothing: "Hier kann im Moment nichts gekauft werden.",
    safe: "Wenn Sie bezahlt haben, ist Ihre Zahlung erfasst. Nichts wird doppelt abgebucht.",
    call: "Fragen? Rufen Sie an:",
  },
  fr: {
    title: "Hors service",
    nothing: "Aucun achat n’est possible ici pour le moment.",
    safe: "Si vous avez payé, votre paiement est enregistré. Rien n’est débité deux fois.",
    call: "Des questions ? Appelez le",
  },
  es: {
    title: "Fuera de servicio",
    nothing: "En este momento no se puede comprar nada aquí.",
    safe: "Si ha pagado, su pago está registrado. No se le cobra dos veces.",
    call: "¿Preguntas? Llame al",
  },
  pl: {
    title: "Nieczynne",
    nothing: "W tej chwili nie można tu nic kupić.",
    safe: "Jeśli zapłacono, płatność jest zapisana. Nic nie zostanie pobrane dwa razy.",
    call: "Pytania? Zadzwoń:",
  },
  uk: {
    title: "Не працює",
    nothing: "Зараз тут нічого не можна купити.",
    safe: "Якщо ви заплатили, ваш платіж записано. Двічі гроші не списуються.",
    call: "Запитання? Телефонуйте:",
  },
};

/** Returns the page's sections, the shop's language first. @param contact null if the shop is unknown */
export function kioskSections(contact: Contact | null): string {
  const shopLanguage = contact === null ? "en" : customerLanguageOf(contact.locale);
  const languages = [...new Set<CustomerLanguage>([shopLanguage, "en"])];
  return languages.map((language) => section(language, contact?.phone ?? null)).join("\n");
}

function section(language: CustomerLanguage, phone: string | null): string {
  const { title, nothing, safe, call } = WORDS[language];
  return `<section lang="${language}">
<h1>${title}</h1>
<p>${nothing}</p>
<p>${safe}</p>${phone === null ? "" : `\n<p>${call} <strong>${escapeHtml(phone)}</strong></p>`}
</section>`;
}
