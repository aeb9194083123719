/** English texts for customers on the till's screens. Every other language has the same keys, checked by the compiler and a test. */
export const enCustomers = {
  welcome: "Pay here with your phone.",
  toPay: "To pay",
  toReserve: "To reserve",
  code: "QR code: {{amount}} to {{shop}}",
  codeOver: "Code expired. Ask for a new one.",
  expired: "Code expired",
  tip: "You can add a tip in the app.",
  steps: {
    open: "Open the app",
    openNamed: "Open {{app}}",
    scan: "Scan the code",
    approve: "Approve",
  },
  ask: {
    title: "May we ask you for something?",
    code: "QR code: {{shop}} asks you for something",
    answer: "Answer",
    choose: "You choose what you share, and may say no. Nothing is paid.",
    asked: "Answer on your phone",
    shared: { title: "Thank you!", text: "Your answer has arrived. Nothing was paid." },
    declined: { title: "Nothing was shared", text: "You said no, and that is fine. Nothing was paid." },
    over: { title: "This request has ended", text: "Nothing was shared, and nothing was paid." },
  },
  message: {
    yes: "Yes",
    no: "No",
    thanks: "Thank you!",
    answered: "You answered: {{answer}}",
    code: "QR code from {{shop}}",
  },
  words: "The app shows the same words",
  link: "Or open this link",
  payHere: "Pay here with your phone",
  payBefore: "Valid until {{time}}",
  offer: {
    title: "Would you like to add a tip?",
    sale: "{{amount}} to pay",
    none: "No tip",
    own: "Another amount",
    ownTitle: "How much?",
    field: "Tip",
    onTop: "On top of {{amount}}",
    tooMuch: "That is more than can be paid at once.",
    back: "Back",
    add: "Add {{amount}}",
    addNothing: "Add a tip",
    total: "{{amount}} to pay with the tip",
    thanks: "Thank you!",
    chosen: "{{tip}} tip: {{amount}} to pay",
    chosenNone: "{{amount}} to pay",
  },
  keys: {
    backspace: "Delete the last digit",
    separator: "Decimal separator",
    clear: "Clear",
  },
  sold: "What you buy",
  someAmount: "Amount",
  tipLine: "Tip",
  discount: "Discount",
  more_one: "and {{count}} more",
  more_other: "and {{count}} more",
  vat: "of which VAT {{rate}}: {{amount}}",
  takeAway: {
    code: "Scan for your receipt",
    label: "Code with the receipt",
    app: "The receipt is in your app.",
    coming: "The receipt is on its way to your app.",
  },
  timeLeft: "Time left",
  demo: "Demo: no real money",
  test: "Test: no real money",
  wait: {
    approve: {
      title: "Approve on your phone",
      text: "Open the app and check the request.",
    },
    unheard: {
      title: "No connection now",
      text: "If you have approved, do not pay again. The result is shown here when the connection is back.",
    },
    moment: {
      title: "One moment",
      text: "Your payment is being prepared.",
    },
    queued: {
      title: "Please wait",
      text: "There is no connection now. Nothing has been sent to your phone yet.",
    },
    sending: {
      title: "One moment",
      text: "Your phone may ask you to approve.",
    },
    finishing: {
      title: "Approved",
      text: "The payment is being completed.",
    },
    choose: {
      title: "Choose now",
      text: "The amount is reserved. You pay only for what comes out.",
    },
    chooseByOrder: {
      title: "Choose now",
      text: "The amount is reserved. You pay for what comes out. If the machine cannot tell, you pay for what you chose.",
    },
    dispensing: {
      title: "Your items are coming",
      text: "You pay only for what comes out. The hold on the rest is lifted.",
    },
    dispensingByOrder: {
      title: "Your items are coming",
      text: "You pay for what comes out. If the machine cannot tell, you pay for what you chose.",
    },
    cancelling: {
      title: "One moment",
      text: "The payment is being cancelled. Do not approve anything more.",
    },
    undoing: {
      title: "Cancelled",
      text: "The payment was cancelled. The hold is being lifted, nothing is charged.",
    },
    staff: {
      title: "One moment",
      text: "Please ask the staff.",
    },
  },
  outcome: {
    paid: "Paid",
    reserved: "Reserved",
    not_paid: "Not paid",
  },
  because: {
    paid: "Thank you!",
    reserved: "The amount is reserved, not charged. The shop charges or releases it later.",
    declined: "Declined. Please choose another payment method. No money was taken.",
    cancelled: "The payment was cancelled. No money was taken.",
    expired: "The time ran out. No money was taken.",
    noCode: "There is no code for this payment. You can pay by phone number. No money was taken.",
  },
  away: {
    title: "Please ask the staff",
    text: "This screen has lost its connection. Open it again from the till's settings.",
  },
};

/** The same shape with any text; plural forms by the rules of its language. */
export type CustomersTexts = Texts<typeof enCustomers> & { more_few?: string; more_many?: string };
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
