export interface UpdateReasonEntry {
  /** `off`: no search · `hand`: installed by a user · `wait`: continues automatically · `refused`: this version */
  kind: "off" | "hand" | "wait" | "refused" | "failed";
  staff: string;
  next: string | null;
}

/** Why an update is not installed. One table for screens, docs and tests. */
export const UPDATE_REASONS = {
  no_desktop: {
    kind: "off",
    staff: "This till does not run as the desktop app: it is updated where it is started from.",
    next: "Whoever looks after this machine updates the program there, and starts the till again.",
  },
  system_package: {
    kind: "hand",
    staff: "This till was installed as a package of the system: it looks for new versions, and may not install them.",
    next: "Whoever looks after this machine downloads the new version's .deb file from where this one came from, installs it (sudo apt install ./FILE.deb), and starts the till again.",
  },
  started_with_options: {
    kind: "hand",
    staff:
      "This till was started with options of its own, which the installer would not start it with again: it looks for new versions, and does not install them.",
    next: "Whoever looks after this machine stops the till, runs the new version's installer, and starts the till again as before.",
  },
  passphrase_not_kept: {
    kind: "hand",
    staff:
      "This till was given its passphrase when it was started, and would come back from an update without it: it looks for new versions, and does not install them.",
    next: "Whoever knows the passphrase stops the till, puts the new version's file in the place of the old one, and starts the till again with it.",
  },
  no_feed: {
    kind: "off",
    staff: "This build of the till names no place to get updates from.",
    next: "Install new versions by hand, or use a build that has an update address.",
  },
  no_release_key: {
    kind: "off",
    staff: "This build of the till has no key to check an update's signature with.",
    next: "Install new versions by hand, or use a build that has the key.",
  },
  turned_off: {
    kind: "off",
    staff: "The owner has turned updates off.",
    next: "Turn them on under Settings, Updates.",
  },
  not_checked: { kind: "wait", staff: "The till has not looked for updates since it started.", next: null },
  downloading: { kind: "wait", staff: "The update is being downloaded.", next: null },
  open_payment: { kind: "wait", staff: "A payment is open.", next: "Finish it first." },
  queue_not_empty: {
    kind: "wait",
    staff: "Requests wait to be sent to the payment service.",
    next: "They go out by themselves.",
  },
  not_idle: { kind: "wait", staff: "The till was used within the last 15 minutes.", next: null },
  not_quiet_hours: {
    kind: "wait",
    staff: "Updates are installed in the quiet hours.",
    next: null,
  },
  needs_person: {
    kind: "wait",
    staff: "Here an administrator has to confirm an installation, so the till does not begin one by itself.",
    next: "Let the owner install it under Settings, Updates, with an administrator at hand.",
  },
  disk_short: { kind: "wait", staff: "The disk has too little room for an update.", next: "Make room on the disk." },
  data_damaged: {
    kind: "wait",
    staff: "The till's data is damaged: nothing is installed on top of it.",
    next: "Look at Settings, Health.",
  },
  not_newer: { kind: "refused", staff: "The version on offer is not newer than this one.", next: null },
  older_schema: {
    kind: "refused",
    staff: "The version on offer cannot read this till's data: it was made for an older database.",
    next: "Tell support: the update on offer is a wrong one.",
  },
  unknown_schema: {
    kind: "refused",
    staff: "The version on offer does not say which database it works on.",
    next: "Tell support: the update on offer was not made by this project's release.",
  },
  not_signed: {
    kind: "refused",
    staff: "The update on offer is not signed with this till's release key.",
    next: "Tell support at once, and install nothing from there by hand.",
  },
  file_differs: {
    kind: "refused",
    staff:
      "The downloaded file is not the one that was signed: it was taken off this machine, and nothing was installed.",
    next: "Tell support: something may have changed it on this machine. “Look now” under Settings, Updates fetches it anew.",
  },
  check_failed: {
    kind: "failed",
    staff: "No update could be looked for. Payments work.",
    next: "Press “Look now” under Settings, Updates. If that does not help, ask whoever looks after the network to let this machine reach the address under “From”.",
  },
  download_failed: {
    kind: "failed",
    staff: "The update could not be downloaded in the last 24 hours.",
    next: "Check the internet connection and the room on the disk.",
  },
  install_failed: {
    kind: "failed",
    staff: "An update was begun, and the till came back as it was before.",
    next: "Install the new version by hand, or tell support. The till works on.",
  },
} as const satisfies Record<string, UpdateReasonEntry>;

export type UpdateReason = keyof typeof UPDATE_REASONS;

export type UrgentReason = {
  [R in UpdateReason]: (typeof UPDATE_REASONS)[R]["next"] extends string ? R : never;
}[UpdateReason];

export function isUrgentReason(reason: UpdateReason): reason is UrgentReason {
  return UPDATE_REASONS[reason].next !== null;
}

export function isManualUpdate(reason: UpdateReason | null): boolean {
  return reason !== null && UPDATE_REASONS[reason].kind === "hand";
}

export interface UpdateState {
  /** `available`: not downloaded yet · `waiting`: downloaded */
  state: "off" | "current" | "available" | "waiting" | "failed";
  version: string | null;
  /** When the state began; of `current`, the last check */
  since: string | null;
  because: UpdateReason | null;
}

/** `HH:MM` by the shop's clock; may span midnight. Equal times: all day. */
export interface QuietHours {
  from: string;
  to: string;
}

export interface UpdateSettings {
  enabled: boolean;
  quietHours: QuietHours;
}

export const DEFAULT_UPDATE_SETTINGS: UpdateSettings = { enabled: true, quietHours: { from: "02:00", to: "05:00" } };

export interface UpdateView extends UpdateState {
  current: string;
  checkedAt: string | null;
  nextCheckAt: string | null;
  settings: UpdateSettings;
  /** What prevents an installation now; empty: nothing */
  obstacles: UpdateReason[];
  downloadPercent: number | null;
  from: string | null;
}

export interface UpdateValues {
  "updates.get": UpdateView;
  "updates.check": UpdateView;
  "updates.set": UpdateView;
  /** The till stops and restarts with the new version */
  "updates.installNow": { installing: string };
}
