import { screen } from "./screen.tsx";

export default { title: "Screens/Office" };

export const ReportToday = screen("report-today");
export const ReportShift = screen("report-shift");
export const ReportClose = screen("report-close");
export const ReportClosed = screen("report-closed");
export const ReportSettlement = screen("report-settlement");
export const ReportExport = screen("report-export");
export const ReportJournal = screen("report-journal");
export const ReportsGate = screen("reports-gate");
export const Today = screen("today");
export const CloseDay = screen("close-day");
export const DayClosed = screen("day-closed");
export const Z = screen("z");
export const ClosedDays = screen("closed-days");
export const Settlement = screen("settlement");
export const Shift = screen("shift");
