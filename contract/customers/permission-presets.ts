/** Default presets: what the customer is asked and why, in the customer's language. */
import type { OperatorLanguage } from "../values/customer-language.ts";
import type { PermissionPreset } from "./permissions.ts";

interface Words {
  name: string;
  purpose: string;
}

type Preset = Omit<PermissionPreset, keyof Words | "keepDays"> & Record<OperatorLanguage, Words>;

/** The preset whose answer sets the e-mail address for a payment's receipt. */
export const RECEIPT_BY_MAIL = "receipt-by-mail";

const PRESETS: readonly Preset[] = [
  {
    id: "ship-to-home",
    scope: ["shipping_address", "phone", "profile"],
    en: { name: "Ship to home", purpose: "To deliver the purchase" },
    nb: { name: "Send hjem", purpose: "For å levere kjøpet" },
    texts: {
      en: "May we see your name, address and phone number to deliver this purchase?",
      nb: "Kan vi se navn, adresse og telefonnummer, for å levere dette kjøpet hjem til deg?",
      sv: "Får vi se ditt namn, din adress och ditt telefonnummer för att leverera köpet hem till dig?",
      da: "Må vi se dit navn, din adresse og dit telefonnummer for at levere købet til dig?",
      fi: "Saammeko nähdä nimesi, osoitteesi ja puhelinnumerosi, jotta voimme toimittaa ostoksen kotiisi?",
      de: "Dürfen wir Name, Adresse und Telefonnummer sehen, um Ihnen diesen Einkauf zu liefern?",
      fr: "Pouvons-nous voir vos nom, adresse et téléphone pour vous livrer cet achat ?",
      es: "¿Podemos ver su nombre, dirección y teléfono para enviarle esta compra?",
      pl: "Czy możemy zobaczyć imię i nazwisko, adres i telefon, aby dostarczyć ten zakup?",
      uk: "Чи можна побачити ваше ім’я, адресу й телефон, щоб доставити цю покупку?",
    },
  },
  {
    id: RECEIPT_BY_MAIL,
    scope: ["email"],
    en: { name: "Receipt by e-mail", purpose: "To send the receipt" },
    nb: { name: "Kvittering på e-post", purpose: "For å sende kvitteringen" },
    texts: {
      en: "May we see your e-mail address to send you the receipt?",
      nb: "Kan vi se e-postadressen din, for å sende deg kvitteringen?",
      sv: "Får vi se din e-postadress för att skicka kvittot till dig?",
      da: "Må vi se din e-mailadresse for at sende dig kvitteringen?",
      fi: "Saammeko nähdä sähköpostiosoitteesi, jotta voimme lähettää kuitin?",
      de: "Dürfen wir Ihre E-Mail-Adresse sehen, um Ihnen den Beleg zu senden?",
      fr: "Pouvons-nous voir votre adresse e-mail pour vous envoyer le ticket ?",
      es: "¿Podemos ver su correo electrónico para enviarle el recibo?",
      pl: "Czy możemy zobaczyć adres e-mail, aby wysłać potwierdzenie?",
      uk: "Чи можна побачити вашу електронну адресу, щоб надіслати чек?",
    },
  },
  {
    id: "member",
    scope: ["openid", "profile", "phone", "email"],
    en: { name: "Member", purpose: "To find the customer's membership" },
    nb: { name: "Medlem", purpose: "For å finne kundens medlemskap" },
    texts: {
      en: "May we see your name, phone number and e-mail address to find your membership?",
      nb: "Kan vi se navn, telefonnummer og e-postadresse, for å finne medlemskapet ditt?",
      sv: "Får vi se ditt namn, telefonnummer och din e-postadress för att hitta ditt medlemskap?",
      da: "Må vi se dit navn, telefonnummer og din e-mailadresse for at finde dit medlemskab?",
      fi: "Saammeko nähdä nimesi, puhelinnumerosi ja sähköpostisi, jotta löydämme jäsenyytesi?",
      de: "Dürfen wir Name, Telefonnummer und E-Mail-Adresse sehen, um Ihre Mitgliedschaft zu finden?",
      fr: "Pouvons-nous voir vos nom, téléphone et e-mail pour trouver votre adhésion ?",
      es: "¿Podemos ver su nombre, teléfono y correo para encontrar su tarjeta de socio?",
      pl: "Czy możemy zobaczyć imię i nazwisko, telefon i e-mail, aby znaleźć członkostwo?",
      uk: "Чи можна побачити ім’я, телефон та електронну адресу, щоб знайти ваше членство?",
    },
  },
  {
    id: "age-18",
    scope: ["fodselsnummer"],
    en: { name: "Age check 18+", purpose: "To sell age-restricted items" },
    nb: { name: "Alderskontroll 18+", purpose: "For å selge varer med aldersgrense" },
    texts: {
      en: "May we check that you are 18 or older? We keep only the answer, not your national ID.",
      nb: "Kan vi sjekke at du er 18 år eller eldre? Vi tar vare på svaret og ikke fødselsnummeret.",
      sv: "Får vi kontrollera att du är 18 år eller äldre? Vi sparar svaret och inte ditt personnummer.",
      da: "Må vi kontrollere, at du er 18 år eller ældre? Vi gemmer svaret og ikke dit CPR-nummer.",
      fi: "Saammeko tarkistaa, että olet vähintään 18-vuotias? Säilytämme vastauksen, emme henkilötunnusta.",
      de: "Dürfen wir prüfen, ob Sie mindestens 18 sind? Wir behalten die Antwort, nicht Ihre Personennummer.",
      fr: "Pouvons-nous vérifier que vous avez 18 ans ou plus ? Nous gardons la réponse, pas votre numéro.",
      es: "¿Podemos comprobar que tiene 18 años o más? Guardamos la respuesta, no su número de identidad.",
      pl: "Czy możemy sprawdzić, że masz 18 lat lub więcej? Zachowujemy odpowiedź, a nie numer osobisty.",
      uk: "Чи можна перевірити, що вам є 18? Ми зберігаємо відповідь, а не ваш особистий номер.",
    },
  },
];

export function defaultPresets(language: OperatorLanguage): PermissionPreset[] {
  return PRESETS.map(({ id, scope, texts, [language]: { name, purpose } }) => ({
    id,
    name,
    scope: [...scope],
    texts: { ...texts },
    purpose,
    keepDays: 0,
  }));
}
