/** English: texts about the customer screen, kiosk mode and start-up. */
export const enCustomer = {
  customerScreen: {
    title: "Customer screen",
    intro: "A second screen for the customer, with the items, the code, the amount, the tip and the result.",
    open: "Open customer screen",
    openPage: "Open in a browser",
    pageText: "Opens in a new window. Move it to the customer's display and make it full screen (F11).",
    windowText: "Opens on the second display, also each time the till starts.",
    oneDisplay: "Only one display is connected, so it opens as a window.",
    close: "Close customer screen",
    isOpen: "The customer screen is open.",
    language: "Language for customers",
    blocked: "The browser blocked the window. Allow pop-ups for this page and try again.",
  },
  kioskMode: {
    title: "Kiosk mode",
    dialogTitle: "Leave kiosk mode",
    dialogText:
      "The window can then be moved and closed, and other programs can be opened. Stay with the till while it is unlocked.",
    dialogUntil: "Kiosk mode returns when the till restarts, or when you turn it on again.",
    browser: "The browser window closes and opens again.",
    yes: "Leave kiosk mode",
    left: "Kiosk mode is off until the till restarts. Do not leave the till unattended.",
    enter: "Return to kiosk mode",
    paymentOpen: "A customer is paying, so nothing was changed. Wait or cancel the payment, then try again.",
  },
  startScreen: {
    title: "Start-up",
    switch: "Start when this user logs in",
    text: "Uses the same options as now, except provisioning options.",
    options: "This system cannot keep the start options (--kiosk, --data). Start the till by hand if you need them.",
    shell: "Only the installed desktop till can start automatically. This one runs in a browser or without a window.",
    installed: "Only an installed till can start automatically. This one runs from source code.",
    platform: "Automatic start is not available on this system.",
  },
};
