/** Norwegian Bokmål: reasons for refused commands about users, PINs and permissions, by the contract's codes. */
import type { STAFF_REASONS } from "../../../../contract/reasons/staff.ts";

export const nbStaffReasons: Record<keyof typeof STAFF_REASONS, string> = {
  pin_four_digits: "En PIN-kode må ha 4 til 12 sifre.",
  pin_six_digits: "Denne PIN-koden må ha 6 til 12 sifre.",
  pin_pattern: "For lett å gjette: gjentatte sifre, en tallrekke eller et mønster på tastaturet. Velg en annen.",
  pin_date: "For lett å gjette: den kan være en fødselsdag. Velg en annen.",
  pin_common: "For lett å gjette: denne PIN-koden er svært vanlig. Velg en annen.",
  pin_changed_often: "En PIN-kode kan endres tre ganger om dagen. Prøv igjen om {{hours}} t.",
  pin_demo: "Dette er demoens PIN-kode, som alle kjenner. Velg en annen.",
  pin_same: "PIN-kodene er ikke like. Prøv igjen.",
  pin_taken: "Denne PIN-koden kan ikke brukes her. Velg en annen.",
  pin_new_role: "Den nye rollen krever en ny PIN-kode med minst 6 sifre. Ingenting ble endret.",
  pin_of_approver: "PIN-koden til noen som kan godkjenne dette",
  pin_own: "PIN-koden til denne personen",
  role_owner: "Eierrollen har alle rettigheter og kan ikke endres.",
  role_cashier:
    "En kasserers PIN-kode kan ha fire sifre. Legg til en egen rolle for rapporter, varer, innstillinger eller ubegrensede refusjoner.",
  role_name_taken: "En annen rolle har dette navnet. Velg et annet.",
  role_not_known: "Denne kassen har ingen slik rolle.",
  role_built_in: "Kasserer, leder og eier kan endres, men ikke fjernes.",
  role_in_use: "{{name}} har denne rollen. Gi alle med denne rollen en annen rolle først.",
  role_full: "En kasse kan ha høyst {{most}} egne roller. Slett en først.",
  staff_sign_in_first: "Ingen er logget inn. Logg inn først, og prøv så igjen.",
  staff_name_taken: "Dette navnet er allerede i bruk. Velg et annet.",
  staff_not_known: "Denne personen finnes ikke i denne kassen.",
  staff_full: "En kasse kan ha høyst {{most}} personer. Fjern en først.",
  staff_last_owner: "En kasse må ha minst én eier. Gjør en annen til eier først.",
  staff_has_owner: "Denne kassen har allerede en eier. Bare en eier kan legge til flere eiere.",
  staff_wrong_pin: "Feil PIN-kode.",
  staff_asked_often: "Det er bedt om for mange godkjenninger på telefon her. Prøv igjen om {{seconds}} s.",
  staff_locked_out: "For mange feil PIN-koder. Prøv igjen om {{minutes}} min.",
  staff_may_not_approve: "{{name}} kan ikke godkjenne dette. Det er ikke trukket noe.",
  phone_not_known: "Denne telefonen kan ikke godkjenne noe i denne kassen.",
  phone_declined: "Avslått på telefonen.",
  phone_unproven: "Tjenesten bekreftet ikke hvem telefonen tilhører. Bruk PIN-koden.",
  phone_no_service_key:
    "Kassen har ingen sterk nøkkel fra tjenesten, så den kan ikke bekrefte telefonen. Bruk PIN-koden.",
  phone_not_answered: "Telefonen svarte ikke i tide. Vis en ny kode, eller bruk PIN-koden.",
  phone_not_sent: "Tjenesten godtok ikke forespørselen. Bruk PIN-koden.",
  phone_over: "Denne godkjenningen er allerede brukt, utløpt eller gjaldt noe annet. Spør igjen.",
  phone_needs_pin: "Refusjoner i denne kassen krever PIN-kode. Bruk PIN-koden.",
  phone_unavailable: "Godkjenning på telefon er ikke tilgjengelig nå. Bruk PIN-koden.",
  phone_taken: "Denne telefonen er allerede koblet til en annen i denne kassen. Ingenting er endret.",
  phone_wrong_number: "Det er ikke tallet på telefonen. Ingenting er koblet til. Vis en ny kode.",
  account_not_known:
    "Denne kontoen er ikke koblet til noen i denne kassen. Du er ikke logget inn. Bruk PIN-koden, eller be eieren koble til kontoen.",
  account_declined: "Innloggingen ble avslått i nettleseren. Ingenting er koblet til.",
  account_not_answered: "Nettleseren svarte ikke i tide. Bruk PIN-koden, eller begynn på nytt.",
  account_unproven: "Tjenesten bekreftet ikke hvem kontoen tilhører. Bruk PIN-koden. Ingenting er endret.",
  account_unnamed:
    "Tjenesten oppga verken navnet eller nummeret til kontoen. Ingenting er koblet til. Begynn på nytt, og del ett av dem.",
  account_no_service_key:
    "Kassen har ingen sterk nøkkel fra tjenesten, så den kan ikke bekrefte kontoen. Bruk PIN-koden. Ingenting er endret.",
  account_unavailable: "Innlogging hos tjenesten er ikke tilgjengelig nå. Bruk PIN-koden. Ingenting er endret.",
  account_off: "Innlogging med konto hos tjenesten er slått av i denne kassen. Bruk PIN-koden.",
  account_not_offered:
    "Tjenesten registrerte ikke kassen for innlogging med konto: {{cause}} Ingenting er endret. Logg inn med PIN-kode.",
  account_not_removed:
    "Tjenesten fjernet ikke registreringen: {{cause}} Innlogging med konto er slått av i denne kassen. Fjern applikasjonen i tjenestens portal.",
  phone_person_gone: "Denne personen kan ikke lenger logge inn. Ingenting er koblet til.",
};
