/** Norwegian: see `contract/reasons/permissions.ts`. */
import type { PERMISSION_REASONS } from "../../../../contract/reasons/permissions.ts";

export const nbPermissionReasons: Record<keyof typeof PERMISSION_REASONS, string> = {
  permission_unknown: "Denne kassen har ingen slik forespørsel.",
  permission_no_preset: "Dette spørsmålet finnes ikke lenger. Velg et annet.",
  permission_offline: "Kassen når ikke tjenesten, så kunden ble ikke spurt. Vent på forbindelsen, og spør igjen.",
  permission_no_code:
    "Denne kassen kan ikke vise en kode, siden den ikke får vite om skanninger. Be om kundens telefonnummer.",
  permission_no_code_yet:
    "Koden er ikke klar: kassen har ikke nådd tjenesten ennå. Vent litt, eller be om kundens telefonnummer.",
  permission_not_open: "Denne forespørselen er besvart eller avsluttet. Ingenting er endret.",
  permission_of_payment:
    "Dette ble det spurt om sammen med en betaling. Avbryt betalingen i stedet. Ingenting er endret.",
  permission_not_yet: "Kunden har ikke svart ennå. Vent på svaret på telefonen.",
  permission_nothing_kept: "Opplysningene om denne kunden er ikke lenger lagret. Spør igjen hvis du trenger dem.",
  permission_no_claim: "Kunden har ikke delt dette, eller det kunne ikke leses.",
  permission_no_token:
    "Kunden har ikke samtykket til å bli belastet igjen, eller samtykket er utløpt. Kunden er ikke belastet. Be kunden skanne, eller om telefonnummeret.",
  permission_never_sent:
    "Forespørselen kunne ikke sendes i tide, og kunden ble ikke spurt. Spør igjen hvis kunden fortsatt venter.",
  permission_not_answered:
    "Tjenesten svarte ikke i tide, så kunden kan være spurt. Kassen bruker ikke et sent svar, men tjenesten kan ta betalt for det. Spør igjen hvis kunden fortsatt venter.",
  permission_aborted:
    "Kassen har sluttet å vente. Den bruker ikke et sent svar, men tjenesten kan ta betalt for det; se rapportene.",
  permission_fee_unbooked:
    "Tjenesten oppgir et gebyr på {{fee}} (i valutaens minste enhet). Beløpet er usannsynlig eller i en annen valuta, og står ikke i noen rapport. Spør tjenesten om det.",
  permission_refused: "Tjenesten avviste denne forespørselen: {{cause}} Kunden ble ikke spurt.",
  permission_id_taken: "Tjenesten har en annen forespørsel med samme id. Ingenting av den blir brukt. Spør igjen.",
  permission_implausible:
    "Svaret fra tjenesten passer ikke til forespørselen og ble ikke brukt. Spør igjen, og ring kundestøtte hvis det skjer på nytt.",
  permission_lost: "Tjenesten har ikke lenger denne forespørselen. Ingenting er delt. Spør igjen.",
  permission_damaged: "Den lagrede forespørselen er skadet og ble ikke sendt. Spør igjen.",
  permission_not_granted: "Kunden delte ikke dette.",
  permission_expired_token: "Kundens samtykke utløp før opplysningene ble lest. Spør igjen hvis du trenger dem.",
  permission_not_read: "Tjenesten oppga ikke dette: {{cause}} Spør igjen hvis du trenger det.",
  permission_no_id_token: "Tjenesten oppga ikke hvem kunden er.",
  permission_bad_id_token: "Beviset på hvem kunden er, er ugyldig og ble ikke brukt.",
  permission_no_service_key:
    "Kundens identitet kan ikke bekreftes: kassen har ingen sterk nøkkel fra tjenesten. Eieren legger den inn under Innstillinger → Sett opp på nytt.",
  permission_age_unclear: "Svaret fra tjenesten viser ikke alderen. Ingenting er lagret. Sjekk kundens legitimasjon.",
  permission_age_disagrees:
    "Opplysningene om kundens alder stemmer ikke overens, så alderen er ikke bekreftet. Sjekk kundens legitimasjon.",
  permission_erased: "Opplysningene kunden delte, er slettet. Spør igjen hvis du trenger dem.",
  label_no_printer:
    "Ingen kvitteringsskriver er satt opp. Lagre adresselappen som PDF, eller be eieren sette opp en skriver.",
  label_no_address: "Kunden har ikke delt noen adresse. Spør kunden om den.",
  label_queue:
    "Adresselapper skrives ikke ut via en utskriftskø, for den lagrer kopier på disken. Lagre lappen som PDF, eller sett opp en USB- eller nettverksskriver.",
  label_not_printed:
    "Adresselappen ble ikke skrevet ut: {{cause}} Sjekk skriveren og skriv ut på nytt, eller lagre den som PDF.",
  label_unknown:
    "Adresselappen kan ha blitt skrevet ut: {{cause}} Sjekk skriveren. Skriv ut på nytt om nødvendig, og makuler en lapp som ikke er hel.",
  printer_unreachable: "Skriveren kan ikke nås.",
  printer_no_answer: "Skriveren svarer ikke i tide.",
  printer_paper_out: "Skriveren er tom for papir.",
  printer_cover_open: "Lokket på skriveren er åpent.",
  printer_printer_error: "Skriveren melder en feil.",
  printer_no_permission: "Systemet lar ikke kassen bruke skriveren.",
  printer_queue_stopped: "Skriverens utskriftskø er satt på pause.",
  printer_interrupted: "Forbindelsen ble brutt under utskriften.",
};
