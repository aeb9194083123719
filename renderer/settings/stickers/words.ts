import type { Sticker } from "../../../contract/payments/stickers.ts";
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";

interface StickerWords {
  language: string;
  scan: string;
  steps: readonly [open: string, scan: string, approve: string];
}

export const STICKER_WORDS: Readonly<Record<CustomerLanguage, StickerWords>> = {
  en: { language: "English", scan: "Scan to pay", steps: ["Open the app", "Scan the code", "Approve"] },
  nb: { language: "norsk", scan: "Skann for å betale", steps: ["Åpne appen", "Skann koden", "Godkjenn"] },
  sv: { language: "svenska", scan: "Skanna för att betala", steps: ["Öppna appen", "Skanna koden", "Godkänn"] },
  da: { language: "dansk", scan: "Scan for at betale", steps: ["Åbn appen", "Scan koden", "Godkend"] },
  fi: { language: "suomi", scan: "Skannaa ja maksa", steps: ["Avaa sovellus", "Skannaa koodi", "Hyväksy"] },
  de: { language: "Deutsch", scan: "Scannen und zahlen", steps: ["App öffnen", "Code scannen", "Bestätigen"] },
  fr: { language: "français", scan: "Scannez pour payer", steps: ["Ouvrez l’appli", "Scannez le code", "Validez"] },
  es: { language: "español", scan: "Escanee para pagar", steps: ["Abra la app", "Escanee el código", "Apruebe"] },
  pl: { language: "polski", scan: "Zeskanuj i zapłać", steps: ["Otwórz aplikację", "Zeskanuj kod", "Zatwierdź"] },
  uk: {
    language: "українська",
    scan: "Скануйте й платіть",
    steps: ["Відкрийте застосунок", "Скануйте код", "Підтвердьте"],
  },
};

export function printedLanguages(usual: CustomerLanguage): CustomerLanguage[] {
  return usual === "en" ? ["en"] : [usual, "en"];
}

/** Distributes stickers over sheets; a single one fills a sheet of six. */
export function pagesOf(stickers: readonly Sticker[], perPage: 1 | 6): Sticker[][] {
  const [only, ...others] = stickers;
  const copies =
    perPage === 6 && only !== undefined && others.length === 0 ? Array.from({ length: 6 }, () => only) : stickers;
  return Array.from({ length: Math.ceil(copies.length / perPage) }, (_, index) =>
    copies.slice(index * perPage, (index + 1) * perPage),
  );
}
