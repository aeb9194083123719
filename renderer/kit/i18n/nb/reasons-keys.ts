/** Norwegian Bokmål: reasons for refused key commands, by the contract's codes. */
import type { KEY_REASONS } from "../../../../contract/reasons/keys.ts";

export const nbKeyReasons: Record<keyof typeof KEY_REASONS, string> = {
  refund_key_bad_file: "Filen inneholder ingen nøkkel som kan brukes. Forventet: {{expected}}. Ingenting ble lagret.",
  refund_key_none: "Denne kassen har ingen refusjonsnøkkel.",
  refund_key_there: "Denne kassen har allerede en refusjonsnøkkel. Slett den først.",
  refund_key_under_way:
    "En refusjon som pågår, trenger denne nøkkelen. Vent til den er ferdig, eller forkast den i køen. Ingenting ble endret.",
  refund_key_not_a_manager: "Bare en leder eller eier kan låse opp refusjonsnøkkelen. Ingenting ble endret.",
  refund_key_not_their_pin: "Det er ikke PIN-koden til {{name}}. Ingenting ble endret.",
  refund_key_cannot_unlock:
    "PIN-koden til {{name}} kan ikke låse opp refusjonsnøkkelen. Bruk PIN-koden til noen som kan. Er det ingen, slett nøkkelen og lag en ny.",
  refund_key_cashier:
    "PIN-koden til {{name}} kan ikke låse opp refusjonsnøkkelen. Bruk PIN-koden til en leder. Det er ikke refundert noe.",
  refund_key_not_enrolled:
    "PIN-koden til {{name}} kan ikke låse opp refusjonsnøkkelen ennå. Eieren gir tilgang under Innstillinger → API-nøkler. Det er ikke refundert noe.",
  refund_key_removed_by_owner: "Eieren slettet refusjonsnøkkelen.",
  refund_key_not_in_vault: "Refusjonsnøkkelen manglet blant kassens nøkler.",
  keys_no_keychain:
    "Denne maskinen har ingen nøkkelring, og eieren har ikke godtatt det ennå. Ingenting ble lagret. Godta det under Innstillinger → API-nøkler, eller velg en passfrase.",
  keys_demo: "Nøkkelen til en demo hører til demoens egen tjeneste og kan ikke byttes.",
  keys_unproven:
    "Tjenesten har ikke godtatt den nye nøkkelen ennå. Test den først, eller ta den i bruk med en begrunnelse. Ingenting ble endret.",
  keys_nothing_prepared: "Det er ingen ny nøkkel å ta i bruk. Ingenting ble endret.",
  keys_offered:
    "Kassen har sendt den nye nøkkelen til tjenesten og vet ikke om den ble godtatt. Begge nøklene beholdes. Registrer eller test den nye nøkkelen på nytt når forbindelsen er tilbake.",
  keys_secret_known: "En hemmelighet kommer fra tjenesten og trenger ikke å registreres. Ingenting ble endret.",
  keys_nothing_before: "Det finnes ingen forrige nøkkel lenger.",
  keys_still_needed:
    "Tjenesten godtar ikke den nye nøkkelen ennå, så den forrige trengs fortsatt for å ta betalt. Ingenting ble endret.",
  keys_changed_meanwhile: "Den nye nøkkelen ble byttet ut under testen. Test den siste.",
  keys_integrator: "en nøkkel: en integrator kan bare signere",
  keys_another: "en annen nøkkel enn den som er i bruk",
  keys_why_untested: "grunnen til at den tas i bruk uten test",
  keys_kept_well: "Nøklene til denne kassen er godt beskyttet. Det er ingenting å godta.",
};
