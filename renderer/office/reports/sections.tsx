import {
  Archive,
  BookOpenCheck,
  CalendarCheck,
  ChartColumn,
  FileDown,
  FileSpreadsheet,
  ScrollText,
  Sunrise,
} from "lucide-react";
import type { TabSection } from "../../kit/ui/section-tabs.tsx";
import { ExportScreen } from "../exports/export-screen.tsx";
import { JournalScreen } from "../journal/journal-screen.tsx";
import { CloseSection } from "./close-section.tsx";
import { ClosedSection } from "./closed-section.tsx";
import { DaySection } from "./day-section.tsx";
import { SettlementSection } from "./settlement-section.tsx";
import { TodaySection } from "./today-section.tsx";
import { XSection } from "./x-section.tsx";

/** The manager's day, in its order. */
export const REPORT_SECTIONS: readonly TabSection[] = [
  {
    id: "today",
    title: "reports.today",
    intro: "reports.todayIntro",
    Icon: ChartColumn,
    Component: TodaySection,
    permission: "reports",
  },
  {
    id: "x",
    title: "reports.x",
    intro: "reports.xIntro",
    Icon: ScrollText,
    Component: XSection,
    permission: "reports",
  },
  {
    id: "close",
    title: "reports.close",
    intro: "reports.closeIntro",
    Icon: CalendarCheck,
    Component: CloseSection,
    permission: "reports",
  },
  {
    id: "closed",
    title: "reports.closed",
    intro: "reports.closedIntro",
    Icon: Archive,
    Component: ClosedSection,
    permission: "reports",
  },
  {
    id: "settlement",
    title: "reports.settlement",
    intro: "reports.settlementIntro",
    Icon: FileSpreadsheet,
    Component: SettlementSection,
    permission: "reports",
  },
  {
    id: "day",
    title: "reports.day",
    intro: "reports.dayIntro",
    Icon: Sunrise,
    Component: DaySection,
    permission: "reports",
  },
  {
    id: "export",
    title: "exports.title",
    intro: "exports.intro",
    Icon: FileDown,
    Component: ExportScreen,
    permission: "reports",
  },
  {
    id: "journal",
    title: "journal.title",
    intro: "journal.intro",
    Icon: BookOpenCheck,
    Component: JournalScreen,
    permission: "reports",
  },
];
