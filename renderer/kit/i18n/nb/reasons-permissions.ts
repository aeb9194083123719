/** Norwegian: see `contract/reasons-permissions.ts`. */
import type { PERMISSION_REASONS } from "../../../../contract/reasons-permissions.ts";

export const nbPermissionReasons: Record<keyof typeof PERMISSION_REASONS, string> = {
  permission_unknown: "Denne kassen har ikke spurt noen om dette. Ingen penger er flyttet.",
  permission_no_preset: "Dette forhåndsvalget finnes ikke lenger. Velg et annet. Ingen penger er flyttet.",
  permission_offline:
    "Kunden kan ikke spørres mens tjenesten er utilgjengelig. Ingen er spurt, og ingen penger er flyttet. Vent på forbindelsen, og spør igjen.",
  permission_no_code:
    "Denne kassen får ikke vite om skanninger, så det finnes ingen kode å vise. Ingen er spurt, og ingen penger er flyttet. Be om kundens telefonnummer.",
  permission_no_code_yet:
    "Koden kan ikke vises ennå: kassen har ikke nådd tjenesten. Ingen er spurt, og ingen penger er flyttet. Vent litt, eller be om kundens telefonnummer.",
  permission_not_open: "Dette er besvart eller over. Ingenting er endret, og ingen penger er flyttet.",
  permission_of_payment:
    "Det ble spurt om dette sammen med en betaling: avbryt den. Ingenting er endret, og ingen penger er flyttet.",
  permission_not_yet: "Kunden har ikke svart ennå. Vent på svaret på telefonen. Ingen penger er flyttet.",
  permission_nothing_kept:
    "Ingenting om denne kunden er lagret lenger. Spør igjen hvis det trengs. Ingen penger er flyttet.",
  permission_no_claim: "Kunden har ikke delt dette, eller det kunne ikke leses. Ingen penger er flyttet.",
  permission_no_token:
    "Kundens samtykke til å bli belastet igjen er over, eller ble aldri gitt. Ingen er belastet. Be kunden skanne, eller om telefonnummeret.",
  permission_never_sent:
    "Det kunne ikke sendes i tide, og kunden ble ikke spurt. Ingen penger er flyttet. Spør igjen hvis kunden fortsatt venter.",
  permission_not_answered:
    "Tjenesten svarte ikke i tide, så det er ikke kjent om kunden ble spurt. Svaret deres blir ikke brukt. Sier de ja likevel, viser rapportene hva tjenesten tar betalt for det. Spør igjen hvis kunden fortsatt venter.",
  permission_aborted:
    "Kassen har sluttet å vente. Det kunden eventuelt svarer, blir ikke brukt. Sier kunden ja likevel, viser rapportene hva tjenesten tar betalt for det.",
  permission_fee_unbooked:
    "Tjenesten sier at den tar {{fee}} (i valutaens minste enhet) for dette. Det kan ikke stemme, eller er i en annen valuta enn kassens, og står ikke i noen av kassens rapporter. Spør tjenesten om det.",
  permission_refused:
    "Tjenesten tar ikke imot denne forespørselen: {{cause}} Ingen er spurt, og ingen penger er flyttet.",
  permission_id_taken:
    "Tjenesten har en annen forespørsel under samme navn. Ingenting av den blir brukt, og ingen penger er flyttet. Spør igjen.",
  permission_implausible:
    "Svaret fra tjenesten passer ikke til det det ble spurt om. Ingenting av det blir brukt eller lagret, og ingen penger er flyttet. Spør igjen, og si fra til kundestøtte hvis det skjer en gang til.",
  permission_lost:
    "Tjenesten kjenner ikke denne forespørselen lenger. Ingenting er delt, og ingen penger er flyttet. Spør igjen.",
  permission_damaged:
    "Det som var lagret av denne forespørselen, er skadet. Den ble ikke sendt, og ingen penger er flyttet. Spør igjen.",
  permission_not_granted: "Kunden delte ikke dette.",
  permission_expired_token: "Kundens samtykke løp ut før dette ble lest. Spør igjen hvis det trengs.",
  permission_not_read: "Tjenesten ga ikke dette: {{cause}} Spør igjen hvis det trengs.",
  permission_no_id_token: "Tjenesten sa ikke hvem kunden er.",
  permission_bad_id_token: "Beviset på hvem kunden er, holder ikke. Det blir ikke brukt.",
  permission_no_service_key:
    "Hvem kunden er, kan ikke bevises: kassen har ingen nøkkel fra tjenesten som er sterk nok. Eieren legger den inn under Nøkler.",
  permission_age_unclear:
    "Alderen kan ikke regnes ut av det tjenesten sa. Ingenting av det er lagret. Sjekk kundens legitimasjon.",
  permission_age_disagrees:
    "Bevisene for kundens alder sier ikke det samme: alderen er ikke bevist, og ingen penger er flyttet. Sjekk kundens legitimasjon.",
  permission_erased:
    "Det kunden delte, er slettet. Ingenting er gjort med det, og ingen penger er flyttet. Spør igjen hvis det trengs.",
  label_no_printer:
    "Ingen kvitteringsskriver er satt opp. Ingenting er skrevet ut, og ingen penger er flyttet. Lagre adresselappen som PDF, eller be eieren sette opp en skriver.",
  label_no_address:
    "Kunden har ikke delt noen adresse. Ingenting er skrevet ut, og ingen penger er flyttet. Spør kunden selv.",
  label_queue:
    "En utskriftskø lagrer det den skriver ut på disken, og derfor skrives adresser ikke ut der. Ingenting er skrevet ut, og ingen penger er flyttet. Lagre adresselappen som PDF, eller sett opp en skriver med USB eller på nettverket.",
  label_not_printed:
    "Adresselappen ble ikke skrevet ut: {{cause}} Ingenting av den er lagret i skriveren eller kassen, og ingen penger er flyttet. Se til skriveren og skriv ut på nytt, eller lagre den som PDF.",
  label_unknown:
    "Adresselappen kan ha kommet ut, hel eller i deler: {{cause}} Ingen penger er flyttet. Se på skriveren. Skriv ut på nytt hvis den ikke kom, og riv i stykker det som ikke er helt.",
  printer_unreachable: "Skriveren svarer ikke.",
  printer_no_answer: "Skriveren sier ingenting.",
  printer_paper_out: "Det er tomt for papir.",
  printer_cover_open: "Dekselet er åpent.",
  printer_printer_error: "Skriveren har en feil.",
  printer_no_permission: "Systemet lar ikke kassen bruke skriveren.",
  printer_queue_stopped: "Skriverens utskriftskø er satt på pause.",
  printer_interrupted: "Forbindelsen ble brutt underveis.",
};
