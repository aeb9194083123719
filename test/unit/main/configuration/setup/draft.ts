import { PORTABLE_COUNTER_ROWS } from "../../../../../contract/catalogue/counter.ts";
import type { SetupDraft, SetupShared } from "../../../../../contract/configuration/setup.ts";
import { withDefaults } from "../../../../../contract/values/setting-rows.ts";

/** A valid draft for a live service. */
export const DRAFT: SetupDraft = {
  preset: "custom",
  service: {
    baseUrl: "https://pay.example",
    vendor: "settle",
    mediaType: "mcash",
    merchant: "T001",
    user: "till",
    integrator: null,
    publicKey: null,
    ca: null,
    trustedHosts: ["pay.example"],
  },
  scheme: "RSA-SHA256",
  testbed: false,
  pos: { id: "counter-1", name: "Counter 1", type: "store", location: null },
  currency: "NOK",
  locale: "nb-NO",
  timeZone: "Europe/Oslo",
  mode: "counter",
  callbacks: { listen: null, publicUrl: null, tls: false },
  shop: null,
  shared: null,
};

/** A non-default value in every part. */
export const SHARED: SetupShared = {
  allowCredit: false,
  offline: { enabled: true, maxAmount: 20_000, maxTotal: 50_000, maxAgeMinutes: 60 },
  confirmAbove: 75_000,
  expiry: { counterSeconds: 240, kioskSeconds: 90, codeSeconds: 120 },
  businessDay: { cutOff: "06:00" },
  kiosk: {
    dispenser: { driver: "serial", path: "/dev/ttyUSB0", baudRate: 19_200 },
    unknownDrop: "capture",
    deposit: 20_000,
    receiptRequired: true,
  },
  restartAt: "03:30",
  polling: { activeMs: 700, idleMs: 9000 },
  rate: { perSecond: 25 },
  products: [{ id: "cup", name: "A cup", amount: 4900, vatRate: 2500, category: "drinks" }],
  categories: [{ id: "drinks", name: "Drinks", names: { nb: "Drikke" } }],
  counter: withDefaults(PORTABLE_COUNTER_ROWS, {
    first: "products",
    keyedVatRate: 1500,
    appName: "Open Settle",
    accent: "#136145",
    tips: { kind: "percent", presets: [500, 1000], where: "screen" },
  }),
  roles: [{ id: "shift", name: "Shift lead", rights: ["sale", "abort", "refund", "reports"], refundLimit: 50_000 }],
  shop: {
    name: "Kaffebaren",
    address: ["Torget 1"],
    organisationNumber: "987 654 321",
    phone: null,
    footer: "Takk for besøket",
  },
  printer: {
    kind: "escpos-tcp",
    host: "192.168.1.50",
    port: 9100,
    width: 58,
    columns: null,
    codePage: "cp858",
    codePageNumber: null,
    cut: true,
    drawer: true,
  },
  receipt: { electronic: true, print: "always" },
};
