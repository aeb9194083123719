/** Norwegian Bokmål: why something about people, PINs and rights was not done, by the contract's codes. */
import type { STAFF_REASONS } from "../../../../contract/reasons-staff.ts";

export const nbStaffReasons: Record<keyof typeof STAFF_REASONS, string> = {
  pin_four_digits: "En PIN-kode har 4 til 12 sifre.",
  pin_six_digits: "Denne PIN-koden trenger 6 til 12 sifre.",
  pin_pattern: "For lett å gjette. Velg en annen.",
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
  staff_name_taken: "et navn som ingen andre her har",
  staff_not_known: "Denne personen er ukjent i denne kassen.",
  staff_full: "En kasse kjenner høyst {{most}} personer. Fjern en av dem først.",
  staff_last_owner: "En kasse har minst én eier. Gjør en annen til eier først.",
  staff_has_owner: "Denne kassen har en eier allerede: bare eieren kan legge til en til.",
  staff_wrong_pin: "Feil PIN-kode.",
  staff_locked_out: "For mange feil PIN-koder. Prøv igjen om {{minutes}} min. Ingen penger er flyttet.",
  staff_may_not_approve: "{{name}} har ikke lov til å godkjenne dette. Ingen penger er flyttet.",
};
