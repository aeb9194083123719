import { GitCompareArrows, LayoutDashboard, Monitor, ReceiptText, Search, SunMoon, Unplug } from "lucide-react";
import { Dialog, DialogTrigger, I18nProvider, Popover } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { IconButton } from "../kit/ui/button.tsx";
import { Empty } from "../kit/ui/empty.tsx";
import message from "../kit/ui/message.module.css";
import { SectionTabs, type TabSection } from "../kit/ui/section-tabs.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { ThemeChoice, WindowLanguageChoice } from "../kit/ui/window-choices.tsx";
import { useOffice, useOfficeActions } from "./context.ts";
import { DaySection } from "./day-section.tsx";
import { DifferencesSection } from "./differences-section.tsx";
import { FindSection } from "./find-section.tsx";
import styles from "./head-office.module.css";
import { ReportsSection } from "./reports-section.tsx";
import { type SectionId, sizeOf } from "./state.ts";
import { TillsSection } from "./tills-section.tsx";

const SECTIONS: readonly (TabSection & { id: SectionId })[] = [
  { id: "today", title: "headOffice.today.title", Icon: LayoutDashboard, Component: DaySection, permission: null },
  {
    id: "tills",
    title: "headOffice.tills.title",
    intro: "headOffice.tills.intro",
    Icon: Monitor,
    Component: TillsSection,
    permission: null,
  },
  {
    id: "find",
    title: "headOffice.find.title",
    intro: "headOffice.find.intro",
    Icon: Search,
    Component: FindSection,
    permission: null,
  },
  {
    id: "differences",
    title: "headOffice.differences.title",
    intro: "headOffice.differences.intro",
    Icon: GitCompareArrows,
    Component: DifferencesSection,
    permission: null,
  },
  {
    id: "reports",
    title: "headOffice.zs.title",
    intro: "headOffice.zs.intro",
    Icon: ReceiptText,
    Component: ReportsSection,
    permission: null,
  },
];

export function HeadOffice() {
  const { language, connection } = useOffice(({ language, connection }) => ({ language, connection }));
  return (
    <I18nProvider locale={LANGUAGE_LOCALES[language]}>
      <div className={styles.window}>
        <Bar />
        <main className={styles.frame}>{connection === "lost" ? <SessionRejected /> : <Sections />}</main>
      </div>
    </I18nProvider>
  );
}

function Sections() {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const section = useOffice((state) => state.section);
  return (
    <>
      <Trouble />
      <div className={styles.sections}>
        <SectionTabs
          title={t("headOffice.title")}
          label={t("headOffice.sections")}
          testId="head-office"
          sections={SECTIONS}
          chosen={section}
          onChoose={(id) => actions.open(SECTIONS.find((one) => one.id === id)?.id ?? "today")}
        />
      </div>
    </>
  );
}

function Bar() {
  const { t } = useTranslation();
  const size = useOffice(sizeOf);
  return (
    <header className={styles.bar}>
      <span className={styles.wordmark}>{t("app.name")}</span>
      <span className={styles.name}>
        {size !== null &&
          `${t("headOffice.tillCount", { count: size.active })} · ${t("headOffice.shopCount", { count: size.shops })}`}
      </span>
      <DialogTrigger>
        <IconButton label={t("headOffice.look")} Icon={SunMoon} />
        <Popover className={styles.popover} placement="bottom end">
          <Dialog className={styles.look} aria-label={t("headOffice.look")}>
            <Look />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </header>
  );
}

function Look() {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const { theme, language } = useOffice(({ theme, language }) => ({ theme, language }));
  return (
    <>
      <div className={styles.choice}>
        <h3>{t("settings.theme")}</h3>
        <ThemeChoice fill value={theme} onChange={actions.setTheme} />
      </div>
      <div className={styles.choice}>
        <h3>{t("settings.language")}</h3>
        <WindowLanguageChoice fill value={language} onChange={actions.setLanguage} />
      </div>
    </>
  );
}

function Trouble() {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const { connection, isRefused, asOf } = useOffice(({ connection, isRefused, tills }) => ({
    connection,
    isRefused,
    asOf: tills?.asOf ?? null,
  }));
  if (connection !== "away" && !isRefused) return null;
  const since = asOf === null ? t("headOffice.awayFirst") : t("headOffice.awayText", { time: exact(asOf) });
  return (
    <div className={styles.away} role="alert" data-tone="attention">
      <p className={message.note}>
        <Unplug aria-hidden />
        <span>
          <strong>{isRefused ? t("headOffice.failed") : t("headOffice.away")}. </strong>
          {isRefused ? t("headOffice.failedText") : since}
        </span>
      </p>
    </div>
  );
}

function SessionRejected() {
  const { t } = useTranslation();
  return (
    <div className={styles.lost} role="alert">
      <Empty Icon={Unplug} title={t("headOffice.lost")} text={t("headOffice.lostText")}>
        <p>{t("headOffice.lostNext")}</p>
      </Empty>
    </div>
  );
}
