/** Submits a message to a mail server (RFC 5321). Server texts may repeat addresses, so they are not logged. */
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Log } from "../../lib/log.ts";
import { tlsRequirements } from "../../service/api/connections.ts";
import type { MailServer } from "./settings.ts";

export interface MailMessage {
  fromName: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Identical for every attempt */
  messageId: string;
  date: Date;
  /** BCP 47 */
  language: string;
}

/** `again`: retry the same message; `refused`: permanent */
export type SubmitResult = { is: "sent" } | { is: "again" | "refused"; problem: Reason };

export interface SmtpPorts {
  log: Log;
  ca: string | null;
  closing: AbortSignal;
}

const CONNECT_MS = 5000;
/** Maximum silence of the server. */
const SILENCE_MS = 15_000;

export async function submitMessage(server: MailServer, message: MailMessage, ports: SmtpPorts): Promise<SubmitResult> {
  const { host, port, security, user, password, from } = server;
  // biome-ignore lint/plugin/connections: with the options of main/service/api/connections.ts
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(user !== null && { auth: { user, pass: password ?? "" } }),
    tls: tlsRequirements(ports.ca),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  const { fromName, to, subject, text, html, messageId, date, language } = message;
  try {
    await transport.sendMail({
      from: { name: fromName, address: from },
      to: { name: "", address: to },
      subject,
      text,
      html,
      messageId,
      date,
      signal: ports.closing,
      headers: { "Auto-Submitted": "auto-generated", "Content-Language": language },
    });
    return { is: "sent" };
  } catch (error) {
    const failure = failureIn(error);
    ports.log.info({ code: failure.code, status: failure.status }, "an e-mail could not be submitted");
    return classifyFailure(failure);
  } finally {
    transport.close();
  }
}

type Failure = ReturnType<typeof failureIn>;

function failureIn(error: unknown) {
  // `originalCode` is the system's or TLS's code, which the client may replace.
  const { code, originalCode, responseCode } = (error ?? {}) as Record<
    "code" | "originalCode" | "responseCode",
    unknown
  >;
  return {
    code: [originalCode, code].find((one) => typeof one === "string") ?? "",
    status: typeof responseCode === "number" ? responseCode : null,
  };
}

/** Classifies a failure (RFC 5321, 4.2.1: 4yz is temporary, 5yz permanent). Pure. */
export function classifyFailure({ code, status }: Failure): SubmitResult {
  if (code === "EAUTH" || code === "ENOAUTH") return { is: "again", problem: reasonFor("mail_auth") };
  if (code === "ETLS" || code === "EREQUIRETLS" || isCertificateProblem(code))
    return { is: "again", problem: reasonFor("mail_tls") };
  if (status !== null && status >= 500) return { is: "refused", problem: reasonFor("mail_refused", { code: status }) };
  if (status !== null) return { is: "again", problem: reasonFor("mail_later", { code: status }) };
  return { is: "again", problem: reasonFor("mail_no_server") };
}

function isCertificateProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO/.test(code);
}
