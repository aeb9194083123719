/** API-nøkkel: nøkkelen som er i bruk, bytte og lagring. */
import type { enKeys } from "../en/keys.ts";

export const nbKeys: typeof enKeys = {
  rotation: {
    title: "Nøkkel og hemmelighet",
    intro: "Det kassen beviser hvem den er med overfor betalingstjenesten, og hvordan det byttes uten å stenge.",
    inForce: "Gjelder nå",
    scheme: {
      "RSA-SHA256": "En nøkkel som signerer hver forespørsel",
      SECRET: "En hemmelighet som følger hver forespørsel",
    },
    kind: "Logger inn med",
    fingerprint: "Fingeravtrykk",
    since: "Gjelder siden",
    sinceSetup: "Kassen ble satt opp",
    noPublicHalf: "Av en hemmelighet vises ingenting.",
    notKnown: {
      title: "Tjenesten godtar ikke den nye nøkkelen ennå",
      text: "Kassen fortsetter med den forrige, og beholder den etter {{time}} om den må. Registrer den nye offentlige halvdelen hos tjenesten.",
    },
    copy: "Kopier den offentlige halvdelen",
    copied: "Kopiert",
    save: "Lagre som fil",
    publicHalf: "Offentlig halvdel",
    before: {
      title: "Den forrige",
      text: "Kan brukes til {{time}}, i tilfelle tjenesten ikke kjenner den nye overalt ennå. Deretter slettes den av seg selv, når tjenesten godtar den nye.",
      replaced:
        "Tjenesten har den nye i stedet, så denne åpner ingenting der. Den beholdes til {{time}}, i tilfelle tjenesten går tilbake til den, og slettes så av seg selv.",
      wipe: "Slett den nå …",
      wipeTitle: "Slette den forrige?",
      wipeText: "Da gjelder bare den nye. Ingen betaling berøres.",
      wipeConfirm: "Slett den nå",
    },
    replace: {
      title: "Bytt den",
      text: "Betalinger går som vanlig imens. Det som gjelder, gjelder til tjenesten har godtatt den nye.",
      make: "Lag en ny nøkkel",
      makeText: "Lages her. Den private halvdelen forlater aldri denne maskinen.",
      making: "Lager nøkkelen …",
      import: "Bruk en nøkkelfil …",
      importText: "En privat nøkkel i PEM (RSA, minst 2048 bit), uten passord.",
      secret: "Bruk en hemmelighet …",
      secretText: "Fra tjenestens portal. Med en hemmelighet krever det en refusjonsnøkkel å gi penger tilbake.",
      demo: "En demos nøkkel hører til dens egen sandkasse og byttes ikke.",
      weak: "Avgjør først nedenfor hvordan nøkler oppbevares på denne maskinen.",
    },
    secretSheet: {
      title: "Hemmelighet fra portalen",
      label: "Hemmelighet",
      hint: "Bokstaver, sifre og tegn uten mellomrom, minst 8.",
      keep: "Behold den",
    },
    steps: {
      title: "Bytte pågår",
      prepared: "Klargjort {{time}}",
      done: "Ferdig",
      register: "Registrer den",
      registerKey:
        "Gi den offentlige halvdelen til betalingstjenesten, på brukeren til denne kassen. Så snart tjenesten har den, kan den avvise den gamle: gå straks videre til de neste trinnene.",
      registerSelf:
        "Kassen kan gjøre det selv: den gir tjenesten den nye offentlige halvdelen, ser at tjenesten godtar den nye nøkkelen, og lar den gjelde. Tjenesten har én nøkkel for hver bruker: fra da av åpner den gamle ingenting der.",
      registerNow: "Registrer den og la den gjelde",
      registering: "Registrerer …",
      byHand: "Registrer den for hånd …",
      offered:
        "Den er sendt til tjenesten, og det er ikke kjent om tjenesten tok imot den. Betalinger går med den av de to som tjenesten godtar. Registrer den igjen for å finne det ut.",
      registerSecret: "Portalen kjenner hemmeligheten allerede: det er ingenting å registrere.",
      test: "Prøv den",
      testText: "Stiller den virkelige tjenesten ett spørsmål med den. Ingenting endres.",
      testNow: "Prøv nå",
      testAgain: "Prøv igjen",
      testing: "Spør tjenesten …",
      activate: "La den gjelde",
      activateText: "Fra da av bruker hver forespørsel den. Den som gjelder nå, kan brukes i {{days}} dager til.",
      activateNow: "La den gjelde",
      untested: "Prøven må bestås først.",
      force: "La den gjelde uten prøve …",
      discard: "Kast den",
    },
    forceSheet: {
      title: "La den gjelde uten prøve?",
      text: "Hvis tjenesten ikke kjenner den, fortsetter kassen med den forrige, i {{days}} dager. Årsaken skrives i journalen.",
      reason: "Årsak",
      confirm: "La den gjelde",
    },
    finding: {
      accepted: "Tjenesten godtar den.",
      refused: "Tjenesten godtar den ikke ({{status}}). Er den registrert, på riktig bruker?",
      not_allowed: "Tjenesten kjenner den, men lar ikke kassen se på sin egen butikk ({{status}}).",
      merchant_unknown: "Tjenesten kjenner ikke denne butikken ({{status}}). Se på butikkens id i oppsettet.",
      unreachable: "Tjenesten kunne ikke nås. Prøv igjen når forbindelsen er tilbake.",
      insecure: "Tjenesten kunne ikke bevise at den er tjenesten. Ingenting ble sendt.",
      unclear: "Tjenesten ga et svar som verken sier ja eller nei. Prøv igjen om litt.",
      clock: "Klokken på denne maskinen avviker {{seconds}} s fra tjenestens, og ble rettet for prøven.",
      refunds_need_key:
        "Tjenesten krever en nøkkel for refusjoner: med en hemmelighet gir kassen bare penger tilbake med en refusjonsnøkkel.",
      registered: "Tjenesten har den nye nøkkelen og godtar den. Den gjelder nå.",
      registered_alone:
        "Tjenesten har den nye nøkkelen og godtar den. Den gjelder nå. Den gamle godtas ikke der lenger: en kopi av den åpner ingenting.",
      old_accepted:
        "Tjenesten godtar fortsatt den gamle nøkkelen. Trekk den tilbake på tjenestens egen side, hvis det varer mer enn noen minutter.",
      not_yet:
        "Tjenesten tok imot den nye nøkkelen, og godtar den ikke ennå. Begge beholdes, og betalinger går som vanlig. Registrer den igjen om noen minutter.",
      no_answer:
        "Det er ikke kjent om tjenesten tok imot den nye nøkkelen. Begge beholdes, og betalinger går med den som den godtar. Registrer den igjen.",
      by_hand_secret:
        "Kassen logger inn med en hemmelighet, og tjenesten tar bare imot en nøkkel fra en kasse som signerer. Registrer den for hånd.",
      by_hand_integrator:
        "Kassen handler for en integrator, som ikke har nøkkelen sin på en bruker i butikken. Registrer den for hånd, der nøkkelen til integratoren er.",
      by_hand_unsupported: "Tjenesten lar ikke en kasse gjøre dette selv ({{status}}). Gjør det for hånd.",
      by_hand_not_allowed:
        "Tjenesten lar ikke brukeren til denne kassen gjøre dette ({{status}}). Gjør det for hånd, eller gi brukeren den retten der.",
      by_hand_login:
        "Tjenesten godtar ikke nøkkelen som gjelder ({{status}}), og en ny må signeres for med den. Gjør det for hånd.",
      by_hand_refused: "Tjenesten tok ikke imot den nye nøkkelen ({{status}}). Gjør det for hånd.",
    },
    user: {
      title: "Denne kassen hos tjenesten",
      id: "Bruker",
      netmask: "Kan handle fra",
      anyAddress: "Alle adresser",
      roles: "Roller",
      noRoles: "Ingen er nevnt",
      key: "Nøkkel der",
      keys: {
        current: "Den som gjelder her",
        next: "Den nye, som ikke gjelder her ennå",
        previous: "Den forrige",
        other: "En annen, som denne kassen ikke har",
        none: "Ingen",
      },
      notShown: "Tjenesten viser ikke denne kassen hva brukeren kan ({{status}}).",
      notSigned: "Tjenesten viser det bare til en kasse som signerer, og denne logger inn med en hemmelighet.",
    },
    outcome: { ok: "Godtatt", warning: "Merk", failed: "Ikke godtatt" },
    problem: {
      pem: "Filen har ingen nøkkel som kan brukes: {{expected}}.",
      value: "Dette kan ikke brukes: {{expected}}.",
      kind: "Kassen handler for en integrator, og kan bare signere: bruk en nøkkel.",
      reason: "En grunn trengs.",
    },
  },
  vault: {
    title: "Slik oppbevares den her",
    backend: {
      passphrase: "I en fil, under eierens passord",
      "machine-key": "I en fil på denne maskinen",
      macos_keychain: "I nøkkelringen til denne macOS-brukeren",
      windows_dpapi: "Av Windows, for denne brukeren",
      keyring: "I denne brukerens nøkkelring ({{name}})",
    },
    strong: "Kryptert. En kopi av kassens mappe alene åpner den ikke.",
    readable:
      "Den er kryptert. En kopi åpnes ikke på en annen maskin; en bruker som kan lese filene her, kan åpne den.",
    accepted: "{{by}} godtok dette {{time}}:",
    weakTitle: "Denne maskinen har ingen nøkkelring",
    weakText:
      "Ingenting oppbevares her før eieren har godtatt det følgende, eller har satt et passord (TILL_PASSPHRASE) og startet kassen på nytt.",
    confirm: "Jeg har lest dette og godtar det",
    accept: "Godta skriftlig",
  },
};
