/** The systemd user unit that keeps a till running: its text. Pure. */
import type { LaunchOptions } from "../../app/options.ts";
import { MALLOC_SETTINGS } from "../../lib/malloc.ts";

export interface UnitWish {
  /** The till's program and what comes before its own options, each a word: absolute paths */
  program: readonly string[];
  options: LaunchOptions;
}

/** How long a till may say nothing before systemd ends it: twice the pause between two of its health checks. */
const WATCHDOG_SECONDS = 90;
/**
 * A start reads the database, and may bring a large one up to date first: ended half-way it would begin anew each time.
 */
const START_SECONDS = 600;
/** So many starts in so many seconds are enough: what comes up no more by then needs a person. */
const STARTS = 10;
const STARTS_SECONDS = 600;

/** What starts the unit: for a till without a window, and for one with */
export const TARGETS = ["default.target", "graphical-session.target"] as const;

/**
 * Writes the unit. One for a till with a window comes and goes with the graphical session; one without starts with the
 * user's service manager.
 */
export function unitText({ program, options }: UnitWish): string {
  const hasWindow = options.shell !== "none";
  const [always, session] = TARGETS;
  return `${[
    "# Written by the till (service install). Changes of your own belong into a drop-in: systemctl --user edit till",
    "[Unit]",
    "Description=Till",
    ...(hasWindow ? [`After=${session}`, `PartOf=${session}`] : []),
    `StartLimitIntervalSec=${STARTS_SECONDS}`,
    `StartLimitBurst=${STARTS}`,
    "",
    "[Service]",
    "Type=notify",
    "# systemd-notify, a child of the till, is what reports.",
    "NotifyAccess=all",
    `ExecStart=${commandLine([...program, ...unitOptions(options)])}`,
    "# How glibc keeps its memory: tens of megabytes less.",
    `Environment=${["TILL_SUPERVISED=1", ...Object.entries(MALLOC_SETTINGS).map((set) => set.join("="))].join(" ")}`,
    `Restart=${restart(options)}`,
    "RestartSec=2",
    "# 2: wrong options or provisioning. 3: another till has the data folder. A person must look.",
    "RestartPreventExitStatus=2 3",
    `TimeoutStartSec=${START_SECONDS}`,
    "# The till stops within five seconds.",
    "TimeoutStopSec=10",
    `WatchdogSec=${WATCHDOG_SECONDS}`,
    "# Nothing that writes a dump: it would hold the keys.",
    "WatchdogSignal=SIGKILL",
    "LimitCORE=0",
    "# The till closes its own window first.",
    "KillMode=mixed",
    "UMask=0077",
    "# Nothing but the ready line, which carries the bridge's token. The log comes on standard error.",
    "StandardOutput=null",
    "StandardError=journal",
    ...(hasWindow ? [] : HARDENING),
    "",
    "[Install]",
    `WantedBy=${hasWindow ? session : always}`,
  ].join("\n")}\n`;
}

/**
 * What a user's service manager can take away from a program without privileges. All of it implies NoNewPrivileges=,
 * under which Chromium cannot build its sandbox: so it is for a till without a window alone.
 */
const HARDENING = [
  "NoNewPrivileges=yes",
  "LockPersonality=yes",
  "RestrictRealtime=yes",
  "RestrictSUIDSGID=yes",
  "RestrictNamespaces=yes",
  "SystemCallArchitectures=native",
  "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
];

/** Who closes a counter's window ends their till; a kiosk, and a till without a window, is stopped by systemctl alone. */
function restart({ shell, kiosk }: LaunchOptions): string {
  return kiosk || shell === "none" ? "always" : "on-failure";
}

/** The till's own options, as they were understood: with absolute paths. */
function unitOptions({ shell, dataDir, configFile, port, kiosk, demo }: LaunchOptions): string[] {
  return [
    `--shell=${shell}`,
    `--data=${dataDir}`,
    ...(configFile === null ? [] : [`--config=${configFile}`]),
    ...(port === null ? [] : [`--port=${port}`]),
    ...(kiosk ? ["--kiosk"] : []),
    ...(demo ? ["--demo"] : []),
  ];
}

/**
 * A command line by systemd.service(5): each word quoted, `%` doubled against its specifiers. The colon in front takes
 * every `$` as it is: no word is a variable.
 */
export function commandLine([program = "", ...rest]: readonly string[]): string {
  return [`:${program}`, ...rest].map(quotedWord).join(" ");
}

function quotedWord(word: string): string {
  return `"${word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%")}"`;
}
