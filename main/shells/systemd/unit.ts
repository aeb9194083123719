/** Text of the systemd user unit that keeps a till running. */
import type { LaunchOptions } from "../../app/options.ts";
import { MALLOC_SETTINGS } from "../../lib/malloc.ts";

export interface UnitRequest {
  program: readonly string[];
  options: LaunchOptions;
}

/** Watchdog timeout: two intervals of the health check. */
const WATCHDOG_SECONDS = 90;
/** A start may migrate a large database; a shorter timeout would restart the migration each time. */
const START_SECONDS = 600;
const STARTS = 10;
const STARTS_SECONDS = 600;

/** Targets that start the unit, for a till without and with a window */
export const TARGETS = ["default.target", "graphical-session.target"] as const;

/**
 * Returns the unit's text. A till with a window follows the graphical session; one without starts with the user's
 * service manager.
 */
export function unitText({ program, options }: UnitRequest): string {
  const hasWindow = options.shell !== "none";
  const [always, session] = TARGETS;
  return `${[
    "# Written by the till (service install). Put your own changes into a drop-in: systemctl --user edit till",
    "[Unit]",
    "Description=Till",
    ...(hasWindow ? [`After=${session}`, `PartOf=${session}`] : []),
    `StartLimitIntervalSec=${STARTS_SECONDS}`,
    `StartLimitBurst=${STARTS}`,
    "",
    "[Service]",
    "Type=notify",
    "# systemd-notify, a child of the till, sends the notifications.",
    "NotifyAccess=all",
    `ExecStart=${commandLine([...program, ...unitOptions(options)])}`,
    "# glibc memory settings that save tens of megabytes.",
    `Environment=${["TILL_SUPERVISED=1", ...Object.entries(MALLOC_SETTINGS).map((set) => set.join("="))].join(" ")}`,
    `Restart=${restart(options)}`,
    "RestartSec=2",
    "# 2: wrong options or provisioning. 3: another till has the data folder. Both need a person.",
    "RestartPreventExitStatus=2 3",
    `TimeoutStartSec=${START_SECONDS}`,
    "# The till stops within five seconds.",
    "TimeoutStopSec=10",
    `WatchdogSec=${WATCHDOG_SECONDS}`,
    "# No core dump: it would contain the keys.",
    "WatchdogSignal=SIGKILL",
    "LimitCORE=0",
    "# The till closes its own window first.",
    "KillMode=mixed",
    "UMask=0077",
    "# Standard output has only the ready line, with the bridge's token. The log is on standard error.",
    "StandardOutput=null",
    "StandardError=journal",
    ...(hasWindow ? [] : HARDENING),
    "",
    "[Install]",
    `WantedBy=${hasWindow ? session : always}`,
  ].join("\n")}\n`;
}

/**
 * Restrictions that need no privileges. They imply NoNewPrivileges=, which breaks Chromium's sandbox, so they apply
 * only without a window.
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

/** Closing a counter's window ends its till. A kiosk, or a till without a window, is stopped only by systemctl. */
function restart({ shell, kiosk }: LaunchOptions): string {
  return kiosk || shell === "none" ? "always" : "on-failure";
}

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
 * Quotes a command line by systemd.service(5): quotes each word and doubles `%`. The leading colon disables `$`
 * variables.
 */
export function commandLine([program = "", ...rest]: readonly string[]): string {
  return [`:${program}`, ...rest].map(quotedWord).join(" ");
}

function quotedWord(word: string): string {
  return `"${word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%")}"`;
}
