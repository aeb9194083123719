export interface UpdateReasonEntry {
  /** `off`: no search · `hand`: installed by a user · `wait`: continues automatically · `refused`: this version */
  kind: "off" | "hand" | "wait" | "refused" | "failed";
  staff: string;
  next: string | null;
}

/** Reasons why an update is not installed. One table for screens, docs and tests. */
export const UPDATE_REASONS = {
  no_desktop: {
    kind: "off",
    staff: "This till does not run as the desktop app, so it cannot update itself.",
    next: "Your IT support updates the program and restarts the till.",
  },
  system_package: {
    kind: "hand",
    staff: "This till was installed as a system package. It checks for updates but cannot install them.",
    next: "Your IT support downloads the new .deb file from the same source, installs it (sudo apt install ./FILE.deb), and restarts the till.",
  },
  started_with_options: {
    kind: "hand",
    staff:
      "This till was started with options that the installer would lose. It checks for updates but does not install them.",
    next: "Your IT support stops the till, runs the new version's installer, and starts the till again with the same options.",
  },
  passphrase_not_kept: {
    kind: "hand",
    staff:
      "This till needs its passphrase to start and would restart without it after an update. It checks for updates but does not install them.",
    next: "Someone who knows the passphrase stops the till, replaces the program file with the new version, and starts the till again.",
  },
  no_feed: {
    kind: "off",
    staff: "This build of the till has no update address.",
    next: "Install new versions by hand, or use a build with an update address.",
  },
  no_release_key: {
    kind: "off",
    staff: "This build of the till has no key to verify updates with.",
    next: "Install new versions by hand, or use a build with the key.",
  },
  turned_off: {
    kind: "off",
    staff: "The owner has turned off updates.",
    next: "Turn them on under Settings → Updates.",
  },
  not_checked: { kind: "wait", staff: "The till has not checked for updates since it started.", next: null },
  downloading: { kind: "wait", staff: "The update is being downloaded.", next: null },
  open_payment: { kind: "wait", staff: "A payment is open.", next: "Finish it first." },
  queue_not_empty: {
    kind: "wait",
    staff: "Requests to the payment service wait to be sent.",
    next: "They are sent automatically.",
  },
  not_idle: { kind: "wait", staff: "The till was used in the last 15 minutes.", next: null },
  not_quiet_hours: {
    kind: "wait",
    staff: "Updates are installed in the hours set under Settings → Updates.",
    next: null,
  },
  needs_person: {
    kind: "wait",
    staff: "An administrator must confirm the installation, so it does not start automatically.",
    next: "Ask the owner to install it under Settings → Updates, together with an administrator.",
  },
  disk_short: { kind: "wait", staff: "The disk has too little space for the update.", next: "Free some disk space." },
  data_damaged: {
    kind: "wait",
    staff: "The till's data is damaged, so nothing is installed.",
    next: "See Settings → Health.",
  },
  not_newer: { kind: "refused", staff: "The offered version is not newer than this one.", next: null },
  older_schema: {
    kind: "refused",
    staff: "The offered version cannot read this till's data: it is made for an older database.",
    next: "Contact support: the offered update is wrong.",
  },
  unknown_schema: {
    kind: "refused",
    staff: "The offered version does not state its database version.",
    next: "Contact support: the offered update is not an official release.",
  },
  not_signed: {
    kind: "refused",
    staff: "The offered update is not signed with this till's release key.",
    next: "Contact support at once. Do not install that update by hand.",
  },
  file_differs: {
    kind: "refused",
    staff: "The downloaded file does not match its signature. It was deleted, and nothing was installed.",
    next: "Contact support: something on this machine may have changed the file. “Check now” under Settings → Updates downloads it again.",
  },
  check_failed: {
    kind: "failed",
    staff: "The check for updates failed. Payments work.",
    next: "Press “Check now” under Settings → Updates. If that fails too, ask your IT support to allow connections to the address under “From”.",
  },
  download_failed: {
    kind: "failed",
    staff: "The update could not be downloaded in the last 24 hours.",
    next: "Check the internet connection and the disk space.",
  },
  install_failed: {
    kind: "failed",
    staff: "An update failed, and the previous version is running again.",
    next: "Install the new version by hand, or contact support. The till works.",
  },
} as const satisfies Record<string, UpdateReasonEntry>;

export type UpdateReason = keyof typeof UPDATE_REASONS;

export type UrgentReason = {
  [R in UpdateReason]: (typeof UPDATE_REASONS)[R]["next"] extends string ? R : never;
}[UpdateReason];

export function isUrgentReason(reason: UpdateReason): reason is UrgentReason {
  return UPDATE_REASONS[reason].next !== null;
}

/** True if a person must install the update. */
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
