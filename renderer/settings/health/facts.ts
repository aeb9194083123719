import type { TFunction } from "i18next";
import { CircleCheck, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import type { HealthArea, HealthReport } from "../../../contract/diagnostics/diagnostics.ts";
import type { HealthStatus } from "../../../contract/health/findings.ts";
import { isBuiltIn } from "../../../contract/values/roles.ts";
import type { Tone } from "../../kit/appearance.ts";
import { formatBytes } from "../../kit/format/bytes.ts";
import { LANGUAGE_LOCALES, type Language } from "../../kit/i18n/index.ts";
import type { Format } from "../../kit/ui/use-format.ts";

export interface Words {
  t: TFunction;
  format: Format;
  language: Language;
  now: number;
}

export type Fact = readonly [name: string, value: string];

export function headline(area: HealthArea, report: HealthReport, words: Words): string {
  return HEADLINES[area](report, words);
}

export function factsOf(area: HealthArea, report: HealthReport, words: Words): Fact[] {
  return FACTS[area](report, words);
}

const HEADLINES: Record<HealthArea, (report: HealthReport, words: Words) => string> = {
  service: ({ service }, words) => milliseconds(service.medianMs, words),
  clock: ({ clock }, words) => (clock.comparedAt === null ? "–" : skew(-clock.skewMs, words)),
  callbacks: ({ callbacks }, words) => (callbacks.receiving ? at(callbacks.lastAt, words) : "–"),
  queue: ({ queue }) => String(queue.depth),
  disk: ({ disk }, words) =>
    disk.freeBytes === null ? "–" : words.t("health.value.free", { size: size(disk.freeBytes, words) }),
  database: ({ database }, words) => size(database.bytes + database.logBytes, words),
  backups: ({ backups }, words) => at(backups.lastAt, words),
  journal: ({ journal }, { t }) => t("health.value.entries", { count: journal.entries }),
  ledger: ({ ledger }, words) => (ledger.state === "off" ? "–" : at(ledger.lastAt, words)),
  webhooks: ({ webhooks }, words) => (webhooks.state === "off" ? "–" : at(webhooks.lastAt, words)),
  centre: ({ centre }) => (centre.versions.length === 0 ? "–" : centre.versions.join(", ")),
  vault: ({ vault }, words) => backend(vault.backend, words),
  program: ({ program }) => program.version,
  logs: ({ logs }, words) =>
    logs === null ? "–" : words.t("health.value.files", { count: logs.files, size: size(logs.bytes, words) }),
  printer: ({ printer }, words) =>
    printer.state === "off" ? "–" : words.t(`printer.state.${printer.fault ?? wellState(printer.state)}`),
  dispenser: ({ dispenser }, { t }) =>
    dispenser.driver === "none" ? "–" : t(`kioskSettings.drivers.${dispenser.driver}`),
  customer: ({ customer }, { t }) => (customer?.open ? t("health.fact.yes") : "–"),
  display: ({ display }, { t }) =>
    display === null ? "–" : t("health.value.pixels", { width: display.width, height: display.height }),
};

const FACTS: Record<HealthArea, (report: HealthReport, words: Words) => Fact[]> = {
  service: ({ service }, words) => {
    const { t } = words;
    const percent = Math.round((service.errorShare ?? 0) * 100);
    return [
      [t("health.fact.link"), t(`health.fact.links.${service.link}`)],
      [t("health.fact.since"), at(service.since, words)],
      [t("health.fact.lastAnswer"), at(service.lastAnswerAt, words)],
      [t("health.fact.median"), milliseconds(service.medianMs, words)],
      [t("health.fact.slow"), milliseconds(service.slowMs, words)],
      [t("health.fact.errors"), t("health.fact.errorsOf", { percent, count: service.requests })],
    ];
  },
  clock: ({ clock }, words) => [
    [words.t("health.fact.skew"), clock.comparedAt === null ? "–" : skew(-clock.skewMs, words)],
    [words.t("health.fact.comparedAt"), at(clock.comparedAt, words)],
  ],
  callbacks: ({ callbacks }, words) => {
    const { t } = words;
    return [
      [t("health.fact.receiver"), t(callbacks.receiving ? "health.fact.receivers.on" : "health.fact.receivers.off")],
      [t("health.fact.lastCallback"), at(callbacks.lastAt, words)],
      [t("health.fact.verdicts"), t("health.fact.verdictCounts", callbacks.verdicts)],
    ];
  },
  queue: ({ queue }, words) => [
    [words.t("health.fact.waiting"), words.t("health.value.requests", { count: queue.depth })],
    [words.t("health.fact.oldest"), at(queue.oldestAt, words)],
    [words.t("health.fact.parked"), words.t("health.value.requests", { count: queue.parked })],
  ],
  disk: () => [],
  database: ({ database }, words) => {
    const { t } = words;
    const sizes = { size: size(database.bytes, words), log: size(database.logBytes, words) };
    const found: Fact[] = database.damage === null ? [] : [[t("health.fact.damage"), database.damage.what]];
    return [
      [t("health.fact.database"), t("health.fact.databaseSize", sizes)],
      [t("health.fact.mode"), t(keepsEveryWrite(database) ? "health.fact.modes.safe" : "health.fact.modes.unsafe")],
      [t("health.fact.schema"), String(database.schemaVersion)],
      [t("health.fact.quickCheck"), at(database.quickCheckAt, words)],
      [t("health.fact.fullCheck"), at(database.fullCheckAt, words)],
      ...found,
    ];
  },
  backups: ({ backups }, words) => [
    [words.t("health.fact.lastBackup"), at(backups.lastAt, words)],
    [
      words.t("health.fact.kept"),
      words.t("health.value.files", { count: backups.kept, size: size(backups.bytes, words) }),
    ],
  ],
  journal: ({ journal }, words) => [
    [words.t("health.fact.entries"), String(journal.entries)],
    [words.t("health.fact.signed"), at(journal.signedAt, words)],
  ],
  ledger: ({ ledger }, words) =>
    ledger.state === "off"
      ? []
      : [
          [words.t("health.fact.lastAnswer"), at(ledger.lastAt, words)],
          [words.t("health.fact.waiting"), String(ledger.behind)],
        ],
  webhooks: ({ webhooks }, words) =>
    webhooks.state === "off"
      ? []
      : [
          [words.t("health.fact.lastAnswer"), at(webhooks.lastAt, words)],
          [words.t("health.fact.waiting"), String(webhooks.behind)],
        ],
  centre: ({ centre }, words) => centreFacts(centre, words),
  vault: ({ vault }, words) => [[words.t("health.fact.backend"), backend(vault.backend, words)]],
  program: ({ program }, words) => {
    const runtime = [`Node ${program.node}`, ...(program.electron === null ? [] : [`Electron ${program.electron}`])];
    return [
      [words.t("health.fact.version"), program.version],
      [words.t("health.fact.runsSince"), at(program.startedAt, words)],
      [words.t("health.fact.runsOn"), [program.platform, ...runtime].join(", ")],
    ];
  },
  printer: ({ printer }, words) =>
    printer.state === "off"
      ? []
      : [
          [words.t("health.fact.since"), at(printer.since, words)],
          [words.t("health.fact.waiting"), String(printer.waiting)],
        ],
  dispenser: () => [],
  customer: ({ customer }, { t }) =>
    customer === null ? [] : [[t("health.fact.wanted"), t(customer.wanted ? "health.fact.yes" : "health.fact.no")]],
  logs: ({ logs }, { t }) => (logs === null ? [] : [[t("health.fact.lost"), String(logs.lost)]]),
  display: ({ display }, { t }) =>
    display === null
      ? []
      : [
          [t("health.fact.window"), t("health.value.pixels", { width: display.width, height: display.height })],
          [
            t("health.fact.screen"),
            t("health.value.pixels", { width: display.screenWidth, height: display.screenHeight }),
          ],
          [t("health.fact.scale"), String(display.scale)],
          [t("health.fact.refresh"), display.refreshHz === null ? "–" : String(display.refreshHz)],
          [t("health.fact.touch"), t(display.touch ? "health.fact.yes" : "health.fact.no")],
        ],
};

function wellState(state: HealthReport["printer"]["state"]) {
  return state === "fault" ? "unseen" : state;
}

/** `14:32` today, otherwise with the date. */
function at(time: string | null, { t, format, now }: Words): string {
  return time === null ? t("health.value.never") : format.row(time, now);
}

function milliseconds(ms: number | null, { t }: Words): string {
  return ms === null ? "–" : t("health.value.ms", { ms: Math.round(ms) });
}

/** The clock difference to the service, with a word instead of a sign. */
function skew(ms: number, { t, language }: Words): string {
  const tenths = Math.round(Math.abs(ms) / 100) / 10;
  if (tenths === 0) return t("health.value.same");
  const format = new Intl.NumberFormat(LANGUAGE_LOCALES[language], { maximumFractionDigits: 1 });
  return t(ms > 0 ? "health.value.ahead" : "health.value.behind", { seconds: format.format(tenths) });
}

/** SQLite's `synchronous`: 2 is FULL, 3 is EXTRA. */
function keepsEveryWrite({ journalMode, synchronous }: HealthReport["database"]): boolean {
  return journalMode === "wal" && synchronous >= 2;
}

function backend(name: string, { t }: Words): string {
  if (name === "machine-key") return t("health.fact.backends.machineKey");
  return name === "passphrase" ? t("health.fact.backends.passphrase") : t("health.fact.backends.keychain", { name });
}

function size(bytes: number, { language }: Words): string {
  return formatBytes(bytes, LANGUAGE_LOCALES[language]);
}

function centreFacts({ since, parts, refundLimits }: HealthReport["centre"], words: Words): Fact[] {
  const { t, format } = words;
  if (parts.length === 0) return [];
  const limits = refundLimits.map(({ role, limit }): Fact => {
    const name = isBuiltIn(role) ? t(`staff.role.${role}`) : role;
    return [
      t("health.centre.refundLimit", { role: name }),
      limit === null ? t("health.centre.noLimit") : format.money(limit),
    ];
  });
  return [
    [t("health.centre.since"), at(since, words)],
    [t("health.centre.parts"), parts.map((part) => t(`health.centre.part.${part}`)).join(", ")],
    ...limits,
  ];
}

/** Icon and colour of a status. Only problems have a colour: green and amber belong to payments. */
export const STATUS_APPEARANCE: Record<HealthStatus, { tone: Tone | undefined; Icon: LucideIcon }> = {
  ok: { tone: undefined, Icon: CircleCheck },
  attention: { tone: undefined, Icon: TriangleAlert },
  bad: { tone: "failed", Icon: OctagonX },
};
