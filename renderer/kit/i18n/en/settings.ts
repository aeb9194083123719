/** The settings screen and its own sections. */
export const enSettings = {
  settingsScreen: {
    title: "Settings",
    sections: "Sections",
    open: "All settings",
    window: "This window",
    about: "About this till",
    unlock: "Open",
    gate: {
      manager: "For a manager. Your PIN opens it, and Done signs you out again.",
      owner: "For the owner. Your PIN opens it, and Done signs you out again.",
      instead: "{{name}} is signed out meanwhile, and signs in again afterwards.",
    },
    tooLittle: {
      manager: "{{name}} is signed in now, but this is for a manager.",
      owner: "{{name}} is signed in now, but this is for the owner alone.",
    },
    pin: { manager: "Manager's PIN", owner: "Owner's PIN" },
  },
  keyboard: {
    label: "Keyboard",
    shift: "Capitals",
    symbols: "Digits and signs",
    letters: "Letters",
    erase: "Erase",
    space: "Space",
    enter: "Enter",
    hide: "Hide the keyboard",
  },
  about: {
    version: "Version",
    shell: "Runs as",
    shells: {
      electron: "Desktop app",
      browser: "Browser window",
      none: "In the background; its pages are opened in a browser",
    },
    works: {
      title: "Works of others in this till",
      text: "The program contains fonts and libraries by others. Each is here with its licence. What belongs to the desktop app's own frame, Electron and Chromium, lies beside the installed program.",
      show: "Show them",
      failed: "The list could not be read. Payments are not affected.",
    },
    environment: "Money",
    environments: { demo: "Demo: no real money", test: "Test: no real money", live: "Real money" },
    merchant: "Shop",
    pos: "Till",
    money: "Currency and format",
    timeZone: "Time zone",
  },
};
