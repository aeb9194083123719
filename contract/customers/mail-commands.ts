import { z } from "zod";
import { host } from "../calls/addresses.ts";
import { type CommandRow, noInput, posTid, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { isLoopback } from "../values/identifiers.ts";
import type { MailView } from "./mail.ts";
import { MAIL_SECURITY, type MailSettings } from "./mail.ts";
import type { Permission } from "./permissions.ts";

/** A plain e-mail address without display name or comment. */
export const mailAddress = z.email({ pattern: z.regexes.html5Email, error: expectedReason("field_mail") }).max(254);

const visible = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u, expectedReason("field_one_line"));

const settings = {
  host,
  port: z.int().min(1).max(65_535).default(587),
  security: z.enum(MAIL_SECURITY).default("starttls"),
  user: visible.nullable().default(null),
  from: mailAddress,
};

const isEncrypted = ({ host: name, security }: Pick<MailSettings, "host" | "security">) =>
  security !== "none" || isLoopback(new URL(`smtp://${name.includes(":") ? `[${name}]` : name}`));
const ENCRYPTED = { path: ["security"], message: expectedReason("field_mail_tls") };

const password = visible.max(500);

export const mailSettings = z.strictObject(settings).refine(isEncrypted, ENCRYPTED);
/** Mail settings including the password. If it is omitted, the stored password is kept. */
export const mailWithPassword = z
  .strictObject({ ...settings, password: password.optional() })
  .refine(isEncrypted, ENCRYPTED);

export const MAIL_COMMANDS = {
  "mail.get": { input: noInput, needs: "settings", automatic: true, returns: shape<MailView>() },
  /** Replaces the settings; null stops sending and erases the password */
  "mail.set": {
    input: z.strictObject({ mail: mailWithPassword.nullable() }),
    needs: "settings",
    returns: shape<MailView>(),
  },
  "mail.test": { input: z.strictObject({ to: mailAddress }), needs: "settings", returns: shape<{ sent: true }>() },
  /** Mails a receipt to the address shared with `permission`; default: the one shared with the payment */
  "receipt.mail": {
    input: z.strictObject({ posTid, permission: posTid.optional() }),
    needs: "sale",
    returns: shape<Permission>(),
  },
} as const satisfies Record<string, CommandRow>;
