/** A mail server on a local port (smtp-server, by the authors of nodemailer), with the usual faults of mail servers. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Raw message with its headers */
  raw: string;
  /** First line of a header, decoded as plain text; null if missing */
  header(name: string): string | null;
  /** Quoted-printable and base64 parts as plain text */
  text: string;
  isEncrypted: boolean;
  user: string | null;
}

export interface MailFaults {
  /** Rejects a recipient with this code */
  recipient: number | null;
  /** Rejects the message with this code */
  message: number | null;
  /** Accepts the message, then breaks the connection instead of confirming */
  losesAnswer: boolean;
}

export interface MailServer extends AsyncDisposable {
  port: number;
  mails: readonly ReceivedMail[];
  faults: MailFaults;
  /** Number of connections */
  readonly connections: number;
  /** Resolves when this many mails have arrived. */
  received(count: number): Promise<readonly ReceivedMail[]>;
  /** Resolves when the condition holds; checked at every change. */
  until(holds: () => boolean): Promise<void>;
  stop(): Promise<void>;
  restart(): Promise<void>;
  settings(changes?: object): { host: string; port: number; security: "none"; user: null; from: string };
}

export interface MailServerOptions {
  /** `none`: no encryption offered; `tls`: encrypted from the first byte */
  security?: "none" | "starttls" | "tls";
  /** Required login; any client may submit without it */
  login?: { user: string; password: string };
}

const file = (name: string) => readFileSync(fileURLToPath(new URL(`tls/${name}`, import.meta.url)), "utf8");

/** The server's certificate for `localhost`. */
export const MAIL_CERTIFICATE = file("localhost.pem");

export async function mailServer({ security = "none", login }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const watchers = new Set<() => void>();
  const faults: MailFaults = { recipient: null, message: null, losesAnswer: false };
  let connections = 0;
  let port = 0;
  const news = () => {
    for (const look of [...watchers]) look();
  };
  const refusal = (code: number) =>
    Object.assign(new Error("no such thing <kari.nordmann@example.com>"), { responseCode: code });
  const open = async () => {
    const made = new SMTPServer({
      secure: security === "tls",
      disabledCommands: security === "none" ? ["STARTTLS"] : [],
      cert: MAIL_CERTIFICATE,
      key: file("localhost-key.pem"),
      authOptional: login === undefined,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      onConnect(_session, callback) {
        connections += 1;
        news();
        callback();
      },
      onAuth({ username, password }, _session, callback) {
        if (username === login?.user && password === login?.password) callback(null, { user: username ?? "" });
        else callback(Object.assign(new Error("Invalid username or password"), { responseCode: 535 }));
      },
      onRcptTo(_address, _session, callback) {
        callback(faults.recipient === null ? null : refusal(faults.recipient));
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          if (faults.message !== null) {
            callback(refusal(faults.message));
            return news();
          }
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? "" : mailFrom.address;
          const to = rcptTo.map(({ address }) => address);
          const user = typeof session.user === "string" ? session.user : null;
          mails.push(
            readMail(Buffer.concat(chunks).toString("latin1"), { from, to, isEncrypted: session.secure, user }),
          );
          if (faults.losesAnswer) void close(server);
          else callback();
          news();
        });
      },
    });
    made.on("error", () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    const listening = made.listen(port, "127.0.0.1", () => resolve());
    await promise;
    const address = listening.address();
    if (address !== null && typeof address === "object") port = address.port;
    return made;
  };
  let server = await open();
  const made: MailServer = {
    get port() {
      return port;
    },
    mails,
    faults,
    get connections() {
      return connections;
    },
    async until(holds) {
      while (!holds()) {
        const { promise, resolve } = Promise.withResolvers<void>();
        watchers.add(resolve);
        await promise;
        watchers.delete(resolve);
      }
    },
    async received(count) {
      await made.until(() => mails.length >= count);
      return mails;
    },
    stop: () => close(server),
    async restart() {
      server = await open();
    },
    settings: (changes = {}) => ({
      host: "localhost",
      port,
      security: "none",
      user: null,
      from: "shop@example.com",
      ...changes,
    }),
    [Symbol.asyncDispose]: () => close(server),
  };
  return made;
}

/** Closes open connections and stops listening. */
function close(server: SMTPServer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const connection of server.connections) connection.close();
  server.close(() => resolve());
  return promise;
}

function readMail(
  raw: string,
  { from, to, isEncrypted, user }: Pick<ReceivedMail, "from" | "to" | "isEncrypted" | "user">,
): ReceivedMail {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return {
    from,
    to,
    raw,
    isEncrypted,
    user,
    text: decoded(raw),
    header(name) {
      const line = head.split("\r\n").find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
      return line === undefined ? null : words(line.slice(name.length + 1).trim());
    },
  };
}

/** Decodes encoded words of a header (RFC 2047). */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_all, kind: string, content: string) =>
      kind.toUpperCase() === "B" ? Buffer.from(content, "base64").toString("utf8") : quoted(content.replace(/_/g, " ")),
    );
}

function decoded(raw: string): string {
  const parts = raw.split(/\r\n--[^\r\n]+\r\n/);
  return parts
    .map((part) => {
      const end = part.indexOf("\r\n\r\n");
      const head = part.slice(0, end).toLowerCase();
      const body = part.slice(end + 4);
      if (head.includes("content-transfer-encoding: base64")) return Buffer.from(body, "base64").toString("utf8");
      if (head.includes("content-transfer-encoding: quoted-printable")) return quoted(body.replace(/=\r\n/g, ""));
      return Buffer.from(body, "latin1").toString("utf8");
    })
    .join("\n");
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
