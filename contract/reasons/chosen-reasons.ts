/** Preset reasons. A chosen reason is stored and sent as a sentence, and shown to readers in their own language. */
import { type CustomerLanguage, OPERATOR_LANGUAGES, type OperatorLanguage } from "../values/customer-language.ts";

type Words<L extends CustomerLanguage> = Readonly<Record<L, string>>;

export const REFUND_REASONS: Record<"returned" | "wrongAmount" | "twice" | "notDelivered", Words<CustomerLanguage>> = {
  returned: {
    en: "Goods returned",
    nb: "Varer levert tilbake",
    sv: "Återlämnad vara",
    da: "Vare returneret",
    fi: "Tuote palautettu",
    de: "Ware zurückgegeben",
    fr: "Article retourné",
    es: "Artículo devuelto",
    pl: "Zwrot towaru",
    uk: "Повернення товару",
  },
  wrongAmount: {
    en: "Wrong amount",
    nb: "Feil beløp",
    sv: "Fel belopp",
    da: "Forkert beløb",
    fi: "Väärä summa",
    de: "Falscher Betrag",
    fr: "Montant erroné",
    es: "Importe incorrecto",
    pl: "Błędna kwota",
    uk: "Неправильна сума",
  },
  twice: {
    en: "Charged twice",
    nb: "Belastet to ganger",
    sv: "Debiterad två gånger",
    da: "Trukket to gange",
    fi: "Veloitettu kahdesti",
    de: "Doppelt abgebucht",
    fr: "Débité deux fois",
    es: "Cobrado dos veces",
    pl: "Podwójne obciążenie",
    uk: "Подвійне списання",
  },
  notDelivered: {
    en: "Not delivered",
    nb: "Ikke levert",
    sv: "Inte levererad",
    da: "Ikke leveret",
    fi: "Ei toimitettu",
    de: "Nicht geliefert",
    fr: "Non livré",
    es: "No entregado",
    pl: "Nie dostarczono",
    uk: "Не доставлено",
  },
};

export const DISCARD_REASONS: Record<
  "doneOtherwise" | "notNeeded" | "mistake" | "cannotWork",
  Words<OperatorLanguage>
> = {
  doneOtherwise: { en: "Done another way", nb: "Gjort på en annen måte" },
  notNeeded: { en: "No longer needed", nb: "Trengs ikke lenger" },
  mistake: { en: "Requested by mistake", nb: "Bedt om ved en feil" },
  cannotWork: { en: "The service does not accept it", nb: "Tjenesten tar den aldri imot" },
};

/** Returns a preset reason in the given language. Free text is returned unchanged. */
export function localisedReason(language: CustomerLanguage, text: string): string {
  const refund = Object.values(REFUND_REASONS).find((words) => Object.values(words).includes(text));
  if (refund !== undefined) return refund[language];
  const discard = Object.values(DISCARD_REASONS).find((words) => Object.values(words).includes(text));
  const operatorLanguage = OPERATOR_LANGUAGES.find((each) => each === language);
  return (operatorLanguage && discard?.[operatorLanguage]) ?? text;
}
