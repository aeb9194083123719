/** Norwegian Bokmål: why something about people, PINs and rights was not done, by the contract's codes. */
import type { STAFF_REASONS } from "../../../../contract/reasons-staff.ts";

export const nbStaffReasons: Record<keyof typeof STAFF_REASONS, string> = {
  pin_four_digits: "En PIN-kode har 4 til 12 sifre.",
  pin_six_digits: "Denne PIN-koden trenger 6 til 12 sifre.",
  pin_pattern: "For lett å gjette: sifre som gjentas, går på rad eller lager et mønster på tastene. Velg en annen.",
  pin_date: "For lett å gjette: den kan være en fødselsdag. Velg en annen.",
  pin_common: "For lett å gjette: mange har den. Velg en annen.",
  pin_changed_often: "En PIN-kode kan endres tre ganger om dagen. Prøv igjen om {{hours}} t. Ingen penger er flyttet.",
  pin_demo: "Dette er demoens PIN-kode, som alle kan lese. Velg en annen.",
  pin_same: "De to PIN-kodene er ikke like. Prøv igjen.",
  pin_taken: "Denne PIN-koden kan ikke brukes her. Velg en annen.",
  pin_new_role: "Den nye rollen trenger en ny PIN-kode med minst 6 sifre. Ingenting ble endret.",
  pin_of_approver: "PIN-koden til en som har lov til dette",
  pin_own: "PIN-koden til denne personen",
  role_owner: "Eierens rolle har alle rettigheter, og blir som den er.",
  role_cashier:
    "En kasserers PIN-kode kan ha fire sifre: rapporter, varer, innstillinger og refusjoner uten grense krever en egen rolle.",
  role_name_taken: "En annen rolle har dette navnet. Velg et annet.",
  role_not_known: "Denne rollen er ikke kjent i denne kassen.",
  role_built_in: "Kasserer, leder og eier blir værende: de kan endres, ikke fjernes.",
  role_in_use: "{{name}} har denne rollen. Gi alle som har den, en annen først.",
  role_full: "En kasse kan ha høyst {{most}} egne roller. Fjern en av dem først.",
  staff_name_taken: "Noen her har dette navnet. Velg et annet.",
  staff_not_known: "Denne personen er ukjent i denne kassen.",
  staff_full: "En kasse kjenner høyst {{most}} personer. Fjern en av dem først.",
  staff_last_owner: "En kasse har minst én eier. Gjør en annen til eier først.",
  staff_has_owner: "Denne kassen har en eier allerede: bare eieren kan legge til en til.",
  staff_wrong_pin: "Feil PIN-kode.",
  staff_asked_often:
    "Telefoner er spurt for ofte her. Ingen ble spurt nå: prøv igjen om {{seconds}} s. Ingen penger er flyttet.",
  staff_locked_out: "For mange feil PIN-koder. Prøv igjen om {{minutes}} min. Ingen penger er flyttet.",
  staff_may_not_approve: "{{name}} har ikke lov til å godkjenne dette. Ingen penger er flyttet.",
  phone_not_known: "Telefonen som skannet koden, kan ikke godkjenne noe i denne kassen. Ingen penger er flyttet.",
  phone_declined: "Telefonen sa nei. Ingen penger er flyttet.",
  phone_unproven: "Tjenesten beviste ikke hvem telefonen tilhører. Bruk PIN-koden. Ingen penger er flyttet.",
  phone_no_service_key:
    "Kassen har ingen sterk nøkkel fra tjenesten, og kan ikke vite hvem telefonen tilhører. Bruk PIN-koden. Ingen penger er flyttet.",
  phone_not_answered: "Telefonen svarte ikke i tide. Vis en ny kode, eller bruk PIN-koden. Ingen penger er flyttet.",
  phone_not_sent: "Tjenesten tok ikke imot spørsmålet. Bruk PIN-koden. Ingen penger er flyttet.",
  phone_over:
    "Denne godkjenningen er brukt, tok for lang tid eller gjaldt noe annet. Spør igjen. Ingen penger er flyttet.",
  phone_needs_pin: "Refusjoner i denne kassen låses bare opp av en PIN-kode. Bruk PIN-koden. Ingen penger er flyttet.",
  phone_unavailable: "Telefonen kan ikke spørres nå. Bruk PIN-koden. Ingen penger er flyttet.",
  phone_taken: "Denne telefonen er koblet til en annen person i denne kassen. Ingenting er endret.",
  phone_wrong_number: "Det er ikke tallet på telefonen. Ingenting er koblet: vis en ny kode.",
  account_not_known:
    "Denne kontoen hos tjenesten tilhører ingen i denne kassen. Ingen er logget inn: bruk PIN-koden, eller be eieren koble til kontoen.",
  account_declined: "Spørsmålet i nettleseren ble besvart med nei. Ingen er logget inn, og ingenting er koblet til.",
  account_not_answered: "Det kom ikke noe svar fra nettleseren i tide. Bruk PIN-koden, eller begynn på nytt.",
  account_unproven: "Tjenesten beviste ikke hvem kontoen tilhører. Bruk PIN-koden. Ingenting er endret.",
  account_unnamed:
    "Tjenesten oppga verken navnet eller nummeret til kontoen. Ingenting er koblet til. Begynn på nytt, og del ett av dem der.",
  account_no_service_key:
    "Kassen har ingen sterk nøkkel fra tjenesten, og kan ikke vite hvem kontoen tilhører. Bruk PIN-koden. Ingenting er endret.",
  account_unavailable: "Innloggingen hos tjenesten kan ikke nås nå. Bruk PIN-koden. Ingenting er endret.",
  account_off: "Innlogging med konto hos tjenesten er slått av i denne kassen. Bruk PIN-koden.",
  account_not_offered:
    "Tjenesten registrerer ikke kassen for dette: {{cause}} Ingenting er endret; folk logger inn med PIN-kodene sine.",
  account_not_removed:
    "Tjenesten tok ikke registreringen tilbake: {{cause}} Det er slått av i denne kassen; fjern applikasjonen i tjenestens portal.",
  phone_person_gone: "Denne personen kan ikke logge inn lenger. Ingenting er koblet.",
};
