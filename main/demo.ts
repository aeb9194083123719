/** The demo: the embedded sandbox in this process, and a till provisioned against it. The only file that knows both. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { formatMoney } from "../contract/money.ts";
import type { Payment, Terminal } from "../contract/views.ts";
import { type Sandbox, startSandbox } from "../sandbox/service.ts";
import type { EventStream } from "./bridge/events.ts";
import type { Log } from "./log.ts";
import { type Checked, checkProvisioning } from "./settings/provision.ts";
import type { Vault } from "./vault/vault.ts";

/** It protects nothing but play money: a real till's PIN comes from its provisioning. */
const DEMO_PIN = "274951";
const LOCALE = "nb-NO";
const USER = "till";

export interface Demo {
  /** The sandbox's address */
  url: string;
  provisioning: Checked;
  /** What the window may say about it */
  shown: NonNullable<Terminal["demo"]>;
  /** Puts the codes that the till shows on the phone's list, since the sandbox cannot see the till's screen. */
  follow(events: EventStream): void;
  close(): Promise<void>;
}

/** Starts the sandbox in the data folder and makes the till's key known to it. */
export async function startDemo(dataDir: string, vault: Vault, log: Log): Promise<Demo> {
  const sandbox = await startSandbox({ dataDir: join(dataDir, "sandbox"), log: log.child({ part: "sandbox" }) });
  const privateKey = vault.get("privateKey") ?? newPrivateKey();
  const publicKeyPem = createPublicKey(createPrivateKey(privateKey)).export({ type: "spki", format: "pem" }).toString();
  sandbox.provision({ user: USER, publicKeyPem });
  return {
    url: sandbox.url,
    provisioning: provisioningFor(sandbox, privateKey),
    shown: { phoneUrl: sandbox.phoneUrl, managerPin: DEMO_PIN },
    follow(events) {
      const shown = new Map<string, string>();
      events.subscribe(({ event }) => {
        if (event.type === "payment.changed") showCode(sandbox, shown, event.payment);
      });
    },
    close: () => sandbox.close(),
  };
}

function provisioningFor(sandbox: Sandbox, privateKey: string): Checked {
  const files: Record<string, string> = { "till.pem": privateKey, "service.pem": sandbox.callbackPublicKeyPem };
  const content = {
    service: {
      baseUrl: sandbox.serviceUrl,
      merchant: sandbox.merchant.id,
      user: USER,
      auth: { scheme: "RSA-SHA256", privateKeyFile: "till.pem" },
      publicKeyFile: "service.pem",
      trustedHosts: ["127.0.0.1"],
    },
    pos: { id: "counter-1", name: "Counter 1", type: "store" },
    currency: "NOK",
    locale: LOCALE,
    callbacks: { listen: "127.0.0.1:0" },
    staff: { managerPin: DEMO_PIN },
  };
  const checked = checkProvisioning(content, (name) => files[name] ?? "", true);
  if (!checked.ok) throw new Error(`the demo's own provisioning is wrong: ${JSON.stringify(checked.problems)}`);
  return checked.value;
}

function showCode(
  sandbox: Sandbox,
  shown: Map<string, string>,
  { posTid, qr, number, amount, additionalAmount, currency }: Payment,
): void {
  const before = shown.get(posTid);
  if (before === qr?.text) return;
  if (before !== undefined) sandbox.hideCode(before);
  if (qr === null) {
    shown.delete(posTid);
    return;
  }
  shown.set(posTid, qr.text);
  sandbox.showCode(qr.text, `${number} · ${formatMoney(amount + additionalAmount, currency, LOCALE)}`);
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
