/** What customers read on the till's screens, in Polish. */
import type { CustomersTexts } from "./en.ts";

export const plCustomers: CustomersTexts = {
  welcome: "Zapłać tutaj telefonem.",
  toPay: "Do zapłaty",
  toReserve: "Do zarezerwowania",
  code: "Kod QR: {{amount}} dla {{shop}}",
  codeOver: "Ten kod wygasł. Poproś o nowy.",
  expired: "Ten kod wygasł",
  tip: "W aplikacji możesz dodać napiwek.",
  steps: {
    open: "Otwórz aplikację",
    openNamed: "Otwórz {{app}}",
    scan: "Zeskanuj kod",
    approve: "Zatwierdź",
  },
  words: "Aplikacja pokazuje te same słowa",
  link: "Albo otwórz ten link",
  openOnPhone: "Otwórz ten kod w telefonie demonstracyjnym",
  payHere: "Zapłać tutaj telefonem",
  payBefore: "Ważny do {{time}}",
  offer: {
    title: "Czy chcesz dodać napiwek?",
    sale: "Do zapłaty {{amount}}",
    none: "Bez napiwku",
    own: "Inna kwota",
    ownTitle: "Ile?",
    field: "Napiwek",
    onTop: "Oprócz {{amount}}",
    tooMuch: "To więcej, niż można zapłacić jednorazowo.",
    back: "Wstecz",
    add: "Dodaj {{amount}}",
    addNothing: "Dodaj napiwek",
    total: "Do zapłaty z napiwkiem {{amount}}",
    thanks: "Dziękujemy!",
    chosen: "Napiwek {{tip}}: do zapłaty {{amount}}",
    chosenNone: "Do zapłaty {{amount}}",
  },
  keys: {
    backspace: "Usuń ostatnią cyfrę",
    separator: "Separator dziesiętny",
    clear: "Wyczyść",
  },
  sold: "Twoje zakupy",
  someAmount: "Kwota",
  tipLine: "Napiwek",
  discount: "Rabat",
  more_one: "i jeszcze {{count}} pozycja",
  more_few: "i jeszcze {{count}} pozycje",
  more_many: "i jeszcze {{count}} pozycji",
  more_other: "i jeszcze {{count}} pozycji",
  vat: "w tym VAT {{rate}}: {{amount}}",
  takeAway: {
    code: "Zabierz potwierdzenie: zeskanuj ten kod.",
    label: "Kod z potwierdzeniem",
    app: "Potwierdzenie jest w Twojej aplikacji.",
    coming: "Potwierdzenie jest w drodze do Twojej aplikacji.",
  },
  timeLeft: "Pozostały czas",
  demo: "Demo: bez prawdziwych pieniędzy",
  test: "Test: bez prawdziwych pieniędzy",
  wait: {
    approve: {
      title: "Zatwierdź w telefonie",
      text: "Otwórz aplikację i sprawdź prośbę o płatność.",
    },
    moment: {
      title: "Chwileczkę",
      text: "Przygotowujemy Twoją płatność.",
    },
    queued: {
      title: "Proszę czekać",
      text: "Obecnie brak połączenia. Na Twój telefon jeszcze nic nie wysłano.",
    },
    sending: {
      title: "Chwileczkę",
      text: "Telefon może poprosić o zatwierdzenie.",
    },
    finishing: {
      title: "Zatwierdzono",
      text: "Kończymy płatność.",
    },
    choose: {
      title: "Wybierz teraz",
      text: "Kwota jest zarezerwowana. Płacisz tylko za to, co otrzymasz.",
    },
    chooseByOrder: {
      title: "Wybierz teraz",
      text: "Kwota jest zarezerwowana. Płacisz za to, co otrzymasz. Jeśli automat nie może tego ustalić, płacisz za to, co wybrano.",
    },
    dispensing: {
      title: "Towar jest wydawany",
      text: "Płacisz tylko za to, co zostanie wydane. Reszta zostanie zwolniona.",
    },
    dispensingByOrder: {
      title: "Towar jest wydawany",
      text: "Płacisz za to, co zostanie wydane. Jeśli automat nie może tego ustalić, płacisz za to, co wybrano.",
    },
    cancelling: {
      title: "Chwileczkę",
      text: "Anulujemy płatność. Nie zatwierdzaj niczego więcej.",
    },
    undoing: {
      title: "Anulowano",
      text: "Płatność anulowano. Kwota jest zwalniana: nic nie zapłacono.",
    },
    staff: {
      title: "Chwileczkę",
      text: "Zapytaj obsługę.",
    },
  },
  outcome: {
    paid: "Zapłacono",
    reserved: "Zarezerwowano",
    not_paid: "Nie zapłacono",
  },
  because: {
    paid: "Dziękujemy!",
    reserved: "Kwota jest zarezerwowana. Zostanie pobrana później.",
    declined: "Odrzucono. Wybierz inny sposób płatności. Nie pobrano pieniędzy.",
    cancelled: "Płatność anulowano. Nie pobrano pieniędzy.",
    expired: "Czas minął. Nie pobrano pieniędzy.",
  },
  away: {
    title: "Zapytaj obsługę",
    text: "Ten ekran stracił połączenie z kasą. Można go otworzyć ponownie w ustawieniach kasy.",
  },
};
