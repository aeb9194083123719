/** Commands of the set-up wizard. `setup.check` validates the draft's fields. */

import { z } from "zod";
import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import type { FieldProblem } from "../calls/errors.ts";
import { CATALOGUE_BYTES } from "../catalogue/catalogue.ts";
import { checkCatalogueReferences } from "../catalogue/catalogue-commands.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { stripInvisible } from "../values/plain-text.ts";
import { provisioningParts } from "./settings.ts";
import type { SetupConfiguration, SetupDraft, SetupFinding, SetupSecrets, SetupShared, SetupView } from "./setup.ts";
import { SETUP_TESTS, SHARED_FIELDS } from "./setup.ts";

const text = (max: number) => z.string().max(max);
const nullable = (max: number) => text(max).nullable();

/** Validated as in a provisioning file. Only an imported configuration contains these. */
const shared = provisioningParts
  .pick(Object.fromEntries(SHARED_FIELDS.map((field) => [field, true])) as Record<keyof SetupShared, true>)
  .superRefine(checkCatalogueReferences);

export const setupDraft = z.strictObject({
  preset: z.enum(["demo", "custom"]),
  service: z.strictObject({
    baseUrl: text(2000),
    vendor: text(100),
    mediaType: nullable(100).optional(),
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

const ownerPin = z
  .string()
  .overwrite(stripInvisible)
  .regex(/^\d{6,12}$/, expectedReason("pin_six_digits"));

const setupTest = z.strictObject({ draft: setupDraft, test: z.enum(SETUP_TESTS) });
const setupFinish = z.strictObject({ draft: setupDraft, pin: ownerPin.optional() });

const setupKeepSecret = z.discriminatedUnion("kind", [
  // `baseUrl`: the service that the secret is bound to; default: the first one used
  z.strictObject({ kind: z.literal("secret"), value: text(8192).min(1), baseUrl: text(2000).optional() }),
  z.strictObject({ kind: z.literal("testbedToken"), value: text(4096).min(1), baseUrl: text(2000).optional() }),
  z.strictObject({ kind: z.literal("tls"), certificatePem: text(40_000).min(1), keyPem: text(20_000).min(1) }),
]);

export const SETUP_COMMANDS = {
  "setup.get": { input: noInput, needs: "access", firstRun: true, automatic: true, returns: shape<SetupView>() },
  "setup.dismiss": {
    input: noInput,
    needs: "access",
    firstRun: true,
    /** Keeps the till a demo and hides the welcome */
    returns: shape<SetupView>(),
  },
  "setup.makeKey": { input: noInput, needs: "access", firstRun: true, returns: shape<SetupSecrets>() },
  /** A private key (PEM). The vault never returns it */
  "setup.importKey": {
    input: z.strictObject({ pem: text(20_000).min(1) }),
    needs: "access",
    firstRun: true,
    returns: shape<SetupSecrets>(),
  },
  "setup.keepSecret": { input: setupKeepSecret, needs: "access", firstRun: true, returns: shape<SetupSecrets>() },
  "setup.check": {
    input: z.strictObject({ draft: setupDraft }),
    needs: "access",
    firstRun: true,
    maxBytes: CATALOGUE_BYTES,
    /** Invalid fields by path, and missing secrets (`secrets.key`, …). Changes nothing */
    returns: shape<{ problems: FieldProblem[] }>(),
  },
  "setup.test": {
    input: setupTest,
    needs: "access",
    firstRun: true,
    maxBytes: CATALOGUE_BYTES,
    returns: shape<SetupFinding>(),
  },
  /** A configuration file's JSON, validated field by field; it contains no secrets */
  "setup.import": {
    input: z.strictObject({ configuration: z.unknown() }),
    needs: "access",
    firstRun: true,
    maxBytes: CATALOGUE_BYTES,
    /** The other till's user and public address are left empty, and its id is incremented */
    returns: shape<{ draft: SetupDraft }>(),
  },
  "setup.export": { input: noInput, needs: "access", returns: shape<SetupConfiguration>() },
  "setup.finish": {
    input: setupFinish,
    needs: "access",
    firstRun: true,
    maxBytes: CATALOGUE_BYTES,
    /** `restarting`: the till restarts with the settings (event `terminal.restarted`) */
    returns: shape<{ restarting: boolean }>(),
  },
} as const satisfies Record<string, CommandRow>;
