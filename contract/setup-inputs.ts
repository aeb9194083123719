/** The schemas of the set-up wizard's commands. A draft's own fields are checked by `setup.check`, which names each. */
import { z } from "zod";
import { expects } from "./reasons.ts";
import { provisioningSchema } from "./settings.ts";
import { SETUP_TESTS } from "./setup.ts";

const text = (max: number) => z.string().max(max);
const nullable = (max: number) => text(max).nullable();

/** By the rules of a provisioning file: only a configuration brings it, and nobody edits it. */
const shared = provisioningSchema.pick({
  ...{ allowCredit: true, offline: true, confirmAbove: true, expiry: true, businessDay: true, polling: true },
  ...{ products: true, shop: true, printer: true, receipt: true },
});

export const setupDraft = z.strictObject({
  preset: z.enum(["demo", "custom"]),
  service: z.strictObject({
    baseUrl: text(2000),
    vendor: text(100),
    merchant: text(200),
    user: nullable(200),
    integrator: nullable(200),
    publicKey: nullable(20_000),
    ca: nullable(40_000),
    trustedHosts: z.array(text(253)).max(20),
  }),
  scheme: z.enum(["RSA-SHA256", "SECRET"]),
  testbed: z.boolean(),
  pos: z.strictObject({
    id: text(200),
    name: text(200),
    type: text(40),
    location: z
      .strictObject({
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        accuracy: z.number().nullable(),
      })
      .nullable(),
  }),
  currency: text(10),
  locale: text(40),
  timeZone: nullable(60),
  callbacks: z.strictObject({ listen: nullable(300), publicUrl: nullable(2000), tls: z.boolean() }),
  mode: z.enum(["counter", "kiosk"]),
  shop: z
    .strictObject({ name: text(200), address: z.array(text(200)).max(20), organisationNumber: nullable(200) })
    .nullable()
    .default(null),
  shared: shared.nullable().default(null),
});

const noInput = z.strictObject({});
const ownerPin = z.string().regex(/^\d{6,12}$/, expects("pin_six_digits"));

export const SETUP_INPUTS = {
  "setup.get": noInput,
  "setup.dismiss": noInput,
  "setup.makeKey": noInput,
  /** A private key in PEM, read from a file that the person chose: it goes into the vault and never comes back */
  "setup.importKey": z.strictObject({ pem: text(20_000).min(1) }),
  "setup.keepSecret": z.discriminatedUnion("kind", [
    // `baseUrl`: the service that it is for; without one the first that it is used at. It goes to no other.
    z.strictObject({ kind: z.literal("secret"), value: text(8192).min(1), baseUrl: text(2000).optional() }),
    z.strictObject({ kind: z.literal("testbedToken"), value: text(4096).min(1), baseUrl: text(2000).optional() }),
    z.strictObject({ kind: z.literal("tls"), certificatePem: text(40_000).min(1), keyPem: text(20_000).min(1) }),
  ]),
  "setup.check": z.strictObject({ draft: setupDraft }),
  "setup.test": z.strictObject({ draft: setupDraft, test: z.enum(SETUP_TESTS) }),
  /** What a configuration file holds, as JSON: checked field by field, without a secret in it */
  "setup.import": z.strictObject({ configuration: z.unknown() }),
  "setup.export": noInput,
  /** `pin`: the owner's, when there is none yet, or to change it */
  "setup.finish": z.strictObject({ draft: setupDraft, pin: ownerPin.optional() }),
} as const satisfies Record<string, z.ZodType>;
