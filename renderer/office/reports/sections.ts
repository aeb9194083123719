import { Archive, BookOpenCheck, CalendarCheck, ChartColumn, FileDown, FileSpreadsheet, Handshake } from "lucide-react";
import type { TabSection } from "../../kit/ui/section-tabs.tsx";
import { ExportScreen } from "../exports/export-screen.tsx";
import { JournalScreen } from "../journal/journal-screen.tsx";
import { CloseSection } from "./close-section.tsx";
import { ClosedSection } from "./closed-section.tsx";
import { SettlementSection } from "./settlement-section.tsx";
import { ShiftSection } from "./shift-section.tsx";
import { TodaySection } from "./today-section.tsx";

export const REPORT_SECTIONS: readonly TabSection[] = [
  {
    id: "today",
    title: "reports.today",
    Icon: ChartColumn,
    Component: TodaySection,
    permission: "reports",
  },
  {
    id: "shift",
    title: "reports.shift.title",
    intro: "reports.shift.intro",
    Icon: Handshake,
    Component: ShiftSection,
    permission: null,
  },
  {
    id: "close",
    title: "reports.close",
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
