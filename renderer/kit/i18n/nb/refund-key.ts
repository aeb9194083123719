/** Refusjonsnøkkelen til en kasse som logger inn med en hemmelighet. */
import type { enRefundKey } from "../en/refund-key.ts";

export const nbRefundKey: typeof enRefundKey = {
  refundKey: {
    title: "Refusjonsnøkkel",
    text: "Betalingstjenesten tar bare imot refusjoner som en nøkkel har signert. Kassen holder en slik nøkkel låst: lederens PIN låser den opp for én refusjon om gangen.",
    none: "Kassen har ingen refusjonsnøkkel: den kan ikke gi penger tilbake.",
    notNeeded: "Ikke i bruk nå: kassen signerer hver forespørsel med en egen nøkkel.",
    weak: "Avgjør først nedenfor hvordan nøkler oppbevares på denne maskinen.",
    make: "Lag en refusjonsnøkkel …",
    makeText: "Lages her. Den private halvdelen forlater aldri denne maskinen.",
    import: "Bruk en nøkkelfil …",
    importText: "En privat nøkkel i PEM (RSA, minst 2048 bit), uten passord.",
    makeTitle: "Lag en refusjonsnøkkel",
    importTitle: "Bruk denne nøkkelen til refusjoner",
    keepText: "Din PIN låser den opp fra nå av. Registrer deretter den offentlige halvdelen hos betalingstjenesten.",
    keep: "Lås den med min PIN",
    ownPin: "Din egen PIN",
    registerText:
      "Registrer denne offentlige halvdelen hos betalingstjenesten, på kassens bruker. Til da avviser tjenesten refusjoner; salg går som vanlig.",
    since: "Laget {{time}} av {{name}}",
    sinceUnnamed: "Laget {{time}}",
    remove: "Fjern den …",
    removeTitle: "Fjerne refusjonsnøkkelen?",
    removeText:
      "Den slettes for godt, og kassen kan ikke gi penger tilbake før den har fått en ny. Ta også den offentlige halvdelen bort hos betalingstjenesten.",
    removeConfirm: "Fjern den",
    people: "Hvem som kan låse den opp",
    peopleText:
      "En PIN de bytter selv, låser den fortsatt opp. Etter en PIN som noen andre har satt for dem, må de innrulleres på nytt.",
    unlocks: "Låser opp refusjoner",
    locked: "Må innrulleres",
    enrol: "Innruller …",
    enrolOf: "Innruller {{name}}",
    enrolTitle: "La {{name}} låse opp refusjoner",
    enrolText: "Begge taster PIN: du låser nøkkelen opp, og {{name}} låser den også for seg selv.",
    enrolPin: "PIN til en som kan låse den opp",
    personPin: "PIN til {{name}}",
    enrolConfirm: "Innruller",
    refundHint: "På denne kassen låser lederens PIN opp hver refusjon, uansett hvem som er logget inn.",
    retryText:
      "Den samme refusjonen sendes på nytt, med samme id: den kan ikke gjøres to ganger. Lederens PIN låser opp nøkkelen for den.",
    newPinHint: "Etter dette må de innrulleres på nytt for refusjoner: Innstillinger, Nøkkel og hemmelighet.",
  },
};
