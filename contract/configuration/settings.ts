/** Schemas of the provisioning file and of the till's settings. Unknown fields are rejected. */
import { z } from "zod";
import { baseAddress, filePath, listenAddress, tlsFiles } from "../calls/addresses.ts";
import {
  checkCatalogueReferences,
  provisionedCategories,
  provisionedProducts,
} from "../catalogue/catalogue-commands.ts";
import { provisionedCounter } from "../catalogue/counter-commands.ts";
import { mailSettings, mailWithPassword } from "../customers/mail-commands.ts";
import { provisionedCentre, storedCentre } from "../head-office/centre-settings.ts";
import { ledgerSettings, provisionedLedger } from "../integration/ledger-settings.ts";
import { NO_REGISTERS, provisionedRegisters, registersSettings } from "../integration/registers-settings.ts";
import { NO_KIOSK, provisionedKiosk, timeOfDay } from "../kiosk/kiosk-settings.ts";
import { provisionedRoles } from "../people/staff-commands.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { printerSettings, receiptChoices, shopDetails } from "../receipts/receipts-commands.ts";
import { isLoopback, MAX_POS_LENGTH, POS_TYPES } from "../values/identifiers.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import { cleanName, stripInvisible } from "../values/plain-text.ts";

/** Seconds that a code is shown: enough to scan it, short enough for the next customer. */
export const DEFAULT_CODE_SECONDS = 180;

/** Default request rate for services that state none (specification 8 has no figure). */
export const DEFAULT_RATE = { perSecond: 10 };

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

const baseUrl = baseAddress(z.string())
  .refine((text) => {
    const url = parseUrl(text);
    return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)));
  }, expectedReason("field_https"))
  .transform((text) => text.replace(/\/+$/, ""));

const publicUrl = baseAddress(z.string()).refine(
  (text) => ["https:", "http:"].includes(parseUrl(text)?.protocol ?? ""),
  expectedReason("field_https_public"),
);

/** Header values are sent unchanged, so only visible ASCII is allowed. */
const headerText = (minLength: number, maxLength: number) =>
  z
    .string()
    .min(minLength)
    .max(maxLength)
    .regex(/^[\x21-\x7e]+$/, expectedReason("field_visible"));
const headerValue = headerText(1, 200);
const secret = headerText(8, 8192);
const testbedToken = headerText(1, 4096).nullable().default(null);

const auth = z.discriminatedUnion("scheme", [
  z.strictObject({ scheme: z.literal("RSA-SHA256"), privateKeyFile: filePath }),
  z.strictObject({ scheme: z.literal("SECRET"), secret }),
]);

const vendorToken = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,31}$/, expectedReason("field_header_token"));

const address = {
  baseUrl,
  vendor: vendorToken.default("svc"),
  /** The media type's vendor token if it differs from the headers' (G26); default: `vendor` */
  mediaType: vendorToken.nullable().optional(),
  merchant: headerValue,
  user: headerValue.nullable().default(null),
  integrator: headerValue.nullable().default(null),
};

const trustedHosts = z
  .array(z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, expectedReason("field_host_no_dot")))
  .max(20)
  .default([]);

const hasUser = (value: Record<"user" | "integrator", string | null>) =>
  value.user !== null || value.integrator !== null;
const USER_EXPECTED = { path: ["user"], message: expectedReason("field_user") };
const INTEGRATOR_SIGNS = "RSA-SHA256, which an integrator requires (section 5.2)";

const service = z
  .strictObject({
    ...address,
    auth,
    testbedToken,
    publicKeyFile: filePath.nullable().default(null),
    trustedHosts,
    caFile: filePath.nullable().default(null),
  })
  .refine(hasUser, USER_EXPECTED)
  .refine((value) => value.integrator === null || value.auth.scheme === "RSA-SHA256", {
    path: ["auth", "scheme"],
    message: INTEGRATOR_SIGNS,
  });

const listener = { listen: listenAddress.nullable().default(null), publicUrl: publicUrl.nullable().default(null) };
const hasListenerIfPublic = (value: Record<"listen" | "publicUrl", string | null>) =>
  value.listen !== null || value.publicUrl === null;
const LISTENER_EXPECTED = { path: ["listen"], message: expectedReason("field_listener") };

const location = z.strictObject({
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  accuracy: z.number().min(0).nullable().default(null),
});

export const provisioningParts = z.strictObject({
  service,
  pos: z.strictObject({
    // A permission outcome's `pos_id` has at most 64 characters (2.4), a POS id at most 100 (2.1).
    id: z
      .string()
      .min(1)
      .max(MAX_POS_LENGTH)
      .refine((id) => id !== "." && id !== "..", expectedReason("field_path_id")),
    name: z
      .string()
      .min(1)
      .max(MAX_POS_LENGTH)
      .refine((name) => cleanName(name) !== "", expectedReason("field_visible_text")),
    type: z.enum(POS_TYPES),
    location: location.nullable().default(null),
  }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, expectedReason("field_currency_code"))
    .refine((code) => Intl.supportedValuesOf("currency").includes(code), expectedReason("field_currency")),
  locale: z
    .string()
    .refine((tag) => {
      try {
        return Intl.getCanonicalLocales(tag).length === 1;
      } catch {
        return false;
      }
    }, expectedReason("field_language"))
    .default("nb-NO"),
  timeZone: z
    .string()
    .refine((zone) => {
      try {
        new Intl.DateTimeFormat("en", { timeZone: zone });
        return true;
      } catch {
        return false;
      }
    }, expectedReason("field_time_zone"))
    .nullable()
    .default(null),
  /** A business day begins at this hour by the shop's clock, not at midnight */
  businessDay: z
    .strictObject({
      cutOff: z
        .string()
        .regex(/^([01]\d|2[0-3]):00$/, expectedReason("field_whole_hour"))
        .default("04:00"),
    })
    .default({ cutOff: "04:00" }),
  allowCredit: z.boolean().default(true),
  /** In seconds: lifetimes of payment requests, sent as `expires_in` (G29), and how long a code is shown */
  expiry: z
    .strictObject({
      counterSeconds: z.int().min(30).max(2_592_000).default(300),
      kioskSeconds: z.int().min(30).max(2_592_000).default(180),
      codeSeconds: z.int().min(30).max(86_400).default(DEFAULT_CODE_SECONDS),
    })
    .default({ counterSeconds: 300, kioskSeconds: 180, codeSeconds: DEFAULT_CODE_SECONDS }),
  confirmAbove: z.int().min(1).max(MAX_AMOUNT).nullable().default(null),
  callbacks: z
    .strictObject({
      ...listener,
      tls: tlsFiles.nullable().default(null),
    })
    .default({ listen: null, publicUrl: null, tls: null })
    .refine(hasListenerIfPublic, LISTENER_EXPECTED),
  registers: provisionedRegisters.default({ ...NO_REGISTERS, tls: null }),
  polling: z
    .strictObject({
      activeMs: z.int().min(200).max(60_000).default(1000),
      idleMs: z.int().min(1000).max(600_000).default(15_000),
    })
    .default({ activeMs: 1000, idleMs: 15_000 }),
  /** Requests to the service per second; a pause allows a burst of twice as many */
  rate: z.strictObject({ perSecond: z.int().min(1).max(1000).default(DEFAULT_RATE.perSecond) }).default(DEFAULT_RATE),
  offline: z
    .strictObject({
      enabled: z.boolean().default(true),
      maxAmount: z.int().min(0).max(MAX_AMOUNT).default(100_000),
      maxTotal: z.int().min(0).default(1_000_000),
      maxAgeMinutes: z.int().min(1).max(10_080).default(1440),
    })
    .default({ enabled: true, maxAmount: 100_000, maxTotal: 1_000_000, maxAgeMinutes: 1440 }),
  staff: z
    .strictObject({
      managerPin: z
        .string()
        .overwrite(stripInvisible)
        .regex(/^\d{6,12}$/, expectedReason("pin_six_digits"))
        .optional(),
    })
    .default({}),
  mode: z.enum(["counter", "kiosk"]).default("counter"),
  kiosk: provisionedKiosk.default(NO_KIOSK),
  /** When the till restarts each night, by the shop's clock; null: never. Default: 04:00 for a kiosk */
  restartAt: timeOfDay.nullable().optional(),
  /** Maximum disk space for backups; default 20 */
  backups: z.strictObject({ gigabytes: z.number().min(0.1).max(100_000) }).optional(),
  /** The chain's database that this till reports to; null or absent: none */
  ledger: provisionedLedger.nullable().optional(),
  /** A head office that may send settings; null or absent: none */
  centre: provisionedCentre.nullable().optional(),
  /** Initial products, until they are changed at the till; absent: unchanged */
  products: provisionedProducts,
  categories: provisionedCategories,
  /** For each of these, null keeps what the owner chose at the till */
  shop: shopDetails.nullable().default(null),
  printer: printerSettings.nullable().default(null),
  receipt: receiptChoices.nullable().default(null),
  mail: mailWithPassword.nullable().default(null),
  counter: provisionedCounter.nullable().default(null),
  roles: provisionedRoles.nullable().default(null),
});

export const provisioningSchema = provisioningParts.superRefine(checkCatalogueReferences);

export type Provisioning = z.output<typeof provisioningSchema>;

const pem = z.string().nullable().default(null);

/** A till's settings with secrets. Same as a provisioning file, with file contents instead of file names. */
export const settingsSchema = provisioningParts
  .omit({ staff: true })
  .extend({
    service: z
      .strictObject({
        ...address,
        trustedHosts,
        scheme: z.enum(["RSA-SHA256", "SECRET"]),
        /** Verifies callbacks from the service */
        publicKey: pem,
        /** Additional certificate authorities */
        ca: pem,
      })
      .refine(hasUser, USER_EXPECTED)
      .refine((value) => value.integrator === null || value.scheme === "RSA-SHA256", {
        path: ["scheme"],
        message: INTEGRATOR_SIGNS,
      }),
    callbacks: z
      .strictObject({
        ...listener,
        tlsCertificate: pem,
      })
      .refine(hasListenerIfPublic, LISTENER_EXPECTED),
    mail: mailSettings.nullable().default(null),
    ledger: ledgerSettings.nullable().optional(),
    registers: registersSettings.default({ ...NO_REGISTERS, tlsCertificate: null }),
    centre: storedCentre.nullable().optional(),
    demo: z.boolean(),
    secrets: z.strictObject({
      privateKey: pem,
      secret: secret.nullable(),
      testbedToken,
      tlsKey: pem,
    }),
  })
  .superRefine(checkCatalogueReferences);

export type UncheckedSettings = z.input<typeof settingsSchema>;

type Settings = z.output<typeof settingsSchema>;
type NewerField =
  | "businessDay"
  | "rate"
  | "kiosk"
  | "categories"
  | "shop"
  | "printer"
  | "receipt"
  | "mail"
  | "registers"
  | "roles";

/**
 * Settings as stored in the database: no secrets, and contents of public files instead of their names. Settings of
 * older versions lack newer fields; their defaults apply.
 */
export type StoredSettings = Omit<Settings, "secrets" | "counter" | NewerField> &
  Partial<Pick<Settings, NewerField>> &
  Pick<UncheckedSettings, "counter">;
