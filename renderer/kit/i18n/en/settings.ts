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
      manager: "This is for a manager. Their PIN signs them in here; when they leave it they are signed out again.",
      owner: "This is for the owner. Their PIN signs them in here; when they leave it they are signed out again.",
      instead: "{{name}} is signed out by it, and signs in again afterwards.",
    },
    tooLittle: {
      manager: "That PIN is right, and {{name}} is signed in now, but this is for a manager.",
      owner: "That PIN is right, and {{name}} is signed in now, but this is for the owner alone.",
    },
    opened: "Signed in here: {{name}}. Leaving signs {{name}} out.",
    openedInstead:
      "Signed in here: {{name}}, in place of {{before}}. Leaving signs {{name}} out, and {{before}} signs in again.",
    leave: "Leave",
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
