/** Norwegian Bokmål: why something about people, PINs and rights was not done, by the contract's codes. */
import type { STAFF_REASONS } from "../../../../contract/reasons-staff.ts";

export const nbStaffReasons: Record<keyof typeof STAFF_REASONS, string> = {
  pin_four_digits: "PIN-koden ble avvist: den må ha 4 til 12 sifre.",
  pin_six_digits: "PIN-koden ble avvist: den må ha 6 til 12 sifre.",
  pin_pattern:
    "PIN-koden ble avvist: den er et mønster, og slike prøves først. Velg sifre uten rekke, gjentakelse, speilvending eller linje på tastaturet.",
  pin_date: "PIN-koden ble avvist: den kan være en fødselsdag, og slike prøves først. Velg sifre som ikke er en dato.",
  pin_common: "PIN-koden ble avvist: den er blant de vanligste. Velg sifre som ingen gjetter.",
  pin_changed_often: "En PIN-kode kan endres tre ganger om dagen. Prøv igjen om {{hours}} t. Ingen penger er flyttet.",
  pin_demo: "PIN-koden ble avvist: den er demoens, og den kan alle lese. Velg en annen.",
  pin_same: "De to PIN-kodene er ulike. Skriv den samme PIN-koden to ganger.",
  pin_taken: "PIN-koden ble avvist: den kan ikke brukes her. Velg en annen.",
  pin_new_role: "Den nye rollen trenger en ny PIN-kode på minst 6 sifre. Ingenting ble endret.",
  pin_of_approver: "PIN-koden til en som har lov til dette",
  pin_own: "PIN-koden til denne personen",
  staff_name_taken: "et navn som ingen andre her har",
  staff_not_known: "Denne personen er ukjent i denne kassen.",
  staff_full: "En kasse kjenner høyst {{most}} personer. Fjern en av dem først.",
  staff_last_owner: "En kasse har minst én eier. Gjør en annen til eier først.",
  staff_has_owner: "Denne kassen har en eier allerede: bare eieren kan legge til en til.",
  staff_wrong_pin: "Den PIN-koden er ukjent i denne kassen.",
  staff_locked_out: "For mange feil PIN-koder. Prøv igjen om {{minutes}} min. Ingen penger er flyttet.",
  staff_may_not_approve: "{{name}} har ikke lov til å godkjenne dette. Ingen penger er flyttet.",
};
