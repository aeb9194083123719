/**
 * Connects each client of outgoing TLS connections to a server with an untrusted certificate. Prints whether each
 * refused the server: `{"service":"refused", …}`. Its arguments are the ports of the HTTPS, SMTP over TLS, SMTP with
 * STARTTLS and PostgreSQL servers. Runs as a separate process, with certificate verification switched off in the
 * environment.
 */
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { ledgerConnection } from "../../contract/integration/ledger.ts";
import { openLedger } from "../../ledger/database.ts";
import { readAddress } from "../../main/configuration/centre/address.ts";
import { probe } from "../../main/configuration/setup/trials/probe.ts";
import { askInBrowser } from "../../main/customers/browser/identity.ts";
import { openLedgerClient } from "../../main/integration/ledger/client.ts";
import { deliver } from "../../main/integration/webhooks/delivery.ts";
import { systemClock } from "../../main/lib/clock.ts";
import { httpDispenser } from "../../main/peripherals/dispenser/http.ts";
import { submitMessage } from "../../main/peripherals/mail/smtp.ts";
import { uploadAttachments } from "../../main/service/api/attachments.ts";
import { createApiClient } from "../../main/service/api/client.ts";
import { listPos } from "../../main/service/api/pos.ts";
import { createTransport } from "../../main/service/api/transport.ts";

const [web = "", smtp = "", startTls = "", postgres = ""] = process.argv.slice(2);
const origin = `https://localhost:${web}`;
const silent = { debug() {}, info() {}, warn() {}, error() {} } as never;
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const api = createApiClient({
  service: { baseUrl: origin, vendor: "svc", merchant: "m", user: "u", integrator: null, testbedToken: null },
  credentials: { scheme: "RSA-SHA256", privateKey },
});
const transport = createTransport();
const signal = new AbortController().signal;
const ledgerUrl = `postgres://till:pw@localhost:${postgres}/ledger?sslmode=verify-full`;
const mail = { host: "localhost", user: "u", password: "p", from: "till@shop.example" };
const message = { fromName: "Shop", to: "a@b.example", subject: "s", text: "t", html: "<p>t</p>", messageId: "<1@x>" };

const isTls = (text: unknown) => /CERT|SELF_SIGNED|SSL|self-signed/i.test(String(text));
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => "connected",
    (error: unknown) => tell(error),
  );
const tell = (error: unknown): string => {
  const { code, message: text, cause } = error as Error & { code?: string };
  return isTls(`${code} ${text} ${cause}`) ? "refused" : `${code} ${text}`;
};

const clients: Record<string, () => Promise<unknown>> = {
  async service() {
    const { value } = await listPos(api).next();
    return value && !value.ok && "because" in value.error && value.error.because === "tls" ? "refused" : value;
  },
  async attachments() {
    const sent = await uploadAttachments(api, `${origin}/a`, [{ kind: "receipt", receipt: {} }]);
    return !sent.ok && "because" in sent.error && sent.error.because === "tls" ? "refused" : sent;
  },
  async webhooks() {
    const recipient = { url: `${origin}/hook`, secret: `whsec_${Buffer.alloc(32).toString("base64")}` };
    const sent = await deliver(transport, recipient, { id: "1", body: "{}" }, { at: Date.now(), closing: signal });
    return sent.is === "refused" && isTls(sent.detail) ? "refused" : sent;
  },
  async openId() {
    const ports = { clock: systemClock, serviceNow: Date.now, issuer: origin, ca: null, page: "", naming: false };
    const keys = { publicKey: createPublicKey(publicKey.export({ type: "spki", format: "pem" })) };
    const asked = await askInBrowser({ ...ports, ...keys, application: { clientId: "c", clientSecret: "s" } });
    return asked.ok ? "connected" : "refused";
  },
  headOffice: () => thrown(readAddress(origin, null)),
  async callbackProbe() {
    const answer = await probe(`${origin}/x`, null);
    return isTls(answer) ? "refused" : answer;
  },
  async dispenser() {
    const machine = httpDispenser(`${origin}/`, null);
    const answer = await machine.problem(signal);
    await machine.close();
    return answer === "unreached" ? "refused" : answer;
  },
  ...Object.fromEntries(
    (["tls", "starttls"] as const).map((security) => [
      security === "tls" ? "mail" : "mailStartTls",
      async () => {
        const sent = await submitMessage(
          { ...mail, security, port: Number(security === "tls" ? smtp : startTls) } as never,
          { ...message, date: new Date(), language: "en" },
          { log: silent, ca: null, closing: signal },
        );
        return "problem" in sent && sent.problem.code === "mail_tls" ? "refused" : sent;
      },
    ]),
  ),
  ledgerFeed: () => thrown(openLedgerClient(ledgerConnection(ledgerUrl, null), "till")),
  ledgerPrograms: () => thrown(openLedger(ledgerUrl, null).run("SELECT 1")),
};

const results: Record<string, unknown> = {};
for (const [name, run] of Object.entries(clients)) results[name] = await run().catch(tell);
console.log(JSON.stringify(results));
process.exit(0);
