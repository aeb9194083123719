import {
  Calculator,
  CloudDownload,
  HeartPulse,
  Info,
  KeyRound,
  LockKeyhole,
  Mail,
  Monitor,
  MonitorSmartphone,
  Package,
  Printer,
  Receipt,
  ScanQrCode,
  ShoppingBasket,
  Store,
  Sunrise,
  UserRoundCheck,
  Users,
  Wrench,
} from "lucide-react";
import type { TabSection } from "../kit/ui/section-tabs.tsx";
import { RuleSection } from "../payments/reserved/rule-section.tsx";
import { AboutSection } from "../settings/about-section.tsx";
import { BusinessDaySection } from "../settings/business-day-section.tsx";
import { CounterSection } from "../settings/catalogue/counter-section.tsx";
import { ProductsSection } from "../settings/catalogue/products-section.tsx";
import { CustomerSection } from "../settings/customer-section.tsx";
import { HealthSection } from "../settings/health/health-section.tsx";
import { UpdatesSection } from "../settings/health/updates-section.tsx";
import { KeysSection } from "../settings/keys/keys-section.tsx";
import { KioskSection } from "../settings/kiosk/kiosk-section.tsx";
import { PeopleSection } from "../settings/people/people-section.tsx";
import { PresetsSection } from "../settings/presets/presets-section.tsx";
import { MailSection } from "../settings/receipts/mail-section.tsx";
import { PrinterSection } from "../settings/receipts/printer-section.tsx";
import { ReceiptSection } from "../settings/receipts/receipt-section.tsx";
import { RegistersSection } from "../settings/registers/registers-section.tsx";
import { StickersSection } from "../settings/stickers/stickers-section.tsx";
import { WindowSection } from "../settings/window-section.tsx";
import { SetupSection } from "../setup/setup-section.tsx";

export const SETTINGS_SECTIONS: readonly TabSection[] = [
  { id: "window", title: "settingsScreen.window", Icon: Monitor, Component: WindowSection, permission: null },
  {
    id: "products",
    title: "catalogue.section",
    intro: "catalogue.intro",
    Icon: Package,
    Component: ProductsSection,
    permission: "catalogue",
  },
  {
    id: "counter",
    title: "counterSettings.section",
    intro: "counterSettings.intro",
    Icon: Store,
    Component: CounterSection,
    permission: "settings",
  },
  {
    id: "people",
    title: "staff.people.title",
    intro: "staff.people.intro",
    Icon: Users,
    Component: PeopleSection,
    permission: "access",
  },
  {
    id: "customer",
    title: "customerScreen.title",
    intro: "customerScreen.intro",
    Icon: MonitorSmartphone,
    Component: CustomerSection,
    permission: null,
  },
  {
    id: "customerData",
    title: "customerData.section",
    intro: "customerData.intro",
    Icon: UserRoundCheck,
    Component: PresetsSection,
    permission: "settings",
  },
  {
    id: "kiosk",
    title: "kioskSettings.section",
    intro: "kioskSettings.intro",
    Icon: ShoppingBasket,
    Component: KioskSection,
    permission: null,
  },
  {
    id: "receipts",
    title: "receiptSettings.section",
    intro: "receiptSettings.intro",
    Icon: Receipt,
    Component: ReceiptSection,
    permission: "settings",
  },
  {
    id: "printer",
    title: "printer.section",
    intro: "printer.sectionIntro",
    Icon: Printer,
    Component: PrinterSection,
    permission: "settings",
  },
  {
    id: "mail",
    title: "mailSettings.section",
    intro: "mailSettings.intro",
    Icon: Mail,
    Component: MailSection,
    permission: "settings",
  },
  {
    id: "stickers",
    title: "stickers.title",
    intro: "stickers.intro",
    Icon: ScanQrCode,
    Component: StickersSection,
    permission: "settings",
  },
  {
    id: "registers",
    title: "registers.title",
    intro: "registers.intro",
    Icon: Calculator,
    Component: RegistersSection,
    permission: "access",
  },
  {
    id: "day",
    title: "reports.day",
    intro: "reports.dayIntro",
    Icon: Sunrise,
    Component: BusinessDaySection,
    permission: "reports",
  },
  {
    id: "reservations",
    title: "rule.title",
    intro: "rule.intro",
    Icon: LockKeyhole,
    Component: RuleSection,
    permission: "settings",
  },
  {
    id: "keys",
    title: "rotation.title",
    intro: "rotation.intro",
    Icon: KeyRound,
    Component: KeysSection,
    permission: "access",
  },
  {
    id: "setup",
    title: "setup.section.title",
    intro: "setup.section.intro",
    Icon: Wrench,
    Component: SetupSection,
    permission: "access",
  },
  {
    id: "health",
    title: "health.title",
    intro: "health.intro",
    Icon: HeartPulse,
    Component: HealthSection,
    permission: null,
  },
  {
    id: "updates",
    title: "updates.title",
    intro: "updates.intro",
    Icon: CloudDownload,
    Component: UpdatesSection,
    permission: "settings",
  },
  { id: "about", title: "settingsScreen.about", Icon: Info, Component: AboutSection, permission: null },
];
