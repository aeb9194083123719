/** English: texts about the customer screen, kiosk mode and start-up. */
export const enCustomer = {
  customerScreen: {
    title: "Customer's screen",
    intro:
      "A second screen that faces the customer: what is sold, the code, the amount and the result. It asks for a tip where the till does.",
    open: "Open the customer's screen",
    openPage: "Open it in a browser",
    pageText:
      "It opens as a page of its own. Put it on the screen that faces the customer, and fill that screen (F11).",
    windowText: "It opens on the second display, and comes back whenever the till starts.",
    oneDisplay: "This machine has one display now: it opens as a window until there is a second one.",
    close: "Close it",
    isOpen: "It is open.",
    language: "Language for customers",
    blocked: "The browser did not open it. Allow windows of this page, and try again.",
  },
  kioskMode: {
    title: "Kiosk mode",
    dialogTitle: "Leave kiosk mode",
    dialogText:
      "The window can then be moved, made smaller and closed, and what is behind it can be reached. In the desktop program texts can be copied and files saved, too. Stay with the till: anybody there can do the same.",
    dialogUntil:
      "It is a kiosk again when the till has started again, or when somebody goes back. No money moves by this.",
    browser: "The browser window closes and opens again.",
    yes: "Leave kiosk mode",
    left: "This window is out of kiosk mode until the till starts again. Whoever stands here can get past it.",
    enter: "Go back to kiosk mode",
    paymentOpen:
      "A payment is open at the customer, and is not interrupted: nothing was changed. No money moved by this. Let it end or cancel it, then try again.",
  },
  startScreen: {
    title: "Starting",
    switch: "Start when this user logs in",
    text: "It starts with the options that it was started with now, except those for provisioning.",
    options: "On this system it starts without its options (--kiosk, --data): start it by hand where it needs them.",
    shell: "This till runs in a browser, or without a window: only the installed desktop till can start by itself.",
    installed: "Only an installed till can start by itself: this one runs from its source.",
    platform: "This system has no way to start a program with the session.",
  },
};
