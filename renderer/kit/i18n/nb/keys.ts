/** Kassens nøkkel: hva som gjelder, hvordan den byttes, og hvordan den oppbevares. */
import type { enKeys } from "../en/keys.ts";

export const nbKeys: typeof enKeys = {
  rotation: {
    title: "API-nøkkel",
    intro: "Nøkkelen eller hemmeligheten kassen logger inn med. Du kan bytte den uten å stenge.",
    inForce: "I bruk",
    scheme: {
      "RSA-SHA256": "En nøkkel som signerer hver forespørsel",
      SECRET: "En hemmelighet som sendes med hver forespørsel",
    },
    kind: "Logger inn med",
    fingerprint: "Fingeravtrykk",
    since: "I bruk siden",
    sinceSetup: "Oppsettet",
    noPublicHalf: "Hemmeligheten vises aldri.",
    notKnown: {
      title: "Tjenesten godtar ikke den nye nøkkelen ennå",
      text: "Kassen bruker den forrige nøkkelen, også etter {{time}} om nødvendig. Registrer den nye offentlige nøkkelen hos tjenesten.",
    },
    copy: "Kopier offentlig nøkkel",
    copied: "Kopiert",
    save: "Lagre som fil",
    publicHalf: "Offentlig nøkkel",
    before: {
      title: "Forrige",
      text: "Beholdes til {{time}} som reserve. Den slettes når tjenesten godtar den nye.",
      replaced:
        "Tjenesten godtar den ikke lenger. Den beholdes til {{time}} som reserve og slettes deretter.",
      wipe: "Slett nå …",
      wipeTitle: "Slette den forrige?",
      wipeText: "Etterpå kan bare den nye brukes. Betalinger blir ikke berørt.",
      wipeConfirm: "Slett nå",
    },
    replace: {
      title: "Bytt",
      text: "Betalinger går som vanlig. Den gamle brukes til tjenesten har godtatt den nye.",
      make: "Lag en ny nøkkel",
      makeText: "Den private nøkkelen forlater aldri denne maskinen.",
      making: "Lager en nøkkel …",
      import: "Importer en nøkkel …",
      importText: "En privat nøkkel i PEM (RSA, minst 2048 bit), uten passord.",
      secret: "Bruk en hemmelighet …",
      secretText: "Fra tjenestens portal. Refusjoner krever da en refusjonsnøkkel.",
      demo: "Nøkkelen til demoen kan ikke byttes.",
      weak: "Velg først nedenfor hvordan nøkler lagres på denne maskinen.",
    },
    secretSheet: {
      title: "Hemmelighet fra portalen",
      label: "Hemmelighet",
      hint: "Minst 8 bokstaver, sifre og tegn, uten mellomrom.",
      keep: "Lagre",
    },
    steps: {
      title: "Bytte pågår",
      prepared: "Opprettet {{time}}",
      done: "Ferdig",
      register: "Registrer",
      registerKey:
        "Registrer den offentlige nøkkelen for brukeren til kassen i tjenestens portal. Fortsett straks: tjenesten kan slutte å godta den gamle.",
      registerSelf:
        "Kassen kan registrere den nye nøkkelen og ta den i bruk automatisk. Da slutter tjenesten å godta den gamle.",
      registerNow: "Registrer og ta i bruk",
      registering: "Registrerer …",
      byHand: "Registrer manuelt …",
      offered:
        "Det er uklart om tjenesten har den nye nøkkelen. Betalinger går som vanlig. Registrer den igjen for å finne det ut.",
      registerSecret: "Ingenting å registrere: hemmeligheten kommer fra portalen.",
      test: "Test",
      testText: "Sender én forespørsel til tjenesten. Ingenting endres.",
      testNow: "Test nå",
      testAgain: "Test igjen",
      testing: "Tester …",
      activate: "Ta i bruk",
      activateText: "Da brukes den nye i hver forespørsel. Den gamle kan brukes i {{days}} dager til.",
      activateNow: "Ta i bruk",
      untested: "Test den først.",
      force: "Ta i bruk uten test …",
      discard: "Forkast",
    },
    forceSheet: {
      title: "Ta i bruk uten test?",
      text: "Hvis tjenesten ikke godtar den, bruker kassen den forrige i {{days}} dager. Årsaken lagres i journalen.",
      reason: "Årsak",
      confirm: "Ta i bruk",
    },
    finding: {
      accepted: "Tjenesten godtar den.",
      refused: "Tjenesten godtar den ikke ({{status}}). Sjekk at den er registrert på riktig bruker.",
      not_allowed: "Tjenesten godtar den, men lar ikke kassen lese opplysninger om butikken ({{status}}).",
      merchant_unknown: "Tjenesten kjenner ikke denne butikken ({{status}}). Sjekk butikkens id i oppsettet.",
      unreachable: "Tjenesten kunne ikke nås. Prøv igjen når forbindelsen er tilbake.",
      insecure: "Identiteten til tjenesten kunne ikke bekreftes. Ingenting ble sendt.",
      unclear: "Svaret fra tjenesten var uklart. Prøv igjen om litt.",
      clock: "Klokken på denne maskinen går {{seconds}} s feil. Testen tok hensyn til det.",
      refunds_need_key:
        "Tjenesten krever en nøkkel for refusjoner. Med en hemmelighet trenger kassen en refusjonsnøkkel.",
      registered: "Tjenesten godtar den nye nøkkelen. Den er nå i bruk.",
      registered_alone:
        "Den nye nøkkelen er i bruk. Tjenesten godtar ikke den gamle lenger.",
      old_accepted:
        "Tjenesten godtar fortsatt den gamle nøkkelen. Varer det mer enn noen minutter, må du trekke den tilbake i tjenestens portal.",
      not_yet:
        "Tjenesten har fått den nye nøkkelen, men godtar den ikke ennå. Betalinger går som vanlig; registrer den igjen om noen minutter.",
      no_answer:
        "Det er uklart om tjenesten har den nye nøkkelen. Betalinger går som vanlig; registrer den igjen.",
      by_hand_secret:
        "Kassen logger inn med en hemmelighet og kan ikke registrere en nøkkel. Registrer den manuelt.",
      by_hand_integrator:
        "Kassen bruker nøkkelen til en integrator. Registrer den nye nøkkelen manuelt for integratoren.",
      by_hand_unsupported: "Tjenesten støtter ikke automatisk registrering ({{status}}). Registrer nøkkelen manuelt.",
      by_hand_not_allowed:
        "Brukeren til kassen kan ikke registrere nøkler ({{status}}). Registrer den manuelt, eller gi tilgang i tjenestens portal.",
      by_hand_login:
        "Tjenesten godtar ikke nøkkelen som er i bruk ({{status}}). Registrer den nye nøkkelen manuelt.",
      by_hand_refused: "Tjenesten avviste den nye nøkkelen ({{status}}). Registrer den manuelt.",
    },
    user: {
      title: "Bruker i betalingstjenesten",
      id: "Bruker",
      netmask: "Tillatte adresser",
      anyAddress: "Alle adresser",
      roles: "Roller",
      noRoles: "Ingen",
      key: "Registrert nøkkel",
      keys: {
        current: "Nøkkelen som er i bruk",
        next: "Den nye nøkkelen, ikke i bruk ennå",
        previous: "Den forrige nøkkelen",
        other: "En nøkkel som kassen ikke har",
        none: "Ingen",
      },
      notShown: "Tjenesten viser ikke rettighetene til brukeren ({{status}}).",
      notSigned: "Vises bare for kasser som logger inn med en nøkkel.",
    },
    outcome: { ok: "Godtatt", warning: "Merk", failed: "Ikke godtatt" },
    problem: {
      pem: "Filen har ingen nøkkel som kan brukes: {{expected}}.",
      value: "Ugyldig: {{expected}}.",
      kind: "Kassen brukes av en integrator og må ha en nøkkel.",
      reason: "Skriv en årsak.",
    },
  },
  vault: {
    title: "Lagring av nøkler",
    backend: {
      passphrase: "I en fil, kryptert med eierens passord",
      "machine-key": "I en fil på denne maskinen",
      macos_keychain: "I nøkkelringen til denne macOS-brukeren",
      windows_dpapi: "Kryptert av Windows for denne brukeren",
      keyring: "I denne brukerens nøkkelring ({{name}})",
    },
    strong: "Kryptert. En kopi av mappen til kassen kan ikke åpnes.",
    readable:
      "Kryptert. En kopi kan ikke åpnes på en annen maskin, men brukere som kan lese filene her, kan åpne den.",
    accepted: "Godtatt av {{by}} {{time}}:",
    weakTitle: "Denne maskinen har ingen nøkkelring",
    weakText:
      "Nøkler lagres først når eieren har godtatt risikoen nedenfor. Du kan også sette et passord (TILL_PASSPHRASE) og starte kassen på nytt.",
    confirm: "Jeg har lest dette og godtar det",
    accept: "Godta",
  },
};
