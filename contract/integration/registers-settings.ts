import { z } from "zod";
import { filePath, listenAddress, tlsFiles } from "../calls/addresses.ts";
import { duplicateIndexes, exactLine, exactName, oneLine } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import { nameKey } from "../values/plain-text.ts";
import { FOLDER_CLIENT, REGISTER_RIGHTS } from "./registers.ts";
import { MAX_WEBHOOKS, webhookSecret, webhookUrl } from "./webhooks.ts";

const MAX_REGISTERS = 50;

export const MIN_KEY_LENGTH = 32;

/** Stored as written: the name identifies payments and stored responses. */
export const registerName = exactLine(40);
/** Registers with a key cannot use the folder client's name. */
const keyedRegisterName = (line: typeof exactName) =>
  line(40).refine((name) => nameKey(name) !== FOLDER_CLIENT.name, expectedReason("field_register_name_folder"));
export const newRegisterName = keyedRegisterName(oneLine);
export const registerRights = z
  .array(z.enum(REGISTER_RIGHTS))
  .min(1)
  .max(REGISTER_RIGHTS.length)
  .refine((given) => new Set(given).size === given.length, expectedReason("field_once"));
/** Per payment, in minor units; null: no limit. */
export const registerRefundLimit = z.int("an integer in minor units").min(0).max(MAX_AMOUNT).nullable();

const client = { name: registerName, rights: registerRights, refundLimit: registerRefundLimit.default(null) };

/** `register`: whose payments are sent; null: all */
const webhook = { url: webhookUrl, register: registerName.nullable().default(null) };

export const NO_REGISTERS = { listen: null, clients: [], webhooks: [], folder: null };

/** Absolute, so that it does not depend on the working directory. */
const folder = filePath.regex(/^(\/|[A-Za-z]:[\\/]|\\\\)/, expectedReason("field_absolute_path")).nullable();

/** Register settings in a provisioning file: with keys and file names. */
export const provisionedRegisters = z
  .strictObject({
    listen: listenAddress.nullable().default(null),
    /** Null: plain HTTP on this machine, and a generated certificate in the network */
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
            .regex(/^[\x21-\x7e]+$/, expectedReason("field_visible")),
        }),
      )
      .max(MAX_REGISTERS)
      .default([]),
    webhooks: z
      .array(z.strictObject({ ...webhook, secret: webhookSecret.optional() }))
      .max(MAX_WEBHOOKS)
      .default([]),
    folder: folder.default(null),
  })
  .superRefine(({ clients, webhooks }, context) => {
    for (const index of duplicateIndexes(webhooks.map(({ url }) => url)))
      context.addIssue({
        code: "custom",
        path: ["webhooks", index, "url"],
        message: expectedReason("field_webhook_once"),
      });
    const reportIssue = (index: number, field: "name" | "key", message: string) =>
      context.addIssue({ code: "custom", path: ["clients", index, field], message });
    for (const index of duplicateIndexes(clients.map(({ name }) => name)))
      reportIssue(index, "name", expectedReason("field_register_name_once"));
    for (const index of duplicateIndexes(clients.map(({ key }) => key)))
      reportIssue(index, "key", expectedReason("field_register_key_once"));
  });

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** Stored form of the register settings: keys hashed, certificate as text, its private key in the vault. */
export const registersSettings = z.strictObject({
  listen: listenAddress.nullable(),
  /** PEM chain; null: plain HTTP on this machine, and a generated certificate in the network */
  tlsCertificate: z.string().nullable(),
  clients: z.array(z.strictObject({ ...client, keyHash: digest })).max(MAX_REGISTERS),
  /** Secrets are in the vault; the digest detects a new secret in a file. Null: the till generates one */
  webhooks: z
    .array(z.strictObject({ ...webhook, secretHash: digest.nullable() }))
    .max(MAX_WEBHOOKS)
    .default([]),
  /** null: no folder */
  folder: folder.default(null),
});

/** The initial registers; later changes by the owner take precedence. */
export type RegistersSettings = z.output<typeof registersSettings>;
