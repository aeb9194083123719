/** Sending mail: TLS always, the password only after it, and the classification of responses. */
import { pino } from "pino";
import { expect, it } from "vitest";
import type { MailServer as Server } from "../../../../../main/peripherals/mail/settings.ts";
import { classifyFailure, submitMessage } from "../../../../../main/peripherals/mail/smtp.ts";
import { MAIL_CERTIFICATE, mailServer } from "../../../../support/mail-server.ts";

const MESSAGE = {
  fromName: 'Bakeri "Ærlig"\r\nBcc: other@example.com',
  to: "kari.nordmann@example.com",
  subject: "Kvittering\r\nX-Other: 1",
  text: "Blåbær 149,00 kr\n",
  html: "<p>Blåbær</p>",
  messageId: "<one.receipt@example.com>",
  date: new Date("2026-11-20T13:32:08Z"),
  language: "nb",
};
const LOGIN = { user: "till", password: "a long password" };

/** Sends a message, and returns the log. */
async function handed(settings: Partial<Server> & { port: number }, ca: string | null = null) {
  const lines: string[] = [];
  const server = {
    host: "localhost",
    security: "none",
    user: null,
    password: null,
    from: "shop@example.com",
    ...settings,
  } as const;
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const result = await submitMessage(server, MESSAGE, { log, ca, closing: new AbortController().signal });
  return { ...result, log: lines.join("") };
}

it.each(["tls", "starttls"] as const)(
  "mail is sent over %s with the password to a server with a valid certificate",
  async (security) => {
    await using server = await mailServer({ security, login: LOGIN });
    expect(await handed({ port: server.port, security, ...LOGIN }, MAIL_CERTIFICATE)).toMatchObject({ is: "sent" });
    expect(server.mails).toMatchObject([{ to: [MESSAGE.to], isEncrypted: true, user: "till" }]);
  },
);

it.each(["tls", "starttls"] as const)(
  "mail is not sent over %s without a valid certificate, and neither is the password",
  async (security) => {
    await using server = await mailServer({ security, login: LOGIN });
    const result = await handed({ port: server.port, security, ...LOGIN });
    expect(result).toMatchObject({ is: "again", problem: { code: "mail_tls" } });
    expect(server.mails).toEqual([]);
    expect(result.log).not.toContain("kari");
  },
);

it("mail is not sent in clear text when encryption is required but not offered", async () => {
  await using server = await mailServer({ security: "none", login: LOGIN });
  const result = await handed({ port: server.port, security: "starttls", ...LOGIN }, MAIL_CERTIFICATE);
  expect(result).toMatchObject({ is: "again", problem: { code: "mail_tls" } });
  expect(server.mails).toEqual([]);
});

it("a wrong password is reported, and neither the password nor the sender is logged", async () => {
  await using server = await mailServer({ login: LOGIN });
  const result = await handed({ port: server.port, user: "till", password: "another" });
  expect(result).toMatchObject({ is: "again", problem: { code: "mail_auth" } });
  expect(result.log).toContain("EAUTH");
  for (const text of ["another", "kari", MESSAGE.text]) expect(result.log).not.toContain(text);
});

it("mail is one message to one recipient, for any characters in the names", async () => {
  await using server = await mailServer();
  await handed({ port: server.port });
  const [mail] = server.mails;
  expect(mail?.to).toEqual([MESSAGE.to]);
  expect(mail?.header("bcc")).toBeNull();
  expect(mail?.header("x-other")).toBeNull();
  expect(mail?.header("auto-submitted")).toBe("auto-generated");
  expect(mail?.header("message-id")).toBe(MESSAGE.messageId);
  expect(mail?.text).toContain("Blåbær 149,00 kr");
});

it("mail is aborted when the till stops", async () => {
  await using server = await mailServer();
  const closing = new AbortController();
  const settings = {
    host: "localhost",
    port: server.port,
    security: "none",
    user: null,
    password: null,
    from: "a@example.com",
  } as const;
  const result = submitMessage(settings, MESSAGE, {
    log: pino({ level: "silent" }),
    ca: null,
    closing: closing.signal,
  });
  closing.abort();
  expect(await result).toMatchObject({ is: "again" });
});

it.each([
  [{ code: "EENVELOPE", status: 550 }, "refused", "mail_refused"],
  [{ code: "EMESSAGE", status: 554 }, "refused", "mail_refused"],
  [{ code: "EENVELOPE", status: 451 }, "again", "mail_later"],
  [{ code: "ECONNECTION", status: 421 }, "again", "mail_later"],
  [{ code: "EAUTH", status: 535 }, "again", "mail_auth"],
  [{ code: "ETLS", status: 502 }, "again", "mail_tls"],
  [{ code: "ECONNREFUSED", status: null }, "again", "mail_no_server"],
  [{ code: "", status: null }, "again", "mail_no_server"],
])("%j is %s", (failure, is, code) => {
  expect(classifyFailure(failure)).toMatchObject({ is, problem: { code } });
});
