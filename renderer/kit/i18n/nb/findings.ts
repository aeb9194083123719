/** Norwegian Bokmål: meaning and remedy of each setup finding, by the contract's keys. */
import type { enFindings } from "../en/findings.ts";

export const nbFindings: typeof enFindings = {
  service: {
    unreachable: "Får ikke kontakt med {{host}}. Sjekk adressen og nettet til denne maskinen. ({{detail}})",
    timeout: "{{host}} svarte ikke i tide. Sjekk adressen og nettet, og prøv igjen.",
    client_certificate:
      "{{host}} krever et klientsertifikat, som kassen ikke har. Sjekk adressen, eller be betalingsleverandøren om en annen. ({{detail}})",
    tls_refused:
      "{{host}} avviste den sikre forbindelsen og krever kanskje et klientsertifikat. Sjekk adressen, eller spør betalingsleverandøren. ({{detail}})",
    old_tls:
      "{{host}} tilbyr bare utdatert kryptering, eldre enn TLS 1.2. Sjekk adressen, eller be betalingsleverandøren slå på TLS 1.2 eller nyere. ({{detail}})",
    tls: "Sertifikatet til {{host}} er ikke klarert. Sjekk adressen og klokken på denne maskinen, eller legg inn tjenestens sertifikatutsteder. ({{detail}})",
    redirect: "{{host}} viser videre til en annen adresse (status {{status}}). Skriv inn den endelige adressen.",
    not_the_service:
      "{{host}} er ikke betalingstjenesten (status {{status}}). Sjekk adressen, og om nettet krever innlogging.",
    media_type:
      "Tjenesten godtar ikke medietypen til denne kassen (status {{status}}). Sjekk leverandørkodene under Tjeneste og Avansert.",
    starts_later: "Demoens tjeneste starter sammen med demoen, så det er ingenting å teste ennå.",
    broken: "Tjenesten på {{host}} har problemer (status {{status}}). Prøv igjen om noen minutter.",
  },
  credentials: {
    ok: "Logget inn hos tjenesten. Butikk: {{merchant}}.",
    refused:
      "Tjenesten godtar ikke nøkkelen eller hemmeligheten til denne kassen (status {{status}}). Registrer den offentlige nøkkelen for denne brukeren, eller skriv inn riktig hemmelighet.",
    merchant_unknown: "Tjenesten har ingen butikk {{merchant}}. Sjekk butikkens id.",
    user_unknown: "Tjenesten har ingen bruker {{user}}. Sjekk brukernavnet, eller opprett brukeren hos tjenesten.",
    testbed_token: "Tjenesten krever et testtoken, eller et annet. Skriv det inn under Tjeneste.",
    clock:
      "Tjenesten avviste kassen fordi klokken på denne maskinen går {{seconds}} s feil. Still klokken, og prøv igjen.",
    not_allowed: "Kassens bruker mangler en rettighet hos tjenesten (status {{status}}). Legg den til der.",
  },
  clock: {
    ok: "Klokken på denne maskinen går riktig ({{seconds}} s feil).",
    ahead: "Klokken på denne maskinen går {{seconds}} s for fort. Kassen retter det opp. Slå på automatisk tid.",
    behind: "Klokken på denne maskinen går {{seconds}} s for sakte. Kassen retter det opp. Slå på automatisk tid.",
    unknown: "Tjenesten oppgir ikke tiden. Slå på automatisk tid på denne maskinen.",
  },
  pos: {
    ok: "Denne kassen er registrert som {{name}} ({{id}}).",
    created: "Denne kassen ble registrert som {{id}}.",
    will_change:
      "{{id}} er registrert som «{{name}}» og får nytt navn når du fullfører. Er det en annen kasse, velg en annen id.",
    refused: "Tjenesten registrerte ikke denne kassen (status {{status}}). Sjekk id-en og rettighetene til brukeren.",
  },
  shortlink: {
    ok: "Koden til kundene er klar.",
    created: "En kode til kundene ble laget.",
    claim_links:
      "Kassen får ikke vite om skanninger, så den viser en ny kode for hver betaling. Betalinger virker, men tregere.",
    weak_key_asks:
      "Tjenestens offentlige nøkkel ({{bits}} biter) er for kort til å bekrefte skanninger, så kassen spør etter dem. Betalinger virker, men tregere. Be tjenesten om en nøkkel på minst 2048 biter.",
    weak_key_claims:
      "Tjenestens offentlige nøkkel ({{bits}} biter) er for kort til å bekrefte skanninger, så kassen viser en ny kode for hver betaling. Betalinger virker, men tregere. Be tjenesten om en nøkkel på minst 2048 biter.",
    no_key_asks:
      "Tjenestens offentlige nøkkel mangler, så kassen spør etter skanninger. Betalinger virker, men tregere. Skriv inn nøkkelen under Tjeneste.",
    no_key_claims:
      "Tjenestens offentlige nøkkel mangler, så kassen viser en ny kode for hver betaling. Betalinger virker, men tregere. Skriv inn nøkkelen under Tjeneste.",
    refused:
      "Tjenesten laget ingen kode for denne kassen (status {{status}}). Spør om brukeren din kan lage kortlenker.",
  },
  payment: {
    ok: "En minimal testbetaling ble laget og avbrutt. Det er ikke trukket noe.",
    pos_id:
      "Tjenesten godtar ikke betalinger med kassens id {{id}}. Velg en med høyst 64 bokstaver (a–z), sifre og tegnene _ . og -. Det er ikke trukket noe.",
    currency:
      "Tjenesten godtar ikke betalinger i {{currency}} fra denne butikken. Velg en annen valuta. Det er ikke trukket noe.",
    unreadable:
      "Tjenesten godtok en testbetaling, men svaret kan ikke leses (status {{status}}). Betalinger kommer ikke til å virke: kontakt tjenesten. Testen avsluttes innen ett minutt, og ingen kunde ble bedt om å betale.",
    refused_saying: "Tjenesten avviste en testbetaling (status {{status}}): «{{said}}». Det er ikke trukket noe.",
    refused:
      "Tjenesten avviste en testbetaling (status {{status}}) uten å oppgi grunnen. Kontakt tjenesten. Det er ikke trukket noe.",
    not_aborted:
      "Testbetalingen {{posTid}} kunne ikke avbrytes. Den utløper innen ett minutt, og ingen kunde ble bedt om å betale.",
  },
  callback: {
    no_listener: "Varsler er slått av, så det er ingenting å teste.",
    address_in_use: "{{listen}} er i bruk av et annet program. Velg en annen port.",
    address_unusable:
      "Denne maskinen kan ikke lytte på {{listen}}. Velg en av adressene dens og en port over 1023. ({{detail}})",
    tls_files: "Sertifikatet og nøkkelen kan ikke brukes. Velg dem på nytt. ({{detail}})",
    tls_later: "Kassen bruker det gamle sertifikatet på {{listen}} til du fullfører. Test igjen etterpå.",
    refused: "Tjenesten avviste testforespørselen (status {{status}}), så ikke noe varsel ble sendt. Se testene over.",
    not_reached:
      "Ikke noe varsel innen {{seconds}} s. {{address}} når ikke denne kassen: sjekk den offentlige adressen, ruteren og proxyen. ({{detail}})",
    not_sent:
      "Ikke noe varsel innen {{seconds}} s, selv om {{address}} når denne kassen. Sjekk brannmuren, og at tjenesten får kalle denne adressen.",
    wrong_signature:
      "Et varsel kom med feil signatur. Sjekk at den offentlige adressen er nøyaktig den tjenesten kaller, og tjenestens offentlige nøkkel. ({{detail}})",
    not_signed: "Et varsel kom uten signatur. Sjekk om proxyen fjerner den.",
    no_public_key: "Et varsel kom etter {{ms}} ms, men kan ikke bekreftes. Legg inn tjenestens offentlige nøkkel.",
    weak_key: "Tjenestens offentlige nøkkel er for kort til å være sikker. Be tjenesten om den gjeldende nøkkelen.",
    clock: "Et varsel kom, men tiden i det er {{seconds}} s feil. Still klokken på denne maskinen.",
    arrived: "Et ekte varsel kom etter {{ms}} ms.",
    not_aborted:
      "Testforespørselen {{posTid}} kunne ikke avbrytes. Den utløper innen ett minutt, og ingen kunde ble bedt om å betale.",
  },
  unknown: {
    ok: "Virker.",
    warning: "Virker, med en advarsel som dette vinduet ikke kan vise.",
    failed: "Virker ikke, av en ukjent grunn. Gi kundestøtte koden under.",
    skipped: "Hoppet over.",
  },
};
