import { screen } from "./screen.tsx";

export default { title: "Screens/Office" };

export const ReportClose = screen("report-close");
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
