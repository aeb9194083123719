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
      manager: "This is for a manager. It closes again when you leave.",
      owner: "This is for the owner. It closes again when you leave.",
    },
    tooLittle: {
      manager: "That PIN is right, and this is for a manager.",
      owner: "That PIN is right, and this is for the owner alone.",
    },
    pin: { manager: "Manager's PIN", owner: "Owner's PIN" },
  },
  about: {
    version: "Version",
    shell: "Runs as",
    shells: { electron: "Desktop app", browser: "Browser window", none: "Without a window of its own" },
    environment: "Money",
    environments: { demo: "Demo: no real money", test: "Test: no real money", live: "Real money" },
    merchant: "Shop",
    pos: "Till",
    money: "Currency and format",
    timeZone: "Time zone",
  },
};
