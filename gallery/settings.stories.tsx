import { screen } from "./screen.tsx";

export default { title: "Screens/Settings" };

export const Window = screen("setting-window");
export const Products = screen("setting-products");
export const Counter = screen("setting-counter");
export const People = screen("setting-people");
export const Customer = screen("setting-customer");
export const CustomerData = screen("setting-customerData");
export const Kiosk = screen("setting-kiosk");
export const Receipts = screen("setting-receipts");
export const Printer = screen("setting-printer");
export const Mail = screen("setting-mail");
export const Stickers = screen("setting-stickers");
export const Registers = screen("setting-registers");
export const Day = screen("setting-day");
export const Reservations = screen("setting-reservations");
export const Keys = screen("setting-keys");
export const Setup = screen("setting-setup");
export const Health = screen("setting-health");
export const Updates = screen("setting-updates");
export const About = screen("setting-about");
export const HealthCallbacks = screen("health-callbacks");
export const Person = screen("person");
export const StickerPrint = screen("sticker-print");
export const ReservationRule = screen("reservation-rule");

export const Receipt = screen("receipt");
export const PrinterDialog = screen("receipt", () => ({ dialog: { kind: "printer" } }));
export const InstallUpdate = screen("setting-updates", () => ({ dialog: { kind: "installUpdate" } }));
