/** Norwegian Bokmål: what the set-up's tests found, by the contract's keys: what it means, and what to do about it. */
import type { enFindings } from "../en/findings.ts";

export const nbFindings: typeof enFindings = {
  service: {
    unreachable: "Får ikke kontakt med {{host}}. Sjekk adressen og nettet til denne maskinen. ({{detail}})",
    timeout: "{{host}} svarer ikke i tide. Sjekk adressen og nettet, og prøv igjen.",
    client_certificate:
      "{{host}} krever et klientsertifikat, og det har ikke kassen. Sjekk adressen, eller be betalingsleverandøren om en som ikke krever det. ({{detail}})",
    tls_refused:
      "{{host}} avviste den sikre forbindelsen; den vil kanskje ha et klientsertifikat, og det har ikke kassen. Sjekk adressen, eller spør betalingsleverandøren. ({{detail}})",
    old_tls:
      "{{host}} tilbyr bare utdatert kryptering, eldre enn TLS 1.2. Sjekk adressen, eller be betalingsleverandøren slå på TLS 1.2 eller nyere. ({{detail}})",
    tls: "Forbindelsen til {{host}} er ikke sikker: sertifikatet godtas ikke. Sjekk adressen og klokken på denne maskinen, eller legg inn tjenestens sertifikatutsteder. ({{detail}})",
    redirect:
      "{{host}} sender kassen et annet sted (status {{status}}), og dit går den ikke. Skriv inn den endelige adressen.",
    not_the_service:
      "Noe annet svarer på {{host}} (status {{status}}). Sjekk adressen, og om nettet vil at du logger inn.",
    media_type:
      "Tjenesten forstår ikke formen kassen skriver i (status {{status}}). Sjekk leverandørkodene under Tjeneste, også medietypens under Avansert.",
    starts_later: "Demoens tjeneste starter sammen med demoen: det er ingenting å teste før du fullfører.",
    broken: "Tjenesten på {{host}} har problemer (status {{status}}). Prøv igjen om noen minutter.",
  },
  credentials: {
    ok: "Tjenesten kjenner denne kassen. Butikk: {{merchant}}.",
    refused:
      "Tjenesten godtar ikke nøkkelen eller hemmeligheten til denne kassen (status {{status}}). Registrer den offentlige nøkkelen for denne brukeren, eller skriv inn riktig hemmelighet.",
    merchant_unknown: "Tjenesten kjenner ikke butikken {{merchant}}. Sjekk butikkens id.",
    user_unknown: "Tjenesten kjenner ikke brukeren {{user}}. Sjekk brukernavnet, eller opprett brukeren der.",
    testbed_token: "Tjenesten vil ha et testtoken, eller et annet. Skriv det inn under Tjeneste.",
    clock:
      "Tjenesten avviser kassen fordi klokken på denne maskinen går {{seconds}} s feil. Still klokken, og prøv igjen.",
    not_allowed:
      "Tjenesten kjenner denne kassen, men lar den ikke gjøre dette (status {{status}}). Gi brukeren flere rettigheter der.",
  },
  clock: {
    ok: "Klokken på denne maskinen går riktig ({{seconds}} s feil).",
    ahead: "Klokken på denne maskinen går {{seconds}} s foran. Kassen retter det opp; la maskinen stille klokken selv.",
    behind:
      "Klokken på denne maskinen går {{seconds}} s etter. Kassen retter det opp; la maskinen stille klokken selv.",
    unknown: "Tjenesten sier ikke hva klokken er. Sørg for at denne maskinen stiller klokken selv.",
  },
  pos: {
    ok: "Tjenesten har denne kassen som {{name}} ({{id}}).",
    created: "Tjenesten har tatt inn denne kassen som {{id}}.",
    will_change:
      "Tjenesten har {{id}} som «{{name}}» nå. Den får nytt navn når du fullfører. Er det en annen kasse, velg en annen id.",
    refused: "Tjenesten tar ikke inn denne kassen (status {{status}}). Sjekk id-en og rettighetene til brukeren.",
  },
  shortlink: {
    ok: "Det finnes en kode som kundene kan skanne.",
    created: "Det er laget en kode som kundene kan skanne.",
    claim_links:
      "Kassen viser en ny kode for hver betaling, siden den ikke får vite hvem som skannet. Det virker, litt saktere.",
    weak_key_asks:
      "Tjenestens offentlige nøkkel har {{bits}} biter: for få til å vise hvem som melder om en skanning. Kassen spør i stedet tjenesten hvem som skannet, én gang i sekundet: det virker, litt saktere. Be tjenesten om en nøkkel på minst 2048 biter.",
    weak_key_claims:
      "Tjenestens offentlige nøkkel har {{bits}} biter: for få til å vise hvem som melder om en skanning, og denne tjenesten sier det ikke når den blir spurt. Kassen viser en ny kode for hver betaling: det virker, litt saktere. Be tjenesten om en nøkkel på minst 2048 biter.",
    no_key_asks:
      "Uten tjenestens offentlige nøkkel viser ingenting hvem som melder om en skanning. Kassen spør i stedet tjenesten hvem som skannet, én gang i sekundet: det virker, litt saktere. Skriv inn nøkkelen under Tjeneste.",
    no_key_claims:
      "Uten tjenestens offentlige nøkkel viser ingenting hvem som melder om en skanning, og denne tjenesten sier det ikke når den blir spurt. Kassen viser en ny kode for hver betaling: det virker, litt saktere. Skriv inn nøkkelen under Tjeneste.",
    refused:
      "Tjenesten lager ingen kode for denne kassen (status {{status}}). Spør om brukeren din kan lage kortlenker.",
  },
  payment: {
    ok: "Den minste betalingen som finnes, ble laget og trukket tilbake. Ingen penger er flyttet.",
    pos_id:
      "Tjenesten tar ikke imot betalinger under kassens id {{id}}. Velg en med høyst 64 bokstaver (a til z), sifre og tegnene _ . og -. Ingen penger er flyttet.",
    currency:
      "Tjenesten tar ikke imot betalinger i {{currency}} fra denne butikken. Velg en annen valuta. Ingen penger er flyttet.",
    unreadable:
      "Tjenesten tok imot en prøvebetaling, og svaret kan ikke leses (status {{status}}). Betalinger ville ikke virke: si fra til tjenesten. Forespørselen avsluttes av seg selv innen ett minutt; ingen ble bedt om å betale.",
    refused_saying:
      "Tjenesten tar ikke imot betalinger fra denne kassen (status {{status}}). Den sier: «{{said}}». Ingen penger er flyttet.",
    refused:
      "Tjenesten tar ikke imot betalinger fra denne kassen (status {{status}}), og sier ikke hvorfor. Spør tjenesten. Ingen penger er flyttet.",
    not_aborted:
      "Testens egen betaling {{posTid}} kunne ikke trekkes tilbake. Den avsluttes av seg selv innen ett minutt; ingen ble bedt om å betale.",
  },
  callback: {
    no_listener: "Kassen spør selv etter nytt: ingenting å teste.",
    address_in_use: "{{listen}} er i bruk av et annet program. Velg en annen port.",
    address_unusable:
      "Denne maskinen kan ikke lytte på {{listen}}. Velg en av dens egne adresser, og en port over 1023. ({{detail}})",
    tls_files: "Sertifikatet og nøkkelen kan ikke brukes. Velg dem på nytt. ({{detail}})",
    tls_later: "Kassen lytter på {{listen}} med det gamle sertifikatet til du fullfører. Test igjen etterpå.",
    refused:
      "Tjenesten tok ikke imot testens forespørsel (status {{status}}), så den hadde ingenting å melde. Se testene over.",
    not_reached:
      "Ingen melding innen {{seconds}} s. {{address}} fører ikke til denne kassen, selv herfra: sjekk den offentlige adressen, ruteren og proxyen. ({{detail}})",
    not_sent:
      "Ingen melding innen {{seconds}} s, enda {{address}} fører hit. Sjekk brannmuren, og at tjenesten får ringe denne adressen.",
    wrong_signature:
      "En melding kom, men den er ikke signert for denne adressen. Sjekk at den offentlige adressen er nøyaktig den tjenesten ringer, og tjenestens offentlige nøkkel. ({{detail}})",
    not_signed: "En melding kom uten signatur. Noe mellom tjenesten og kassen fjerner den: se på proxyen.",
    no_public_key:
      "En melding kom etter {{ms}} ms, men ingenting beviser hvem den er fra. Legg inn tjenestens offentlige nøkkel for å ha nytte av den.",
    weak_key: "Tjenestens offentlige nøkkel er for kort til å stole på. Be tjenesten om den som gjelder nå.",
    clock: "En melding kom, men tiden i den er {{seconds}} s feil. Still klokken på denne maskinen.",
    arrived: "En ekte melding kom etter {{ms}} ms.",
    not_aborted:
      "Testens egen forespørsel {{posTid}} kunne ikke trekkes tilbake. Den utløper av seg selv innen et minutt; ingen er bedt om å betale.",
  },
  unknown: {
    ok: "Virker.",
    warning: "Virker, med en merknad som dette vinduet ikke kjenner.",
    failed: "Virker ikke, av en grunn som dette vinduet ikke kjenner. Gi kundestøtte ordet under.",
    skipped: "Utelatt.",
  },
};
