import { z } from "zod";
import { baseAddress } from "../calls/addresses.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import { BAUD_RATES, UNKNOWN_DROP_RULES } from "./vend.ts";

/** Hosts of this machine and private networks (RFC 1918, 4193, 3927, 6762), where a dispenser must be. */
const LOCAL_HOSTS = [
  /^localhost$/,
  /^[a-z0-9-]+\.local$/,
  /^127(\.\d{1,3}){3}$/,
  /^10(\.\d{1,3}){3}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/,
  /^192\.168(\.\d{1,3}){2}$/,
  /^169\.254(\.\d{1,3}){2}$/,
  /^\[::1\]$/,
  /^\[f[cd][0-9a-f]{2}:[0-9a-f:]+\]$/,
  /^\[fe[89ab][0-9a-f]:[0-9a-f:]+\]$/,
];

function isLocalAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return false;
  return LOCAL_HOSTS.some((host) => host.test(url.hostname));
}

/** A serial device: `/dev/ttyUSB0` on Linux and macOS, `COM3` on Windows. */
const SERIAL_PORT = /^(?:\/[!-~]+|COM[1-9]\d{0,2})$/;

const dispenser = z.discriminatedUnion("driver", [
  z.strictObject({ driver: z.literal("none") }),
  z.strictObject({
    driver: z.literal("http"),
    url: baseAddress(z.string().max(500))
      .refine(isLocalAddress, expectedReason("field_local_address"))
      .transform((url) => (url.endsWith("/") ? url : `${url}/`)),
  }),
  z.strictObject({
    driver: z.literal("serial"),
    path: z.string().max(200).regex(SERIAL_PORT, expectedReason("field_serial_port")),
    baudRate: z.literal(BAUD_RATES).default(9600),
  }),
]);

/** The fields without defaults, as an owner sets them at the till. */
export const kioskParts = {
  dispenser,
  unknownDrop: z.enum(UNKNOWN_DROP_RULES),
  /** Reserved before the customer chooses, in minor units; null: customers choose first */
  deposit: z.int().min(1).max(MAX_AMOUNT).nullable(),
  /** True if a kiosk stops selling while its receipt printer cannot print */
  receiptRequired: z.boolean(),
};

export const provisionedKiosk = z.strictObject({
  dispenser: kioskParts.dispenser.default({ driver: "none" }),
  unknownDrop: kioskParts.unknownDrop.default("release"),
  deposit: kioskParts.deposit.default(null),
  receiptRequired: kioskParts.receiptRequired.default(false),
});

export type KioskSettings = z.output<typeof provisionedKiosk>;
export type DispenserSettings = KioskSettings["dispenser"];

export const NO_KIOSK: KioskSettings = provisionedKiosk.parse({});

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, expectedReason("field_time_of_day"));

export interface KioskChoices extends KioskSettings {
  /** When the till restarts each night, by the shop's clock; null: never */
  restartAt: string | null;
}

export interface KioskView extends KioskChoices {
  /** Open vends, which block changes of the machine */
  openVends: number;
}

const KIOSK_RESTARTS_AT = "04:00";

/** Returns the nightly restart time. `chosen`: null is never, undefined is the mode's default. */
export function restartTime(chosen: string | null | undefined, isKiosk: boolean): string | null {
  if (chosen !== undefined) return chosen;
  return isKiosk ? KIOSK_RESTARTS_AT : null;
}
