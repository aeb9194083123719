/** Registers in a provisioning file and in the till's settings: where the till listens for them, and who they are. */
import { z } from "zod";
import { filePath, listenAddress, tlsFiles } from "./addresses.ts";
import { exactLine, exactName, oneLine, repeated } from "./command-row.ts";
import { MAX_AMOUNT } from "./money.ts";
import { nameKey } from "./plain-text.ts";
import { expects } from "./reasons.ts";
import { FOLDER_CLIENT, REGISTER_RIGHTS } from "./registers.ts";
import { MOST_WEBHOOKS, webhookSecret, webhookUrl } from "./webhooks.ts";

/** More than stand around one till. */
const MOST_REGISTERS = 50;

/** What a register's key has to have, so that nobody finds it by trying. */
export const MIN_KEY_LENGTH = 32;

/** Kept as written: payments and stored answers are found by this name. */
export const registerName = exactLine(40);
/** Of a register with a key: payments that come as files are known by the folder's name. */
const keyedRegisterName = (line: typeof exactName) =>
  line(40).refine((name) => nameKey(name) !== FOLDER_CLIENT.name, expects("field_register_name_folder"));
export const newRegisterName = keyedRegisterName(oneLine);
export const registerRights = z
  .array(z.enum(REGISTER_RIGHTS))
  .min(1)
  .max(REGISTER_RIGHTS.length)
  .refine((given) => new Set(given).size === given.length, expects("field_once"));
/** In minor units, of one payment; null: all of it. */
export const registerRefundLimit = z.int("an integer in minor units").min(0).max(MAX_AMOUNT).nullable();

const client = { name: registerName, rights: registerRights, refundLimit: registerRefundLimit.default(null) };

/** `register`: whose payments it hears of; null: everybody's */
const webhook = { url: webhookUrl, register: registerName.nullable().default(null) };

/** No register, and nothing that listens for one. */
export const NO_REGISTERS = { listen: null, clients: [], webhooks: [], folder: null };

/** Absolute: where the till was started from is nobody's business. */
const folder = filePath.regex(/^(\/|[A-Za-z]:[\\/]|\\\\)/, expects("field_absolute_path")).nullable();

/** In a provisioning file: with the keys, and the names of files. */
export const provisionedRegisters = z
  .strictObject({
    listen: listenAddress.nullable().default(null),
    /** Null: plain HTTP on this machine, and in the network a certificate that the till makes */
    tls: tlsFiles.nullable().default(null),
    clients: z
      .array(
        z.strictObject({
          ...client,
          name: keyedRegisterName(exactName),
          key: z
            .string()
            .min(MIN_KEY_LENGTH)
            .max(200)
            .regex(/^[\x21-\x7e]+$/, expects("field_visible")),
        }),
      )
      .max(MOST_REGISTERS)
      .default([]),
    webhooks: z
      .array(z.strictObject({ ...webhook, secret: webhookSecret.optional() }))
      .max(MOST_WEBHOOKS)
      .default([]),
    folder: folder.default(null),
  })
  .superRefine(({ clients, webhooks }, context) => {
    for (const index of repeated(webhooks.map(({ url }) => url)))
      context.addIssue({ code: "custom", path: ["webhooks", index, "url"], message: expects("field_webhook_once") });
    const wrong = (index: number, field: "name" | "key", message: string) =>
      context.addIssue({ code: "custom", path: ["clients", index, field], message });
    for (const index of repeated(clients.map(({ name }) => name)))
      wrong(index, "name", expects("field_register_name_once"));
    for (const index of repeated(clients.map(({ key }) => key)))
      wrong(index, "key", expects("field_register_key_once"));
  });

/** SHA-256 in hexadecimal digits. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** As they are kept: the keys hashed, the certificate as text, its key in the vault. */
export const registersSettings = z.strictObject({
  listen: listenAddress.nullable(),
  /** The certificate chain that was given, PEM; null: plain HTTP on this machine, and in the network the till's own */
  tlsCertificate: z.string().nullable(),
  clients: z.array(z.strictObject({ ...client, keyHash: digest })).max(MOST_REGISTERS),
  /** Their secrets are in the vault; the digest tells that a file has another one. Null: the till makes one */
  webhooks: z
    .array(z.strictObject({ ...webhook, secretHash: digest.nullable() }))
    .max(MOST_WEBHOOKS)
    .default([]),
  /** Where registers leave files; null: nowhere */
  folder: folder.default(null),
});

/** The clients are the first content of a till's registers; what the owner changes afterwards counts more. */
export type RegistersSettings = z.output<typeof registersSettings>;
