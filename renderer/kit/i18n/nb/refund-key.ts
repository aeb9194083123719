/** Norwegian Bokmål: the refund key of a till that signs in with a secret. */
import type { enRefundKey } from "../en/refund-key.ts";

export const nbRefundKey: typeof enRefundKey = {
  refundKey: {
    title: "Refusjonsnøkkel",
    text: "Betalingstjenesten tar bare imot signerte refusjoner. PIN-koden til en leder låser opp kassens refusjonsnøkkel for én refusjon om gangen.",
    none: "Kassen kan ikke refundere: den har ingen refusjonsnøkkel.",
    notNeeded: "Ikke i bruk: kassen signerer hver forespørsel med sin egen nøkkel.",
    weak: "Velg først nedenfor hvordan nøkler lagres på denne maskinen.",
    make: "Lag en refusjonsnøkkel…",
    makeText: "Den private nøkkelen forlater aldri denne maskinen.",
    import: "Importer en nøkkel…",
    importText: "En privat nøkkel i PEM (RSA, minst 2048 biter), uten passord.",
    makeTitle: "Lag en refusjonsnøkkel",
    importTitle: "Importer en refusjonsnøkkel",
    keepText: "PIN-koden din vil låse opp nøkkelen. Registrer deretter den offentlige nøkkelen hos betalingstjenesten.",
    keep: "Lås med PIN-koden min",
    ownPin: "PIN-koden din",
    registerText:
      "Registrer den offentlige nøkkelen hos betalingstjenesten, på brukeren til kassen. Refusjoner avvises til det er gjort; salg går som vanlig.",
    since: "Laget {{time}} av {{name}}",
    sinceUnnamed: "Laget {{time}}",
    remove: "Slett…",
    removeTitle: "Slette refusjonsnøkkelen?",
    removeText:
      "Kassen kan ikke refundere før den har fått en ny refusjonsnøkkel. Fjern også den offentlige nøkkelen hos betalingstjenesten.",
    removeConfirm: "Slett",
    people: "Hvem som kan låse opp refusjoner",
    peopleText:
      "Ansatte som bytter PIN-kode selv, beholder tilgangen. Gi dem tilgang på nytt når andre har satt en ny PIN-kode for dem.",
    unlocks: "Kan låse opp refusjoner",
    locked: "Har ikke tilgang ennå",
    enrol: "Gi tilgang…",
    enrolOf: "Gi {{name}} tilgang",
    enrolTitle: "La {{name}} låse opp refusjoner",
    enrolText: "Skriv PIN-koden din, og la så {{name}} skrive sin.",
    enrolPin: "PIN-koden til en som kan låse opp refusjoner",
    personPin: "PIN-koden til {{name}}",
    enrolConfirm: "Gi tilgang",
    refundHint: "Hver refusjon krever PIN-koden til en leder.",
    retryText: "Den samme refusjonen sendes på nytt og kan ikke betales to ganger. Den krever PIN-koden til en leder.",
    newPinHint: "Gi dem deretter tilgang til refusjoner igjen under Innstillinger → API-nøkler.",
  },
};
