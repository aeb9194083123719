/** Norwegian Bokmål: why something about the till's keys was not done, by the contract's codes. */
import type { KEY_REASONS } from "../../../../contract/reasons-keys.ts";

export const nbKeyReasons: Record<keyof typeof KEY_REASONS, string> = {
  refund_key_bad_file: "Denne filen har ingen nøkkel som kan brukes. Ventet: {{expected}}. Ingenting ble tatt vare på.",
  refund_key_none: "Denne kassen har ingen refusjonsnøkkel. Ingenting ble endret.",
  refund_key_there: "Denne kassen har en refusjonsnøkkel allerede: fjern den først. Ingenting ble endret.",
  refund_key_under_way:
    "En refusjon er fortsatt i gang, og det er denne nøkkelen som signerer den: vent til den er avgjort, eller gi den opp i køen. Ingenting ble endret.",
  refund_key_not_a_manager: "Bare en leder eller eier kan låse opp refusjonsnøkkelen. Ingenting ble endret.",
  refund_key_not_their_pin: "Det er ikke PIN-koden til {{name}}. Ingenting ble endret.",
  refund_key_cannot_unlock:
    "PIN-koden til {{name}} låser ikke opp refusjonsnøkkelen: det må PIN-koden til en som kan det fra før. Er det ingen igjen, fjern nøkkelen og lag en ny. Ingenting ble endret.",
  refund_key_cashier:
    "PIN-koden til {{name}} låser ikke opp refusjonsnøkkelen til kassen: det gjør PIN-koden til en leder. Ingen penger er flyttet.",
  refund_key_not_enrolled:
    "PIN-koden til {{name}} låser ikke opp refusjonsnøkkelen til kassen ennå: eieren legger den til i innstillingene. Ingen penger er flyttet.",
  refund_key_removed_by_owner: "Eieren fjernet den.",
  refund_key_not_in_vault: "Den lå ikke lenger sammen med nøklene til kassen.",
  keys_no_keychain:
    "Denne maskinen har ikke noe nøkkelring-lager, og eieren har ikke godtatt det ennå: ingenting ble tatt vare på. Godta det, eller sett et passord.",
  keys_demo: "Nøkkelen til en demo hører til demoens egen tjeneste og byttes ikke. Ingenting ble endret.",
  keys_unproven:
    "Tjenesten har ikke godtatt den nye nøkkelen ennå. Test den først, eller sett den i kraft med en grunn. Ingenting ble endret.",
  keys_nothing_prepared: "Ingen ny nøkkel er klargjort. Ingenting ble endret.",
  keys_offered:
    "Kassen har sendt den nye nøkkelen til tjenesten, og det er ikke kjent om tjenesten tok imot den. Begge nøklene beholdes til det er kjent: registrer den igjen eller test den når forbindelsen er tilbake. Ingenting ble endret.",
  keys_secret_known:
    "En hemmelighet kommer fra tjenesten, som kjenner den fra før: det er ingenting å registrere. Ingenting ble endret.",
  keys_nothing_before: "Det er ingen forrige nøkkel lenger. Ingenting ble endret.",
  keys_still_needed:
    "Tjenesten godtar ikke den nye nøkkelen ennå: uten den forrige kunne denne kassen ikke ta imot betaling. Ingenting ble endret.",
  keys_changed_meanwhile: "En annen nøkkel ble klargjort mens denne ble testet. Test den.",
  keys_integrator: "en nøkkel: en integrator kan bare signere",
  keys_another: "en annen enn den som gjelder",
  keys_why_untested: "hvorfor den settes i kraft uten test",
  keys_kept_well: "Nøklene til denne kassen er godt bevart: det er ingenting å godta.",
};
