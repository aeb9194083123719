/** The commands about receipts by e-mail, and the schema of the provisioning file's part about them. */
import { z } from "zod";
import { type CommandRow, noInput, posTid } from "./command-row.ts";
import { isLoopback } from "./identifiers.ts";
import { MAIL_SECURITY, type MailSettings } from "./mail.ts";
import { expects } from "./reasons.ts";
import { host } from "./receipts-commands.ts";

/** An address as mail servers take one: no display name, no comment, no second one. */
export const mailAddress = z.email({ pattern: z.regexes.html5Email, error: expects("field_mail") }).max(254);

const visible = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u, expects("field_one_line"));

const settings = {
  host,
  port: z.int().min(1).max(65_535).default(587),
  security: z.enum(MAIL_SECURITY).default("starttls"),
  user: visible.nullable().default(null),
  from: mailAddress,
};

const isEncrypted = ({ host: name, security }: Pick<MailSettings, "host" | "security">) =>
  security !== "none" || isLoopback(new URL(`smtp://${name.includes(":") ? `[${name}]` : name}`));
const ENCRYPTED = { path: ["security"], message: expects("field_mail_tls") };

const password = visible.max(500);

/** As it is kept: without the password. */
export const mailSettings = z.strictObject(settings).refine(isEncrypted, ENCRYPTED);
/** With the password, for provisioning and for the owner; left out by the owner: the one that is kept stays. */
export const mailGiven = z.strictObject({ ...settings, password: password.optional() }).refine(isEncrypted, ENCRYPTED);

export const MAIL_COMMANDS = {
  "mail.get": { input: noInput, needs: "settings", automatic: true },
  /** Whole; `mail: null` sends nothing any more, and forgets the password */
  "mail.set": { input: z.strictObject({ mail: mailGiven.nullable() }), needs: "settings" },
  /** Sends a test to an address, now, by the settings in force */
  "mail.test": { input: z.strictObject({ to: mailAddress }), needs: "settings" },
  /** Sends a payment's receipt to the customer who shared an address with `permission`; left out: with the payment itself */
  "receipt.mail": { input: z.strictObject({ posTid, permission: posTid.optional() }), needs: "sale" },
} as const satisfies Record<string, CommandRow>;
