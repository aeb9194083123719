/** The provisioning file and the till's settings: one schema. Unknown fields are refused, each wrong field is named. */
import { z } from "zod";
import { baseAddress, filePath, listenAddress, tlsFiles } from "./addresses.ts";
import { belongTogether, provisionedCategories, provisionedProducts } from "./catalogue-commands.ts";
import { centreGiven, centreKept } from "./centre-settings.ts";
import { provisionedCounter } from "./counter-commands.ts";
import { isLoopback, MAX_POS_LENGTH, POS_TYPES } from "./identifiers.ts";
import { NO_KIOSK, provisionedKiosk, timeOfDay } from "./kiosk-settings.ts";
import { ledgerGiven, ledgerSettings } from "./ledger-settings.ts";
import { mailGiven, mailSettings } from "./mail-commands.ts";
import { MAX_AMOUNT } from "./money.ts";
import { cleanName, withoutMarks } from "./plain-text.ts";
import { expects } from "./reasons.ts";
import { printerSettings, receiptChoices, shopDetails } from "./receipts-commands.ts";
import { NO_REGISTERS, provisionedRegisters, registersSettings } from "./registers-settings.ts";
import { provisionedRoles } from "./staff-commands.ts";

/** Longer than anybody stands before a code, shorter than the next customer's patience with an old one. */
export const DEFAULT_CODE_SECONDS = 180;

/** What a service that says nothing of rates is asked at the most (specification 8 has no figure). */
export const DEFAULT_RATE = { perSecond: 10 };

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

const baseUrl = baseAddress(z.string())
  .refine((text) => {
    const url = parseUrl(text);
    return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)));
  }, expects("field_https"))
  .transform((text) => text.replace(/\/+$/, ""));

const publicUrl = baseAddress(z.string()).refine(
  (text) => ["https:", "http:"].includes(parseUrl(text)?.protocol ?? ""),
  expects("field_https_public"),
);

/** Header values go out as they are: visible ASCII alone. */
const headerText = (least: number, most: number) =>
  z
    .string()
    .min(least)
    .max(most)
    .regex(/^[\x21-\x7e]+$/, expects("field_visible"));
const headerValue = headerText(1, 200);
const secret = headerText(8, 8192);
const testbedToken = headerText(1, 4096).nullable().default(null);

const auth = z.discriminatedUnion("scheme", [
  z.strictObject({ scheme: z.literal("RSA-SHA256"), privateKeyFile: filePath }),
  z.strictObject({ scheme: z.literal("SECRET"), secret }),
]);

const vendorToken = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,31}$/, expects("field_header_token"));

const address = {
  baseUrl,
  vendor: vendorToken.default("svc"),
  /** The media type's vendor token where it differs from the headers' (G26); none: the same */
  mediaType: vendorToken.nullable().optional(),
  merchant: headerValue,
  user: headerValue.nullable().default(null),
  integrator: headerValue.nullable().default(null),
};

const trustedHosts = z
  .array(z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, expects("field_host_no_dot")))
  .max(20)
  .default([]);

const namesUser = (value: Record<"user" | "integrator", string | null>) =>
  value.user !== null || value.integrator !== null;
const USER_EXPECTED = { path: ["user"], message: expects("field_user") };
const INTEGRATOR_SIGNS = "RSA-SHA256: an integrator may only sign (section 5.2)";

const service = z
  .strictObject({
    ...address,
    auth,
    testbedToken,
    publicKeyFile: filePath.nullable().default(null),
    trustedHosts,
    caFile: filePath.nullable().default(null),
  })
  .refine(namesUser, USER_EXPECTED)
  .refine((value) => value.integrator === null || value.auth.scheme === "RSA-SHA256", {
    path: ["auth", "scheme"],
    message: INTEGRATOR_SIGNS,
  });

const listener = { listen: listenAddress.nullable().default(null), publicUrl: publicUrl.nullable().default(null) };
const listens = (value: Record<"listen" | "publicUrl", string | null>) =>
  value.listen !== null || value.publicUrl === null;
const LISTENER_EXPECTED = { path: ["listen"], message: expects("field_listener") };

const location = z.strictObject({
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  accuracy: z.number().min(0).nullable().default(null),
});

/** The parts of a provisioning file, each by itself. */
export const provisioningParts = z.strictObject({
  service,
  pos: z.strictObject({
    // The permission outcome's pos_id is at most 64 characters (2.4), the POS's own at most 100 (2.1).
    id: z
      .string()
      .min(1)
      .max(MAX_POS_LENGTH)
      .refine((id) => id !== "." && id !== "..", expects("field_path_id")),
    name: z
      .string()
      .min(1)
      .max(MAX_POS_LENGTH)
      .refine((name) => cleanName(name) !== "", expects("field_visible_text")),
    type: z.enum(POS_TYPES),
    location: location.nullable().default(null),
  }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, expects("field_currency_code"))
    .refine((code) => Intl.supportedValuesOf("currency").includes(code), expects("field_currency")),
  locale: z
    .string()
    .refine((tag) => {
      try {
        return Intl.getCanonicalLocales(tag).length === 1;
      } catch {
        return false;
      }
    }, expects("field_language"))
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
    }, expects("field_time_zone"))
    .nullable()
    .default(null),
  /** A business day begins at its cut-off by the shop's clock, and not at midnight: what is sold after it is the day's */
  businessDay: z
    .strictObject({
      cutOff: z
        .string()
        .regex(/^([01]\d|2[0-3]):00$/, expects("field_whole_hour"))
        .default("04:00"),
    })
    .default({ cutOff: "04:00" }),
  allowCredit: z.boolean().default(true),
  /** In seconds: lifetimes of payment requests, sent as `expires_in` (G29), and how long a code waits for its scan */
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
    .refine(listens, LISTENER_EXPECTED),
  registers: provisionedRegisters.default({ ...NO_REGISTERS, tls: null }),
  polling: z
    .strictObject({
      activeMs: z.int().min(200).max(60_000).default(1000),
      idleMs: z.int().min(1000).max(600_000).default(15_000),
    })
    .default({ activeMs: 1000, idleMs: 15_000 }),
  /** Requests to the service a second, whatever they are for; twice as many at once after a pause */
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
        .overwrite(withoutMarks)
        .regex(/^\d{6,12}$/, expects("pin_six_digits"))
        .optional(),
    })
    .default({}),
  mode: z.enum(["counter", "kiosk"]).default("counter"),
  kiosk: provisionedKiosk.default(NO_KIOSK),
  /** When the till starts again by itself at night, by the shop's clock; null: never. Left out: a kiosk at 04:00 */
  restartAt: timeOfDay.nullable().optional(),
  /** How much of the disk backups may take; left out: 20 */
  backups: z.strictObject({ gigabytes: z.number().min(0.1).max(100_000) }).optional(),
  /** The chain's database that this till tells what it does; null or left out: none */
  ledger: ledgerGiven.nullable().optional(),
  /** Whom the till takes settings from beside its owner; null or left out: nobody */
  centre: centreGiven.nullable().optional(),
  /** What the shop sells, until it is changed at the till; none: nothing is said about it here */
  products: provisionedProducts,
  categories: provisionedCategories,
  /** Null in each of these: nothing is said about it here, and what the owner chose at the till stays */
  shop: shopDetails.nullable().default(null),
  printer: printerSettings.nullable().default(null),
  receipt: receiptChoices.nullable().default(null),
  mail: mailGiven.nullable().default(null),
  counter: provisionedCounter.nullable().default(null),
  roles: provisionedRoles.nullable().default(null),
});

export const provisioningSchema = provisioningParts.superRefine(belongTogether);

/** A checked provisioning file, defaults filled in. */
export type Provisioning = z.output<typeof provisioningSchema>;

const pem = z.string().nullable().default(null);

/** A till's settings and its secrets: as a provisioning file says them, with the texts instead of their files' names. */
export const settingsSchema = provisioningParts
  .omit({ staff: true })
  .extend({
    service: z
      .strictObject({
        ...address,
        trustedHosts,
        scheme: z.enum(["RSA-SHA256", "SECRET"]),
        /** The service's public key for callbacks, PEM */
        publicKey: pem,
        /** Extra certificate authorities, PEM */
        ca: pem,
      })
      .refine(namesUser, USER_EXPECTED)
      .refine((value) => value.integrator === null || value.scheme === "RSA-SHA256", {
        path: ["scheme"],
        message: INTEGRATOR_SIGNS,
      }),
    callbacks: z
      .strictObject({
        ...listener,
        /** The certificate chain, PEM */
        tlsCertificate: pem,
      })
      .refine(listens, LISTENER_EXPECTED),
    mail: mailSettings.nullable().default(null),
    ledger: ledgerSettings.nullable().optional(),
    registers: registersSettings.default({ ...NO_REGISTERS, tlsCertificate: null }),
    centre: centreKept.nullable().optional(),
    /** Whether this till runs against its own sandbox */
    demo: z.boolean(),
    secrets: z.strictObject({
      /** PEM */
      privateKey: pem,
      secret: secret.nullable(),
      /** Null: none is sent */
      testbedToken,
      /** PEM */
      tlsKey: pem,
    }),
  })
  .superRefine(belongTogether);

/** Settings with their secrets, before anything is checked. */
export type UncheckedSettings = z.input<typeof settingsSchema>;

type Settings = z.output<typeof settingsSchema>;
type AddedLater =
  | "businessDay"
  | "rate"
  | "kiosk"
  | "categories"
  | "shop"
  | "printer"
  | "receipt"
  | "mail"
  | "registers"
  | "counter"
  | "roles";

/**
 * A till's settings as they are kept in the database: nothing secret, and the content of public files instead of their
 * names. Settings of older versions lack what was added since: the defaults count there.
 */
export type KeptSettings = Omit<Settings, "secrets" | AddedLater> & Partial<Pick<Settings, AddedLater>>;
