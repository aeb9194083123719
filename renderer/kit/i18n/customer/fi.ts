/** What customers read on the till's screens, in Finnish. */
import type { CustomersTexts } from "./en.ts";

export const fiCustomers: CustomersTexts = {
  welcome: "Maksa tässä puhelimella.",
  toPay: "Maksettavaa",
  toReserve: "Varattavaa",
  code: "QR-koodi: {{amount}}, saaja {{shop}}",
  codeOver: "Koodi on vanhentunut. Pyydä uusi.",
  expired: "Koodi on vanhentunut",
  tip: "Voit lisätä tipin sovelluksessa.",
  steps: {
    open: "Avaa sovellus",
    openNamed: "Avaa {{app}}",
    scan: "Skannaa koodi",
    approve: "Hyväksy",
  },
  words: "Sovelluksessa on samat sanat",
  link: "Tai avaa tämä linkki",
  openOnPhone: "Avaa koodi demopuhelimessa",
  payHere: "Maksa tässä puhelimella",
  payBefore: "Voimassa klo {{time}} asti",
  offer: {
    title: "Haluatko antaa tippiä?",
    sale: "Maksettavaa {{amount}}",
    none: "Ei tippiä",
    own: "Muu summa",
    ownTitle: "Kuinka paljon?",
    field: "Tippi",
    onTop: "Lisäksi: {{amount}}",
    tooMuch: "Summa on suurempi kuin kerralla voi maksaa.",
    back: "Takaisin",
    add: "Lisää {{amount}}",
    addNothing: "Lisää tippi",
    total: "Maksettavaa tipin kanssa {{amount}}",
    thanks: "Kiitos!",
    chosen: "Tippi {{tip}}: maksettavaa {{amount}}",
    chosenNone: "Maksettavaa {{amount}}",
  },
  keys: {
    backspace: "Poista viimeinen numero",
    separator: "Desimaalierotin",
    clear: "Tyhjennä",
  },
  sold: "Ostoksesi",
  someAmount: "Summa",
  tipLine: "Tippi",
  discount: "Alennus",
  more_one: "ja {{count}} muu",
  more_other: "ja {{count}} muuta",
  vat: "josta alv {{rate}}: {{amount}}",
  takeAway: {
    code: "Ota kuitti mukaasi: skannaa tämä koodi.",
    label: "Kuitin koodi",
    app: "Kuitti on sovelluksessasi.",
    coming: "Kuitti on matkalla sovellukseesi.",
  },
  timeLeft: "Aikaa jäljellä",
  demo: "Demo: ei oikeaa rahaa",
  test: "Testi: ei oikeaa rahaa",
  wait: {
    approve: {
      title: "Hyväksy puhelimella",
      text: "Avaa sovellus ja katso pyyntö.",
    },
    moment: {
      title: "Hetkinen",
      text: "Maksua valmistellaan.",
    },
    queued: {
      title: "Odota hetki",
      text: "Yhteyttä ei ole juuri nyt. Puhelimeesi ei ole vielä lähetetty mitään.",
    },
    sending: {
      title: "Hetkinen",
      text: "Puhelimesi voi pyytää hyväksyntää.",
    },
    finishing: {
      title: "Hyväksytty",
      text: "Maksua viimeistellään.",
    },
    choose: {
      title: "Valitse nyt",
      text: "Summa on varattu. Maksat vain siitä, mitä saat.",
    },
    chooseByOrder: {
      title: "Valitse nyt",
      text: "Summa on varattu. Maksat siitä, mitä saat. Jos automaatti ei tiedä sitä, maksat siitä, mitä valitsit.",
    },
    dispensing: {
      title: "Tuotteesi ovat tulossa",
      text: "Maksat vain siitä, mitä laite antaa. Loput vapautetaan.",
    },
    dispensingByOrder: {
      title: "Tuotteesi ovat tulossa",
      text: "Maksat siitä, mitä automaatti antaa. Jos se ei tiedä sitä, maksat siitä, mitä valitsit.",
    },
    cancelling: {
      title: "Hetkinen",
      text: "Maksua perutaan. Älä hyväksy enää mitään.",
    },
    undoing: {
      title: "Peruttu",
      text: "Maksu peruttiin. Summa vapautetaan: mitään ei ole maksettu.",
    },
    staff: {
      title: "Hetkinen",
      text: "Kysy henkilökunnalta.",
    },
  },
  outcome: {
    paid: "Maksettu",
    reserved: "Varattu",
    not_paid: "Ei maksettu",
  },
  because: {
    paid: "Kiitos!",
    reserved: "Summa on varattu. Se veloitetaan myöhemmin.",
    declined: "Hylätty. Valitse toinen maksutapa. Rahaa ei veloitettu.",
    cancelled: "Maksu peruttiin. Rahaa ei veloitettu.",
    expired: "Aika loppui. Rahaa ei veloitettu.",
  },
  away: {
    title: "Kysy henkilökunnalta",
    text: "Näyttö on menettänyt yhteyden kassaan. Se avataan uudelleen kassan asetuksista.",
  },
};
